import { type Buffers, getDetail, type Plan, type PlanNode } from './plan-node.ts'

/** Computed figures of a node: over all loops, and without its children. */
export type Figures = {
  /** Of all loops; the time that passed where workers shared them. Undefined when not measured. */
  totalMs: number | undefined
  /** Without its children, and without the CTEs and subqueries that it waited for. */
  ownMs: number | undefined
  /** Own part of the whole, by time or, where only planned, by cost: 0 to 1. */
  share: number
  /** Rows of all loops. */
  rows: number | undefined
  estimatedRows: number | undefined
  /** Times more or fewer rows than expected, at least 1; undefined when not measured. */
  factor: number | undefined
  isUnderestimated: boolean
  ownBuffers: Buffers | undefined
}

type Reckoning = {
  parent: PlanNode | undefined
  totalMs: number | undefined
  ownMs: number | undefined
  ownCost: number
}

/** The figures of every node by its id, and the sum of all self times. */
export function listFigures({ root, isMeasured }: Plan): {
  of: ReadonlyMap<string, Figures>
  totalMs: number
} {
  const reckoned = new Map<PlanNode, Reckoning>()
  reckon(root, { parent: undefined, processes: 1 }, reckoned)
  shareOut(reckoned)
  const all = [...reckoned]
  const totalMs = all.reduce((sum, [, { ownMs = 0 }]) => sum + ownMs, 0)
  const totalCost = all.reduce((sum, [, { ownCost }]) => sum + ownCost, 0)
  const of = new Map(
    all.map(([node, one]): [string, Figures] => [
      node.id,
      {
        totalMs: one.totalMs,
        ownMs: one.ownMs,
        share: isMeasured ? part(one.ownMs ?? 0, totalMs) : part(one.ownCost, totalCost),
        ...listRows(node),
        ownBuffers: ownBuffers(node),
      },
    ]),
  )
  return { of, totalMs }
}

const part = (own: number, total: number) => own / (total || 1)

type Position = { parent: PlanNode | undefined; processes: number }

/** Below a Gather the loops of all processes are counted, while they ran side by side. */
function reckon(
  node: PlanNode,
  { parent, processes }: Position,
  into: Map<PlanNode, Reckoning>,
): void {
  const { actual, estimate, children, workers } = node
  const measured = actual?.totalMs
  const totalMs = measured === undefined ? undefined : (measured * (actual?.loops ?? 1)) / processes
  const below =
    workers?.launched === undefined || workers.launched === 0 ? processes : workers.launched + 1
  into.set(node, {
    parent,
    totalMs,
    ownMs: totalMs,
    ownCost: Math.max(
      0,
      (estimate?.totalCost ?? 0) -
        children.reduce((sum, child) => sum + (child.estimate?.totalCost ?? 0), 0),
    ),
  })
  for (const child of children) reckon(child, { parent: node, processes: below }, into)
}

/**
 * Subtracts the time of each node from the one that contains it. That is the parent, but a CTE or
 * an InitPlan is run by the first node that requests it, wherever it is listed.
 */
function shareOut(reckoned: Map<PlanNode, Reckoning>): void {
  const requestedFor: PlanNode[] = []
  for (const [node, { parent, totalMs }] of reckoned) {
    if (isRequestedFor(node)) requestedFor.push(node)
    else if (parent !== undefined) take(reckoned.get(parent), totalMs ?? 0)
  }
  for (const node of requestedFor) {
    const { parent, totalMs = 0 } = reckoned.get(node) ?? {}
    // The node that waited for it is among the slowest.
    const requesters = listRequesters(node, reckoned)
      .map((requester) => reckoned.get(requester))
      .toSorted((a, b) => (b?.ownMs ?? 0) - (a?.ownMs ?? 0))
    const remaining = requesters.reduce((rest, requester) => rest - take(requester, rest), totalMs)
    // A data-modifying CTE without a reader is run after everything else, outside of every node's
    // time.
    if (!isCte(node) && parent !== undefined) take(reckoned.get(parent), remaining)
  }
}

/** Answers how much of it was there to be taken. */
function take(from: Reckoning | undefined, ms: number): number {
  if (from?.ownMs === undefined) return 0
  const taken = Math.min(ms, from.ownMs)
  from.ownMs -= taken
  return taken
}

const isRequestedFor = ({ role }: PlanNode) => role !== undefined && !role.startsWith('SubPlan')
const isCte = ({ role }: PlanNode) => role?.startsWith('CTE ') === true

function listRequesters(node: PlanNode, reckoned: Map<PlanNode, Reckoning>): PlanNode[] {
  const { role = '' } = node
  const all = [...reckoned.keys()]
  if (isCte(node)) return all.filter(({ scansCte }) => scansCte === role.slice(4))
  const name = role.replace(/ \(.*$/u, '')
  return all.filter(({ details }) => details.some(({ value }) => value.includes(`(${name}).`)))
}

function listRows(
  node: PlanNode,
): Pick<Figures, 'rows' | 'estimatedRows' | 'factor' | 'isUnderestimated'> {
  const { actual, estimate } = node
  const loops = actual?.loops ?? 1
  const rows = actual === undefined ? undefined : Math.round(actual.rows * loops)
  const estimatedRows = estimate === undefined ? undefined : estimate.rows * loops
  if (actual === undefined || estimate === undefined || isBlind(node))
    return { rows, estimatedRows, factor: undefined, isUnderestimated: false }
  // Less than one row in each loop is no error: PostgreSQL never expects fewer than one.
  const [seen, expected] = [Math.max(1, actual.rows), Math.max(1, estimate.rows)]
  return {
    rows,
    estimatedRows,
    factor: Math.max(seen / expected, expected / seen),
    isUnderestimated: seen > expected,
  }
}

/** These return no rows. */
const isBlind = (node: PlanNode) =>
  /^Bitmap(?:And|Or)$/u.test(node.title) ||
  (/^(?:Insert|Update|Delete|Merge)$/u.test(node.title) && node.estimate?.rows === 0) ||
  (node.title.endsWith('Hash') &&
    getDetail(node, 'Output') === undefined &&
    node.actual?.rows === 0)

const kinds = ['hit', 'read', 'dirtied', 'written', 'tempRead', 'tempWritten'] as const

function ownBuffers({ buffers, children }: PlanNode): Buffers | undefined {
  if (buffers === undefined) return undefined
  const own = { ...buffers }
  for (const child of children) {
    // The node that requested a CTE includes its blocks, too.
    if (isCte(child)) continue
    for (const kind of kinds) own[kind] = Math.max(0, own[kind] - (child.buffers?.[kind] ?? 0))
  }
  return own
}
