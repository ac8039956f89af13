import type { Condition } from './conditions.ts'
import type { ScanNeed, SortedBy } from './plan-needs.ts'

type ColumnFacts = {
  name: string
  type: string
  /** As in `pg_stats`: negative values are a share of the rows; null without statistics. */
  distinct: number | null
  null_share: number | null
  /** Whether its type has an order. */
  is_ordered: boolean
}

export type TableFacts = {
  id: number
  schema: string
  name: string
  /** An estimate; -1 without statistics. */
  rows: number
  bytes: number
  columns: ColumnFacts[]
  /** The columns of complete B-tree indexes without a condition, in order; null for expressions. */
  indexes: (string | null)[][]
}

type ProposedColumn = { name: string; descending: boolean; nulls: 'first' | 'last' | null }

export type Proposal = {
  columns: ProposedColumn[]
  /** Why each column is a part of it, in the order of the columns. */
  uses: ('equality' | 'join' | 'range' | 'order')[]
}

/** Smaller tables are read as a whole in no time. */
const minRows = 5000
/** An index is of little use to conditions that more rows meet. */
const maxSelectivity = 0.1
/** Further columns do not help where so few rows are found by the ones before. */
const fewRows = 10
/** A join looks rows up one by one where the other side has at most this share of the rows. */
const joinShare = 0.05
const maxEqualities = 3
const unknownSelectivity = 0.005

/** The B-tree index that serves a scan; null where none would, or where one exists already. */
export function proposeIndex(need: ScanNeed, table: TableFacts): Proposal | null {
  if (table.rows < minRows) return null
  const equal = chooseEqualities(need, table)
  const found = equal.reduce((rows, { selectivity }) => rows * selectivity, table.rows)
  const last = found > fewRows ? chooseLast(need, table, equal) : []
  const proposal: Proposal = {
    columns: [
      ...equal.map(({ column }) => ({ name: column, descending: false, nulls: null })),
      ...last.map(({ column, descending, nulls }) => ({ name: column, descending, nulls })),
    ],
    uses: [...equal.map(({ use }) => use), ...last.map(({ use }) => use)],
  }
  if (proposal.columns.length === 0 || isCovered(proposal, equal.length, table)) return null
  return proposal
}

type Equality = { column: string; selectivity: number; use: 'equality' | 'join' }

/** The most selective ones first, and no more of them than are needed. */
function chooseEqualities({ conditions, joins }: ScanNeed, table: TableFacts): Equality[] {
  const lookups = joins.filter(({ otherRows }) => otherRows <= table.rows * joinShare)
  const all = [
    ...conditions
      .filter(({ kind }) => kind !== 'range')
      .map((condition) => ({ condition, use: 'equality' as const })),
    ...lookups.map(({ condition }) => ({ condition, use: 'join' as const })),
  ]
  const rated = all
    .flatMap(({ condition, use }): Equality[] => {
      const column = findUsable(condition, table)
      if (column === undefined) return []
      return [{ column: column.name, selectivity: rate(condition, column, table.rows), use }]
    })
    .filter(({ selectivity }) => selectivity <= maxSelectivity)
    .toSorted((one, two) => one.selectivity - two.selectivity)
  const chosen: Equality[] = []
  let rows = table.rows
  for (const one of rated) {
    if (chosen.length === maxEqualities || (chosen.length > 0 && rows <= fewRows)) break
    if (chosen.some(({ column }) => column === one.column)) continue
    chosen.push(one)
    rows *= one.selectivity
  }
  return chosen
}

type Last = SortedBy & { use: 'range' | 'order' }

function chooseLast(
  { conditions, sort }: ScanNeed,
  table: TableFacts,
  equal: readonly Equality[],
): Last[] {
  const isNew = (name: string) => !equal.some(({ column }) => column === name)
  const ranges = conditions.filter(
    (one) => one.kind === 'range' && isNew(one.column) && findUsable(one, table) !== undefined,
  )
  const order = (sort ?? []).filter(({ column }) => isNew(column))
  const isOrdered = order.every(({ column }) => findColumn(table, column)?.is_ordered === true)
  const [range] = ranges
  const isSame = range === undefined || range.column === order[0]?.column
  if (order.length > 0 && isOrdered && isSame && order.length <= 3) {
    return readForward(order).map((one) => ({ ...one, use: 'order' as const }))
  }
  if (range === undefined) return []
  return [{ column: range.column, descending: false, nulls: null, use: 'range' }]
}

/** An index is read in both directions, so only a mixed order has to be spelled out. */
function readForward(order: readonly SortedBy[]): SortedBy[] {
  if (!order.every(({ descending }) => descending)) return [...order]
  return order.map(({ column, nulls }) => ({
    column,
    descending: false,
    // Read backward, the index has them at the other end.
    nulls: nulls === 'last' ? 'first' : null,
  }))
}

const findColumn = (table: TableFacts, column: string) =>
  table.columns.find(({ name }) => name === column)

/** Casts of character types change nothing; others are functions, which no plain index serves. */
function findUsable({ column, cast }: Condition, table: TableFacts): ColumnFacts | undefined {
  const found = findColumn(table, column)
  if (found === undefined || !found.is_ordered) return undefined
  return cast === null || /^(?:character varying|varchar)/u.test(found.type) ? found : undefined
}

function rate({ kind }: Condition, column: ColumnFacts, rows: number): number {
  if (kind === 'null') return column.null_share ?? 1
  const { distinct } = column
  if (distinct === null || distinct === 0) return unknownSelectivity
  return 1 / Math.max(1, distinct < 0 ? -distinct * rows : distinct)
}

/** Equalities may be in any order; what follows them has to be the same. */
function isCovered({ columns }: Proposal, equalities: number, { indexes }: TableFacts): boolean {
  if (columns.some(({ descending, nulls }) => descending || nulls !== null)) return false
  const names = columns.map(({ name }) => name)
  return indexes.some((index) => {
    const first = index.slice(0, equalities)
    return (
      names.slice(0, equalities).every((name) => first.includes(name)) &&
      names.slice(equalities).every((name, at) => index[equalities + at] === name)
    )
  })
}
