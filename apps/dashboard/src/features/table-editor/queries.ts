import { databaseTables, firstRows, firstTables, type RowView } from '@basalt/contract'

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

type RowsPart = {
  limit?: number
  cursor?: string
  direction?: 'forward' | 'backward'
  at?: 'start' | 'end'
  from?: string
  row?: number
}

type TableId = { ref: string; id: number }

/** A view as the parameter of a route; left out where it changes nothing. */
export const viewQuery = (view: RowView): { view?: string } =>
  Object.keys(view).length === 0 ? {} : { view: JSON.stringify(view) }

/** Without further words it is the first page that comes with the page itself. */
export const rowsQuery = ({ ref, id }: TableId, view: RowView, part: RowsPart = {}) =>
  query(databaseTables.rows, {
    params: { ref, id },
    query: { ...firstRows, ...part, ...viewQuery(view) },
  })
