import type { ProjectDatabase } from '@basalt/engine'
import { embeddedEngine } from '@basalt/engine-embedded'
import { dataDirectory, makeSuperuser, runInDatabase } from '@basalt/testkit'

export type TestDatabase = {
  db: ProjectDatabase
  /** Runs statements one after another. */
  run(...statements: string[]): Promise<void>
  /** Runs statements in another database of the same cluster. */
  inDatabase(database: string, ...statements: string[]): Promise<void>
  /** Makes the owner a superuser, or takes it back. */
  asSuperuser(isSuperuser: boolean): Promise<void>
  dispose(): Promise<void>
}

/** The database of a real project, as its owner sees it. */
export async function projectDatabase(): Promise<TestDatabase> {
  const folder = await dataDirectory()
  const secretFor = (label: string) => `secret-${label}`
  const engine = embeddedEngine({ dataDir: folder.path, secretFor })
  const password = 'plain-otter-Velvet-41-quarry'
  await engine.create('shop', { ownerPassword: password })
  const db = await engine.open('shop', 'owner')
  return {
    db,
    async run(...statements) {
      for (const statement of statements) await db.text(statement)
    },
    inDatabase: (name, ...statements) =>
      runInDatabase({ engine, ref: 'shop', password, database: name }, statements),
    asSuperuser: (isSuperuser) =>
      makeSuperuser({ engine, dataDir: folder.path, secretFor, ref: 'shop' }, isSuperuser),
    async dispose() {
      await engine.shutdown()
      await engine.disconnect()
      await folder.remove()
    },
  }
}
