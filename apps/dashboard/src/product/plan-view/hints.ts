import { formatCount } from '../../lib/format/format.ts'
import type { Figures } from './figures.ts'
import { getDetail, getName, listNodes, type Plan, type PlanNode } from './plan-node.ts'

export type Hint = {
  kind: 'slow' | 'estimate' | 'scan' | 'spill'
  /** The node that it is about. */
  id: string
  title: string
  advice: string
}

const slowShare = 0.4
/** Faster plans need no hints. */
const noticedMs = 5
const badFactor = 10
const worthRows = 1000

/** Notable findings in a plan, the most severe first. */
export function listHints(plan: Plan, figures: ReadonlyMap<string, Figures>): Hint[] {
  return listNodes(plan.root)
    .flatMap((node) => {
      const own = figures.get(node.id)
      return own === undefined ? [] : hintsOfNode(node, own, figures)
    })
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ kind, id, title, advice }) => ({ kind, id, title, advice }))
}

type Weighed = Hint & { weight: number }

function hintsOfNode(
  node: PlanNode,
  own: Figures,
  figures: ReadonlyMap<string, Figures>,
): Weighed[] {
  const wrong = followsFrom(node, own, figures) ? undefined : misjudged(node, own)
  return [slow(node, own), spilled(node, own), scanned(node, own), wrong].flatMap((hint) =>
    hint === undefined ? [] : [{ ...hint, id: node.id }],
  )
}

type Found = Omit<Weighed, 'id'> | undefined

function slow(node: PlanNode, { ownMs, share }: Figures): Found {
  if (ownMs === undefined || ownMs < noticedMs || share < slowShare) return undefined
  return {
    kind: 'slow',
    title: `${getName(node)} takes ${Math.round(share * 100)} % of the time`,
    advice: 'Reducing the work of this step makes the query faster.',
    weight: 3 + share,
  }
}

function spilled(node: PlanNode, { share }: Figures): Found {
  const kilobytes = getDisk(node)
  if (kilobytes === undefined) return undefined
  return {
    kind: 'spill',
    title: `${getName(node)} did not fit into memory: ${formatCount(kilobytes)} kB were written to disk`,
    advice: 'A larger work_mem for this session keeps it in memory.',
    weight: 2 + share,
  }
}

/** Kilobytes that a sort, a hash or an aggregate wrote; undefined when it stayed in memory. */
function getDisk(node: PlanNode): number | undefined {
  if (getDetail(node, 'Sort Space Type') === 'Disk')
    return Number.parseFloat(getDetail(node, 'Sort Space Used') ?? '')
  const usage = getDetail(node, 'Disk') ?? getDetail(node, 'Disk Usage')
  if (usage !== undefined) return Number.parseFloat(usage)
  // A text counts batches only: `4 (originally 1)`.
  const batches = Number.parseInt(
    getDetail(node, 'Hash Batches') ?? getDetail(node, 'Batches') ?? '1',
    10,
  )
  if (batches <= 1 || !node.title.endsWith('Hash')) return undefined
  return (node.buffers?.tempWritten ?? 0) * 8
}

function scanned(node: PlanNode, { rows = 0, share }: Figures): Found {
  if (!node.title.endsWith('Seq Scan')) return undefined
  const loops = node.actual?.loops ?? 1
  const removed = Number(getDetail(node, 'Rows Removed by Filter') ?? 0) * loops
  if (removed < worthRows || removed < rows * 9) return undefined
  return {
    kind: 'scan',
    title: `${getName(node)} read ${formatCount(removed + rows)} rows to find ${formatCount(rows)}`,
    advice: `An index that matches ${getDetail(node, 'Filter') ?? 'its filter'} would read only those.`,
    weight: 1 + share,
  }
}

/** A wrong estimate propagates upwards: it is reported at its origin. */
function followsFrom(
  { children }: PlanNode,
  { factor = 1 }: Figures,
  figures: ReadonlyMap<string, Figures>,
): boolean {
  return children.some(({ id }) => {
    const below = figures.get(id)?.factor ?? 1
    return below >= badFactor && below * 2 >= factor
  })
}

function misjudged(node: PlanNode, own: Figures): Found {
  const { factor = 1, rows = 0, estimatedRows = 0, isUnderestimated, share } = own
  if (factor < badFactor || Math.max(rows, estimatedRows) < 100) return undefined
  const times = formatCount(Math.round(factor))
  return {
    kind: 'estimate',
    title: `${getName(node)} returned ${times} times ${isUnderestimated ? 'more' : 'fewer'} rows than estimated`,
    advice:
      'Run ANALYZE on the table, or create extended statistics, to improve the estimates and the plan.',
    weight: share,
  }
}
