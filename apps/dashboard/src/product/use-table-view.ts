import { useLocation } from '@tanstack/react-router'

import { useSearchParams } from '../lib/browser/use-search-text.ts'
import {
  type Column,
  formatSort,
  parseColumns,
  parseSort,
  type TableSort,
  type TableView,
} from '../ui/data-table/table-model.ts'

type Options = {
  /** The order without a sort in the URL. */
  defaultSort?: TableSort
  /** Tells the tables of a page apart: `roles_search`. */
  prefix?: string
}

/**
 * Keeps the view of a table in the URL: `search`, `sort` and `columns`. Odd values are ignored.
 * Spread the result into the table.
 */
export function useTableView<Row>(
  columns: readonly Column<Row>[],
  { defaultSort, prefix = '' }: Options = {},
): { view: TableView; onViewChange: (change: Partial<TableView>) => void } {
  const search = useLocation({ select: (location): Record<string, unknown> => location.search })
  const change = useSearchParams()
  const text = search[`${prefix}search`]
  const view: TableView = {
    search: typeof text === 'string' ? text : '',
    sort: parseSort(search[`${prefix}sort`], columns) ?? defaultSort,
    columns: parseColumns(search[`${prefix}columns`], columns),
  }
  const onViewChange = (part: Partial<TableView>) => {
    const next = { ...view, ...part }
    const sort = formatSort(next.sort, columns)
    change({
      ...('search' in part && { [`${prefix}search`]: next.search || undefined }),
      ...('sort' in part && {
        [`${prefix}sort`]: sort === formatSort(defaultSort, columns) ? undefined : sort,
      }),
      ...('columns' in part && { [`${prefix}columns`]: formatColumns(next.columns, columns) }),
    })
  }
  return { view, onViewChange }
}

function formatColumns<Row>(
  ids: readonly string[] | undefined,
  columns: readonly Column<Row>[],
): string | undefined {
  const isDefault = columns.every(
    ({ id, isHiddenByDefault = false }) => ids?.includes(id) === !isHiddenByDefault,
  )
  return ids === undefined || isDefault ? undefined : ids.join(',')
}

/** The object that a list shows in detail, kept in the URL under `name`. */
export function useOpenObject(
  name: string,
): [id: string | undefined, open: (id: string | undefined) => void] {
  const id = useLocation({ select: ({ search }) => (search as Record<string, unknown>)[name] })
  const change = useSearchParams()
  return [typeof id === 'string' && id !== '' ? id : undefined, (next) => change({ [name]: next })]
}
