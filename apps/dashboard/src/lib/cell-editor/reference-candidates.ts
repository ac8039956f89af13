import { type Column, databaseReferences } from '@basalt/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

export type AskedRows = {
  projectRef: string
  target: NonNullable<Column['references']>
  /** Empty where all of them are asked for. */
  search: string
}

/** Rows that a foreign key can point at, page by page. */
export function candidatesQuery({ projectRef, target, search }: AskedRows) {
  const { candidates } = databaseReferences
  const params = { ref: projectRef, id: target.table_id }
  return infiniteQueryOptions({
    queryKey: [candidates.method, candidates.path, params, target.column, search],
    queryFn: ({ pageParam, signal }) =>
      call(
        candidates,
        {
          params,
          query: {
            column: target.column,
            ...(search !== '' && { search }),
            ...(pageParam !== null && { after: pageParam }),
          },
        },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.has_more ? (page.candidates.at(-1)?.value ?? null) : null),
  })
}
