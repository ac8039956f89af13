import type { ProjectEngine } from '@basalt/engine'
import { externalEngine } from '@basalt/engine-external'

type Target = { engine: ProjectEngine; ref: string; password: string; database: string }

/** Runs statements as the owner of a project in another database of its cluster. */
export async function runInDatabase(
  { engine, ref, password, database }: Target,
  statements: readonly string[],
): Promise<void> {
  const { port, user } = await engine.connection(ref)
  const [role, secret, name] = [user, password, database].map(encodeURIComponent)
  const address = `postgres://${role}:${secret}@localhost:${port}/${name}`
  const other = externalEngine({ databases: { other: address } })
  try {
    const db = await other.open('other', 'owner')
    for (const statement of statements) await db.text(statement)
  } finally {
    await other.shutdown()
  }
}
