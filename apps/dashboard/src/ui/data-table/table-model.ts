import type { ReactNode } from 'react'

/** Values that a column sorts by. Missing ones come last in both directions. */
export type SortValue = string | number | bigint | boolean | Date | null | undefined
export type SortDirection = 'ascending' | 'descending'
export type TableSort = { column: string; direction: SortDirection }

/** The part of a table's state that the URL holds. */
export type TableView = {
  search: string
  /** Undefined: the rows stay in the order that they came in. */
  sort: TableSort | undefined
  /** The visible columns; undefined for the default ones. */
  columns: readonly string[] | undefined
}

export type Column<Row> = {
  /** Part of the URL: letters, digits and underscores. */
  id: string
  header: string
  /** Explains the header in a tooltip. */
  hint?: string
  cell: (row: Row) => ReactNode
  /** Makes the column sortable; texts are searched too. */
  sortValue?: (row: Row) => SortValue
  /** Searched instead of the sort value. */
  searchText?: (row: Row) => string
  /** The cell that is the link or the button of a row, and its title on a card; else the first. */
  isName?: boolean
  /** Stands below the link or the button, outside of it. */
  detail?: (row: Row) => ReactNode
  align?: 'end'
  /** A track of a CSS grid without `auto`, such as `120px` or `minmax(0, 2fr)`. */
  width?: string
  /** The direction of the first click; ascending unless given. */
  firstDirection?: SortDirection
  /** Names of the two orders, such as "Newest first"; made of the header unless given. */
  orderNames?: Readonly<Record<SortDirection, string>>
  isHiddenByDefault?: boolean
  /** The column gives way to others in a table narrower than this. */
  hideBelow?: 'phone' | 'narrow'
  /** The header stands in front of the value where rows are cards; `false` for values that need none. */
  hasLabel?: boolean
}

export const plainView: TableView = { search: '', sort: undefined, columns: undefined }

/** The rows that match the search, sorted. The order of equal rows stays. */
export function listRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  view: Pick<TableView, 'search' | 'sort'>,
): readonly Row[] {
  return sortRows(searchRows(rows, columns, view.search), columns, view.sort)
}

/** Rows whose columns, visible or not, contain every word of the search in any case. */
export function searchRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  search: string,
): readonly Row[] {
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean)
  if (words.length === 0) return rows
  const texts = columns.map(getSearchText)
  return rows.filter((row) => {
    const text = texts
      .map((getText) => getText(row))
      .join('\n')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: TableSort | undefined,
): readonly Row[] {
  const getValue = columns.find(({ id }) => id === sort?.column)?.sortValue
  if (sort === undefined || getValue === undefined) return rows
  const keyed = rows.map((row) => ({ row, value: getValue(row) }))
  return keyed
    .toSorted((one, other) => compareValues(one.value, other.value, sort.direction))
    .map(({ row }) => row)
}

const collator = new Intl.Collator(undefined, { numeric: true })

/** The order of two values. Missing ones come last in both directions. */
export function compareValues(
  one: SortValue,
  other: SortValue,
  direction: SortDirection = 'ascending',
): number {
  const [a, b] = [toComparable(one), toComparable(other)]
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  return direction === 'ascending' ? compareDefined(a, b) : compareDefined(b, a)
}

type Comparable = string | number | bigint

function compareDefined(a: Comparable, b: Comparable): number {
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b)
  if (typeof a === 'string' || typeof b === 'string') return typeof a === 'string' ? 1 : -1
  if (a < b) return -1
  return a > b ? 1 : 0
}

function toComparable(value: SortValue): Comparable | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'boolean') return Number(value)
  const plain = value instanceof Date ? value.getTime() : value
  return typeof plain === 'number' && Number.isNaN(plain) ? undefined : plain
}

const getSearchText =
  <Row>({ searchText, sortValue }: Column<Row>) =>
  (row: Row): string => {
    if (searchText !== undefined) return searchText(row)
    const value = sortValue?.(row)
    return typeof value === 'string' ? value : ''
  }

/** The columns that are shown, in the order of the table. */
export function listVisible<Row>(
  columns: readonly Column<Row>[],
  ids: readonly string[] | undefined,
): readonly Column<Row>[] {
  const chosen = columns.filter(({ id }) => ids?.includes(id) === true)
  if (chosen.length > 0) return chosen
  return columns.filter(({ isHiddenByDefault }) => isHiddenByDefault !== true)
}

const getFirstDirection = <Row>(column: Column<Row>): SortDirection =>
  column.firstDirection ?? 'ascending'

const suffixes = { ascending: 'asc', descending: 'desc' } as const

/** Writes a sort for the URL: `name`, or `name.desc` where that is not the first direction. */
export function formatSort<Row>(
  sort: TableSort | undefined,
  columns: readonly Column<Row>[],
): string | undefined {
  const column = columns.find(({ id }) => id === sort?.column)
  if (sort === undefined || column === undefined) return undefined
  return sort.direction === getFirstDirection(column)
    ? column.id
    : `${column.id}.${suffixes[sort.direction]}`
}

/** Reads a sort of the URL; undefined for columns that do not exist or cannot be sorted. */
export function parseSort<Row>(
  text: unknown,
  columns: readonly Column<Row>[],
): TableSort | undefined {
  if (typeof text !== 'string') return undefined
  const [id, suffix] = text.split('.')
  const column = columns.find((one) => one.id === id && one.sortValue !== undefined)
  if (column === undefined) return undefined
  if (suffix === undefined) return { column: column.id, direction: getFirstDirection(column) }
  if (suffix !== 'asc' && suffix !== 'desc') return undefined
  return { column: column.id, direction: suffix === 'asc' ? 'ascending' : 'descending' }
}

/** Reads the visible columns of the URL; undefined where none of them exists. */
export function parseColumns<Row>(
  text: unknown,
  columns: readonly Column<Row>[],
): readonly string[] | undefined {
  if (typeof text !== 'string') return undefined
  const ids = text.split(',').filter((id) => columns.some((column) => column.id === id))
  if (ids.length === 0) return undefined
  // Rows without their name cannot be distinguished.
  const name = getNameColumn(columns)?.id
  return name === undefined || ids.includes(name) ? ids : [name, ...ids]
}

/** The column that names a row; it cannot be hidden. */
export const getNameColumn = <Row>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find(({ isName }) => isName === true) ?? columns[0]

export type TableOrder = { sort: TableSort; name: string }

/** Every order of the table with its name, for a list of orders. */
export const listOrders = <Row>(columns: readonly Column<Row>[]): TableOrder[] =>
  columns.flatMap((column) => {
    if (column.sortValue === undefined) return []
    const first = getFirstDirection(column)
    const second: SortDirection = first === 'ascending' ? 'descending' : 'ascending'
    return [first, second].map((direction) => ({
      sort: { column: column.id, direction },
      name: column.orderNames?.[direction] ?? `${column.header}, ${direction}`,
    }))
  })

/** The tracks of a row: a fixed one for the checkbox, those of the columns, one for the actions. */
export const listTracks = <Row>(
  columns: readonly Column<Row>[],
  { isSelectable, actionsWidth }: { isSelectable: boolean; actionsWidth: string | undefined },
): string =>
  [
    ...(isSelectable ? ['44px'] : []),
    ...columns.map(({ width }) => width ?? 'minmax(0, 1fr)'),
    ...(actionsWidth === undefined ? [] : [actionsWidth]),
  ].join(' ')
