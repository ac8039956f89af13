import type { Queryable } from '@basalt/engine'

/** Runs the work and takes it back, so that each row meets the table as it was. */
export async function attempt<T>(
  tx: Queryable,
  work: () => Promise<T>,
): Promise<{ value: T } | { error: unknown }> {
  await tx.text('savepoint tried')
  let found: { value: T } | { error: unknown }
  try {
    found = { value: await work() }
  } catch (error) {
    found = { error }
  }
  await tx.text('rollback to savepoint tried')
  return found
}
