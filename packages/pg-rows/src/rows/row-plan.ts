import { EngineError, type Queryable } from '@basalt/engine'
import { listChildTables } from '@basalt/pg-catalog'
import type {
  FilterCondition,
  FilterGroup,
  RowView,
  SortKey,
  RowPlan,
  SuggestedIndex,
} from '@basalt/pg-model'
import { offsetOfPosition, quoteIdent } from '@basalt/pg-sql'

import { selection } from './read-rows.ts'
import { orderSql, rowOrder } from './row-order.ts'
import { getColumn, qualified, RowError, type RowTarget } from './row-target.ts'
import { binding, viewConditions } from './row-view.ts'
type SortedColumn = { name: string; descending?: boolean; nulls?: 'first' | 'last' }

/** One row more than a first page, as it is read. */
const firstPage = 101
/** Tables up to this size are read through without a word. */
const smallTable = 50_000

/** The planner's plan for the first page of a view; no rows are read. */
export async function planView(
  db: Queryable,
  target: RowTarget,
  { view, signal }: { view: RowView; signal?: AbortSignal | undefined },
): Promise<RowPlan> {
  try {
    const rows = await explained(db, target, { view, signal })
    const page = await explained(db, target, { view, signal, limit: firstPage })
    const size = await getSize(db, target, page)
    const guessed = rowsRead(page, { expected: rows['Plan Rows'], total: size.rows })
    const isCostly = guessed > smallTable
    const isAtMost = isCostly && isTextSearched(view) && readsUntilFull(page)
    const read = isAtMost ? size.rows : guessed
    const share = size.rows > 0 ? read / size.rows : 0
    return {
      refusal: null,
      estimated_rows: rows['Plan Rows'],
      scan: isCostly
        ? {
            rows: read,
            size_bytes: Math.round(size.bytes * share),
            ...(isAtMost && { is_at_most: true as const }),
          }
        : null,
      index: isCostly && size.is_own ? suggestedIndex(target, view) : null,
    }
  } catch (error) {
    const refusal = getRefusal(error, view)
    if (refusal === undefined) throw error
    return { refusal, estimated_rows: 0, scan: null, index: null }
  }
}

type Node = {
  'Node Type': string
  'Plan Rows': number
  'Index Cond'?: string
  'Recheck Cond'?: string
  Schema?: string
  'Relation Name'?: string
  Plans?: Node[]
}

type Explained = { view: RowView; signal?: AbortSignal | undefined; limit?: number }

async function explained(db: Queryable, target: RowTarget, parts: Explained): Promise<Node> {
  const { values, bind } = binding()
  const { limit } = parts
  const order = limit === undefined ? '' : orderSql(rowOrder(target, parts.view.sort))
  const statement = selection(target, {
    list: '*',
    conditions: viewConditions(target, parts.view, bind),
    order,
    ...(limit !== undefined && { limit }),
  })
  const text = `explain (format json, verbose) ${statement}`
  const { rows } = await db.text(text, values, { signal: parts.signal }).catch((error: unknown) => {
    throw error instanceof EngineError && error.kind === 'statement'
      ? new Refused(text, error)
      : error
  })
  const [plan] = JSON.parse(rows[0]?.[0] ?? '[]') as { Plan: Node }[]
  if (plan === undefined) throw new Error('PostgreSQL returned no plan')
  return plan.Plan
}

/**
 * Rows that a plan reads for its first page. Below a sort all rows are read; a filter without an
 * index reads as many rows as it takes to find enough matches.
 */
function rowsRead(node: Node, { expected, total }: { expected: number; total: number }): number {
  if (isSorted(node)) return Math.min(isSearched(node) ? expected : total, total)
  if (isSearched(node) || expected <= 0) return isSearched(node) ? firstPage : total
  return Math.min(total, Math.round((firstPage / expected) * total))
}

const isSorted = (node: Node): boolean =>
  [...walked(node)].some((each) => each['Node Type'] === 'Sort')

const isSearched = (node: Node): boolean =>
  [...walked(node)].some(
    (each) => each['Index Cond'] !== undefined || each['Recheck Cond'] !== undefined,
  )

/** Whether reading ends as soon as enough rows are found. */
const readsUntilFull = (node: Node): boolean => !isSorted(node) && !isSearched(node)

/**
 * The planner only guesses how many rows contain a text, and never that none does: a page that does
 * not fill up may read all rows.
 */
const isTextSearched = (view: RowView): boolean =>
  (view.search !== undefined && view.search.text !== '') ||
  certain(view.filter).some(({ operator }) => inText.has(operator))

function* walked(node: Node): Generator<Node> {
  yield node
  for (const child of node.Plans ?? []) yield* walked(child)
}

type Size = {
  rows: number
  bytes: number
  /** Whether they belong to the relation itself, which may have indexes. */
  is_own: boolean
}

/**
 * The planner's statistics, including partitions and child tables. A view has only the rows of the
 * tables that its plan reads.
 */
async function getSize(db: Queryable, target: RowTarget, plan: Node): Promise<Size> {
  const scans = [...walked(plan)].filter((node) => node['Relation Name'] !== undefined)
  const [size] = await db.query<Size>(
    /* SQL */ `
    with own as (
      select oid, relkind in ('r', 'p', 'm') as is_own from pg_class
      where oid = $1::text::regclass
    )
    select coalesce(sum(greatest(c.reltuples, 0)), 0)::float8 as rows,
      coalesce(sum(c.relpages::float8 * current_setting('block_size')::int), 0)::float8 as bytes,
      own.is_own
    from own
    left join pg_class c on c.relkind in ('r', 'm', 'f') and case
      when own.is_own
      then c.oid = own.oid or c.oid in (${listChildTables('$1::text::regclass')})
      else c.oid in (
        select s.oid from unnest($2::text[], $3::text[]) as scan (schema, name)
        join pg_namespace n on n.nspname = scan.schema
        join pg_class s on s.relnamespace = n.oid and s.relname = scan.name
      ) end
    group by own.is_own`,
    [
      qualified(target),
      scans.map((node) => node.Schema),
      scans.map((node) => node['Relation Name']),
    ],
  )
  return size ?? { rows: 0, bytes: 0, is_own: false }
}

/**
 * An error that the user can fix: PostgreSQL's refusal, with the position in the user's expression.
 */
function getRefusal(error: unknown, { where = '' }: RowView): RowPlan['refusal'] | undefined {
  if (error instanceof RowError) return { message: error.message }
  if (!(error instanceof Refused)) return undefined
  const { message, position, statement } = error
  if (position === undefined || !statement.endsWith(`(\n${where}\n)`)) return { message }
  // The expression ends the statement, before a line break and a parenthesis.
  const start = statement.length - where.length - 2
  const offset = offsetOfPosition(statement, position) - start
  if (offset > where.length) {
    // PostgreSQL stumbles over the parenthesis that is ours.
    return { message: 'The condition is incomplete', position: where.length + 1 }
  }
  return { message, ...(offset >= 0 && { position: offset + 1 }) }
}

/** PostgreSQL refuses a statement; it is stored with the error to find the position. */
class Refused extends Error {
  override readonly name = 'Refused'
  readonly statement: string
  readonly position: number | undefined

  constructor(statement: string, cause: EngineError) {
    super(cause.message, { cause })
    this.statement = statement
    this.position = cause.sql?.position
  }
}

const equalities = new Set(['eq', 'in', 'is'])
const ranges = new Set(['gt', 'lt', 'gte', 'lte', 'between', 'starts_with'])
const inText = new Set(['contains', 'starts_with', 'like', 'ilike'])
const containments = new Set(['array_contains', 'array_overlaps', 'json_contains', 'has_key'])

/** Columns that are compared for equality, then those of the order, else one range. */
function suggestedIndex(target: RowTarget, view: RowView): RowPlan['index'] {
  const conditions = certain(view.filter)
  const contained = conditions.find(({ operator }) => containments.has(operator))
  if (contained !== undefined) return indexOn(target, [contained.column], { method: 'gin' })
  const equal = conditions.filter(({ operator }) => equalities.has(operator))
  const sorted = (view.sort ?? []).map(({ column }) => column)
  const ranged = conditions
    .filter(({ operator }) => ranges.has(operator))
    .map(({ column }) => column)
  const names = [
    ...equal.map(({ column }) => column),
    ...(sorted.length > 0 ? sorted : ranged.slice(0, 1)),
  ]
  const columns = [...new Set(names)]
  return columns.length === 0 ? null : indexOn(target, columns, { sort: view.sort })
}

/** Conditions without which no row is shown. */
function certain(filter: FilterGroup | undefined): FilterCondition[] {
  if (filter === undefined || (filter.match === 'any' && filter.conditions.length > 1)) return []
  return filter.conditions.flatMap((part) =>
    'match' in part ? certain(part) : part.not === true ? [] : [part],
  )
}

function indexOn(
  target: RowTarget,
  columns: string[],
  {
    method = 'btree',
    sort = [],
  }: { method?: SuggestedIndex['method']; sort?: RowView['sort'] } = {},
): RowPlan['index'] {
  const isMixed = new Set(sort.map(({ descending }) => descending === true)).size > 1
  const parts = columns.map((name): SortedColumn => {
    const key = sort.find(({ column }) => column === name)
    // An index is read in both directions, so only a mixed order needs to be spelled out.
    const descending = isMixed && key?.descending === true
    const nulls = key?.nulls === undefined ? undefined : listNulls(key, descending)
    return { name, ...(descending && { descending }), ...(nulls !== undefined && { nulls }) }
  })
  const list = parts.map(({ name, descending, nulls }) => {
    const direction = descending === true ? ' desc' : ''
    const place = nulls === undefined ? '' : ` nulls ${nulls}`
    return `${quoteIdent(getColumn(target, name).name)}${direction}${place}`
  })
  const using = method === 'gin' ? 'using gin ' : ''
  const sql = `create index concurrently on ${qualified(target)} ${using}(${list.join(', ')})`
  return { columns, sql, design: { method, columns: parts } }
}

/** The order of NULLs, unless it is the index's default. */
function listNulls(
  { descending = false, nulls }: SortKey,
  isSpelled: boolean,
): 'first' | 'last' | undefined {
  const isOwn = (nulls === 'first') === descending
  if (isOwn) return undefined
  // Read backwards, an index that ascends has them at the other end.
  const first = descending && !isSpelled ? nulls !== 'first' : nulls === 'first'
  return first ? 'first' : 'last'
}
