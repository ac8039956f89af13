import type { TableDetail } from '@basalt/contract/database/tables'
import type { RowView } from '@basalt/pg-model'
import type { QueryClient } from '@tanstack/react-query'

import { rowsQuery } from '../tables/queries.ts'
import { loadAddress } from './use-table-view.ts'

/** For how long rows that were read ahead are kept, in milliseconds: then they are read again. */
const newMs = 5000

type Target = {
  ref: string
  table: Pick<TableDetail, 'id' | 'columns'>
  view: RowView
}

/** Reads the first rows of a view before anybody asks to see them; whether they came. */
export async function readAhead(
  client: QueryClient,
  { ref, table, view }: Target,
): Promise<boolean> {
  const { addressOf, readView } = await loadAddress()
  // As its address will name it: the same request as the one that would be sent then.
  const named = readView(addressOf(view), table.columns).view
  const rows = rowsQuery({ ref, id: table.id }, named)
  return client.fetchQuery({ ...rows, gcTime: newMs }).then(
    () => true,
    () => false,
  )
}
