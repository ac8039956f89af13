import type { Store } from '../store/store.ts'

/** The projects whose databases should run; paused ones are left out. */
export async function listRunningRefs(store: Store): Promise<string[]> {
  const rows = await store
    .selectFrom('projects')
    .select('ref')
    .where('status', 'in', ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'])
    .execute()
  return rows.map(({ ref }) => ref)
}
