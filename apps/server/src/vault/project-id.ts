import type { Store } from '../store/store.ts'

export async function findProjectId(store: Store, ref: string): Promise<number> {
  const { id } = await store
    .selectFrom('projects')
    .select('id')
    .where('ref', '=', ref)
    .executeTakeFirstOrThrow()
  return id
}
