import { firstRows, firstTables } from '@basalt/contract/boot'
import { databaseTables, type TableSummary } from '@basalt/contract/database/tables'
import type { RowView, TableSort } from '@basalt/pg-model'

import { query } from '../../../lib/network/api.ts'

export const schemasQuery = (ref: string) => query(databaseTables.schemas, { params: { ref } })

type ListPart = {
  search: string
  after: string | undefined
  kinds?: readonly TableSummary['kind'][]
  sort?: TableSort
}

/** Without options it is the list in the page's boot data. */
export const tableListQuery = (ref: string, schema: string, part: ListPart) => {
  const { search, after, kinds = [], sort = 'name' } = part
  return query(databaseTables.list, {
    params: { ref },
    query: {
      ...firstTables(schema),
      ...(search !== '' && { search }),
      ...(kinds.length > 0 && { kinds: [...kinds] }),
      ...(sort !== 'name' && { sort }),
      // Further pages are larger.
      ...(after !== undefined && { after, limit: 500 }),
    },
  })
}

/** Tables by their ids, in any schema; dropped ones are left out. */
export const tablesByIdQuery = (ref: string, ids: readonly number[]) =>
  query(databaseTables.list, { params: { ref }, query: { ids: ids.map(String), limit: 500 } })

export const partitionsQuery = (ref: string, id: number) =>
  query(databaseTables.list, { params: { ref }, query: { partitions_of: id, limit: 500 } })

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

/** A view as the parameter of a route; omitted for the default view. */
export const viewQuery = (view: RowView): { view?: string } =>
  Object.keys(view).length === 0 ? {} : { view: JSON.stringify(view) }

/** Without options it is the first page in the page's boot data. */
export const rowsQuery = ({ ref, id }: TableId, view: RowView, part: RowsPart = {}) =>
  query(databaseTables.rows, {
    params: { ref, id },
    query: { ...firstRows, ...part, ...viewQuery(view) },
  })
