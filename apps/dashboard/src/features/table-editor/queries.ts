import { databaseTables, firstRows, firstTables } from '@basalt/contract'

import { query } from '../../lib/api.ts'

export const schemasQuery = (ref: string) => query(databaseTables.schemas, { params: { ref } })

type ListPart = { search: string; after: string | undefined }

/** Without search and `after` it is the list that comes with the page itself. */
export const tableListQuery = (ref: string, schema: string, { search, after }: ListPart) =>
  query(databaseTables.list, {
    params: { ref },
    query: {
      ...firstTables(schema),
      ...(search !== '' && { search }),
      ...(after !== undefined && { after }),
    },
  })

export const tableQuery = (ref: string, id: number) =>
  query(databaseTables.detail, { params: { ref, id } })

/** Rows whose column equals the value. */
export type Filter = { column: string; value: string }

type RowsPart = {
  limit?: number
  cursor?: string
  direction?: 'forward' | 'backward'
  at?: 'start' | 'end'
}

/** Without further words it is the first page that comes with the page itself. */
export const rowsQuery = (
  { ref, id }: { ref: string; id: number },
  filter: Filter | null,
  part: RowsPart = {},
) =>
  query(databaseTables.rows, {
    params: { ref, id },
    query: {
      ...firstRows,
      ...part,
      ...(filter !== null && { filter_column: filter.column, filter_value: filter.value }),
    },
  })
