import type { TableSummary } from '@basalt/contract/database/tables'

export type TreeRow = {
  /** The same at any position, so that the focus stays with it. */
  key: string
  table: TableSummary
  level: number
  /** Undefined when it cannot have children. */
  isExpanded: boolean | undefined
  /** A favourite, on top of the others. */
  isOnTop: boolean
}

type Parts = {
  favourites: readonly TableSummary[]
  tables: readonly TableSummary[]
  /** Partitions of expanded tables; undefined while they are loading. */
  partitions: ReadonlyMap<number, readonly TableSummary[] | undefined>
}

/** The rows of the tree from top to bottom. */
export function treeRows({ favourites, tables, partitions }: Parts): TreeRow[] {
  const onTop = new Set(favourites.map(({ id }) => id))
  return [
    ...favourites.map((table) => getRowFor({ table, level: 1, partitions, isOnTop: true })),
    ...tables
      .filter(({ id }) => !onTop.has(id))
      .flatMap((table) => nested({ table, level: 1, partitions })),
  ]
}

type Nested = { table: TableSummary; level: number; partitions: Parts['partitions'] }

function nested({ table, level, partitions }: Nested): TreeRow[] {
  const children = partitions.get(table.id) ?? []
  return [
    getRowFor({ table, level, partitions, isOnTop: false }),
    ...children.flatMap((child) => nested({ table: child, level: level + 1, partitions })),
  ]
}

const getRowFor = ({
  table,
  level,
  partitions,
  isOnTop,
}: Nested & { isOnTop: boolean }): TreeRow => ({
  key: String(table.id),
  table,
  level,
  isOnTop,
  isExpanded: table.kind === 'partitioned_table' && !isOnTop ? partitions.has(table.id) : undefined,
})

/** The row that a key leads to; undefined when the key means something else. */
export function rowAfterKey(
  rows: readonly TreeRow[],
  active: number,
  { key, page }: { key: string; page: number },
): number | undefined {
  const last = rows.length - 1
  const clamp = (position: number) => Math.max(0, Math.min(last, position))
  const here = rows[active]
  switch (key) {
    case 'ArrowDown':
      return clamp(active + 1)
    case 'ArrowUp':
      return clamp(active - 1)
    case 'PageDown':
      return clamp(active + page)
    case 'PageUp':
      return clamp(active - page)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'ArrowLeft': {
      if (here === undefined || here.level === 1) return undefined
      return rows.findLastIndex((other, at) => at < active && other.level < here.level)
    }
    default:
      return undefined
  }
}

/** The next row after the active one with this prefix, wrapping around; -1 without one. */
export function rowBeginningWith(rows: readonly TreeRow[], active: number, prefix: string): number {
  const begins = ({ table }: TreeRow) => table.name.toLowerCase().startsWith(prefix)
  // A longer prefix continues from the row of the shorter one.
  const from = prefix.length === 1 ? active + 1 : active
  const behind = rows.findIndex((row, at) => at >= from && begins(row))
  return behind >= 0 ? behind : rows.findIndex(begins)
}
