import { databaseChanges, maxOperations } from '@basalt/contract/database/changes'
import type { TableDetail } from '@basalt/contract/database/tables'
import type { QueryClient } from '@tanstack/react-query'

import { query } from '../../../lib/network/api.ts'
import type { ChangeQueue } from '../../../product/row-changes/change-queue.ts'
import { isNamedBy, type StagedRows } from '../../../product/row-changes/staged-rows.ts'

type Scope = { projectRef: string; table: Pick<TableDetail, 'id' | 'key'> }
type Keys = readonly (readonly string[])[]

/** The effects of deleting the rows of the keys: counted whenever they are shown. */
export const dependentsQuery = ({ projectRef, table }: Scope, keys: Keys) => ({
  ...query(databaseChanges.dependents, {
    params: { ref: projectRef, id: table.id },
    body: { keys: keys.map((key) => [...key]) },
  }),
  staleTime: 0,
  // Counted before the panel opens, it is shown there immediately.
  gcTime: 5000,
})

/** Of the rows that wait to be deleted; those of another key are not stored anyway. */
export const deletedKeys = (rows: StagedRows, { key }: Pick<TableDetail, 'key'>): Keys =>
  rows
    .flatMap((row) => (row.op === 'delete' && isNamedBy(key, row) ? [row.key] : []))
    .slice(0, maxOperations)

type ReadRequest = Scope & {
  queue: ChangeQueue
  /** Whether the open panel shows the counted effects. */
  isShown: boolean
}

/** Whether saving affects rows that are not staged and that the user has not seen. */
export async function reachesUnread(
  client: QueryClient,
  { queue, isShown, ...scope }: ReadRequest,
): Promise<boolean> {
  const { rows, sent } = queue.get()
  const keys = deletedKeys(rows, scope.table)
  // A pending save is only retried.
  if (keys.length === 0 || sent.length > 0) return false
  const dependents = dependentsQuery(scope, keys)
  const known = client.getQueryState(dependents.queryKey)
  if (isShown && known !== undefined && known.status !== 'pending') return false
  try {
    return (await client.fetchQuery(dependents)).length > 0
  } catch {
    // The panel shows the reason.
    return true
  }
}
