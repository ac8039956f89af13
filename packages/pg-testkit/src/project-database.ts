import type { ProjectDatabase } from '@basalt/engine'
import { embeddedEngine } from '@basalt/engine-embedded'
import { dataDirectory } from '@basalt/testkit'

export type TestDatabase = {
  db: ProjectDatabase
  /** Runs statements one after another. */
  run(...statements: string[]): Promise<void>
  dispose(): Promise<void>
}

/** The database of a real project, as its owner sees it. */
export async function projectDatabase(): Promise<TestDatabase> {
  const folder = await dataDirectory()
  const engine = embeddedEngine({
    dataDir: folder.path,
    secretFor: (label: string) => `secret-${label}`,
  })
  await engine.create('shop', { ownerPassword: 'plain-otter-Velvet-41-quarry' })
  const db = await engine.open('shop', 'owner')
  return {
    db,
    async run(...statements) {
      for (const statement of statements) await db.text(statement)
    },
    async dispose() {
      await engine.shutdown()
      await engine.disconnect()
      await folder.remove()
    },
  }
}
