import type { TableDetail } from '@basalt/contract/database/tables'
import type { RowView } from '@basalt/pg-model'
import type { QueryClient } from '@tanstack/react-query'

import { rowsQuery } from '../tables/queries.ts'
import { loadAddress } from './use-table-view.ts'

/** How long prefetched rows are fresh, in milliseconds. */
const newMs = 5000

type Target = {
  ref: string
  table: Pick<TableDetail, 'id' | 'columns'>
  view: RowView
}

/** Prefetches the first rows of a view; returns whether they were loaded. */
export async function readAhead(
  client: QueryClient,
  { ref, table, view }: Target,
): Promise<boolean> {
  const { addressOf, readView } = await loadAddress()
  // In the form of its address: the same request as after applying it.
  const named = readView(addressOf(view), table.columns).view
  const rows = rowsQuery({ ref, id: table.id }, named)
  return client.fetchQuery({ ...rows, gcTime: newMs }).then(
    () => true,
    () => false,
  )
}
