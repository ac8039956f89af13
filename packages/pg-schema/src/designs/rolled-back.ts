import type { ProjectDatabase, Queryable } from '@basalt/engine'

/** Ends the transaction, so that nothing of it stays. */
class RolledBack extends Error {
  override readonly name = 'RolledBack'
}

/** Runs the work in a transaction that is always rolled back. */
export async function inRolledBackTransaction<T>(
  db: ProjectDatabase,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined
  try {
    await db.transaction(async (tx) => {
      result = { value: await work(tx) }
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
  if (result === undefined) throw new Error('The transaction ended before its work')
  return result.value
}
