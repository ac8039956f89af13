import type { Context } from '../http/context.ts'
import type { Store } from '../store/store.ts'
import { recordBefore, recordFailure, type Work } from './recorded.ts'

/** Runs work in a project's database with its audit entry before it, and another one if it fails. */
export async function audited<T>(
  { store, context }: { store: Store; context: Context },
  work: Work,
  run: () => Promise<T>,
): Promise<T> {
  await recordBefore(store, context, work)
  try {
    return await run()
  } catch (error) {
    await recordFailure(store, context, work)
    throw error
  }
}
