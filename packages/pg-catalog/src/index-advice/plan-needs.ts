import { type Condition, parseConditions, splitAtTop } from './conditions.ts'

/** A node of EXPLAIN (VERBOSE, FORMAT JSON), with the fields that are read here. */
export type PlanNode = {
  'Node Type': string
  'Parent Relationship'?: string
  'Join Type'?: string
  'Plan Rows'?: number
  'Total Cost'?: number
  'Relation Name'?: string
  'Index Name'?: string
  Schema?: string
  Alias?: string
  Filter?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  'Hash Cond'?: string
  'Merge Cond'?: string
  'Join Filter'?: string
  'Sort Key'?: string[]
  Plans?: PlanNode[]
}

export type SortedBy = { column: string; descending: boolean; nulls: 'first' | 'last' | null }

/** A scan of a whole table, and what an index could do for it. */
export type ScanNeed = {
  schema: string
  table: string
  conditions: Condition[]
  /** Conditions of joins with so many rows of the other side. */
  joins: { condition: Condition; otherRows: number }[]
  /** The order of the first rows that the statement reads; null when it reads all. */
  sort: SortedBy[] | null
}

type Context = {
  joins: { text: string; otherRows: number }[]
  sort: string[] | null
  isLimited: boolean
}

const start: Context = { joins: [], sort: null, isLimited: false }
/** Nodes that return the rows of their child as they are. */
const transparent =
  /^(?:Gather|Gather Merge|Hash|Materialize|Memoize|Append|Merge Append|LockRows|Result|ModifyTable)$/u

/** The sequential scans of a plan. */
export const listScanNeeds = (plan: PlanNode): ScanNeed[] => visit(plan, start)

function visit(node: PlanNode, context: Context): ScanNeed[] {
  const type = node['Node Type']
  if (type === 'Seq Scan') return [describeScan(node, context)]
  const children = node.Plans ?? []
  const [outer, inner] = children
  if (/^(?:Hash Join|Merge Join|Nested Loop)$/u.test(type) && outer && inner) {
    return [
      ...visit(outer, joinContext(node, outer, { context, other: inner })),
      ...visit(inner, joinContext(node, inner, { context, other: outer })),
      ...children.slice(2).flatMap((child) => visit(child, start)),
    ]
  }
  return children.flatMap((child) => visit(child, childContext(node, child, context)))
}

function childContext(node: PlanNode, child: PlanNode, context: Context): Context {
  const type = node['Node Type']
  if (/^(?:InitPlan|SubPlan)$/u.test(child['Parent Relationship'] ?? '')) return start
  if (type === 'Limit') return { ...context, isLimited: true }
  if (type === 'Sort' || type === 'Incremental Sort') {
    return { ...context, sort: context.isLimited ? (node['Sort Key'] ?? null) : null }
  }
  return transparent.test(type) ? context : start
}

/** Which side of a join an index can look up, by the type of the join. */
const lookedUp: Readonly<Record<string, readonly string[]>> = {
  Inner: ['Outer', 'Inner'],
  Semi: ['Outer', 'Inner'],
  Left: ['Inner'],
  Anti: ['Inner'],
  Right: ['Outer'],
}

function joinContext(
  node: PlanNode,
  child: PlanNode,
  { context, other }: { context: Context; other: PlanNode },
): Context {
  const sides = lookedUp[node['Join Type'] ?? ''] ?? []
  const joins = { ...context, sort: null, isLimited: false }
  if (!sides.includes(child['Parent Relationship'] ?? '')) return joins
  const texts = [node['Hash Cond'], node['Merge Cond'], node['Join Filter']]
  const otherRows = other['Plan Rows'] ?? Number.POSITIVE_INFINITY
  const own = texts.flatMap((text) => (text === undefined ? [] : [{ text, otherRows }]))
  return { ...joins, joins: [...context.joins, ...own] }
}

function describeScan(node: PlanNode, { joins, sort }: Context): ScanNeed {
  const alias = node.Alias ?? ''
  const isOwn = (condition: Condition) => condition.alias === alias
  return {
    schema: node.Schema ?? '',
    table: node['Relation Name'] ?? '',
    conditions: parseConditions(node.Filter ?? '').filter(
      (one) => isOwn(one) && one.joined === null,
    ),
    joins: joins.flatMap(({ text, otherRows }) =>
      parseConditions(text)
        .filter((one) => isOwn(one) && one.joined !== null && one.kind === 'equal')
        .map((condition) => ({ condition, otherRows })),
    ),
    sort: parseSort(sort, alias),
  }
}

function parseSort(keys: readonly string[] | null, alias: string): SortedBy[] | null {
  if (keys === null) return null
  const sorted = keys.map((key): SortedBy | null => {
    const nulls = / NULLS (FIRST|LAST)$/u.exec(key)?.[1]
    const plain = key.replace(/ NULLS (?:FIRST|LAST)$/u, '')
    const descending = plain.endsWith(' DESC')
    const text = plain.replace(/ DESC$/u, '')
    if (splitAtTop(text, ' ').length > 1) return null
    // A column alone reads like a condition on a flag.
    const [column] = parseConditions(text)
    if (column === undefined || column.alias !== alias || column.cast !== null) return null
    return {
      column: column.column,
      descending,
      nulls: nulls === undefined ? null : nulls === 'FIRST' ? 'first' : 'last',
    }
  })
  return sorted.every((one) => one !== null) ? sorted : null
}

/** The conditions of all nodes, with the tables of their aliases. */
export function listConditions(plan: PlanNode): (Condition & { schema: string; table: string })[] {
  const nodes = flatten(plan)
  const tables = new Map(
    nodes.flatMap((node) =>
      node.Alias !== undefined && node['Relation Name'] !== undefined
        ? [[node.Alias, { schema: node.Schema ?? '', table: node['Relation Name'] }] as const]
        : [],
    ),
  )
  const texts = nodes.flatMap((node) => [
    node.Filter,
    node['Index Cond'],
    node['Recheck Cond'],
    node['Hash Cond'],
    node['Merge Cond'],
    node['Join Filter'],
  ])
  return texts.flatMap((text) =>
    parseConditions(text ?? '').flatMap((condition) => {
      const table = tables.get(condition.alias)
      return table === undefined ? [] : [{ ...condition, ...table }]
    }),
  )
}

export const flatten = (plan: PlanNode): PlanNode[] => [
  plan,
  ...(plan.Plans ?? []).flatMap(flatten),
]
