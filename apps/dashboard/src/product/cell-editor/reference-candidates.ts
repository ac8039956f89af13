import { databaseReferences } from '@basalt/contract/database/references'
import type { Column } from '@basalt/contract/database/tables'
import { infiniteQueryOptions } from '@tanstack/react-query'

import { call } from '../../lib/network/api.ts'

export type RequestedRows = {
  projectRef: string
  target: NonNullable<Column['references']>
  /** Of a key over several columns: the values of its first ones. */
  within: readonly string[]
  /** Empty for all rows. */
  search: string
}

/** Rows that a foreign key can reference, page by page. */
export function candidatesQuery({ projectRef, target, within, search }: RequestedRows) {
  const { candidates } = databaseReferences
  const params = { ref: projectRef, id: target.table_id }
  const columns = target.pairs?.map(({ referenced }) => referenced)
  const query = {
    column: target.column,
    ...(columns !== undefined && { columns: JSON.stringify(columns) }),
    ...(within.length > 0 && { within: JSON.stringify(within) }),
    ...(search !== '' && { search }),
  }
  return infiniteQueryOptions({
    queryKey: [candidates.method, candidates.path, params, query],
    queryFn: ({ pageParam, signal }) =>
      call(
        candidates,
        { params, query: { ...query, ...(pageParam !== null && { after: pageParam }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}
