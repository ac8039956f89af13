import type { Store } from '../../store/store.ts'

/** Refs of all projects that were not removed. */
export async function listExistingRefs(store: Store): Promise<string[]> {
  const rows = await store.selectFrom('projects').select('ref').execute()
  return rows.map(({ ref }) => ref)
}
