import type { Figures } from './figures.ts'
import { formatBuffers, formatCost, formatMs, formatRows } from './format-plan.ts'
import { getName, type PlanNode } from './plan-node.ts'

type Props = { node: PlanNode; figures: Figures | undefined }

/** All properties of one node, reported and computed. */
export function PlanNodeDetails({ node, figures }: Props) {
  const entries = [...figuresShared(node, figures), ...node.details]
  return (
    <aside
      aria-label={getName(node)}
      className="flex-none border-t border-line p-3 @min-[860px]:w-[340px] @min-[860px]:border-t-0 @min-[860px]:border-l"
    >
      <h2 className="mb-2 font-medium break-words">{getName(node)}</h2>
      <dl className="grid grid-cols-[minmax(90px,auto)_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
        {entries.map(({ name, value }, position) => (
          <div key={`${position} ${name}`} className="contents">
            <dt className="text-ink-faint">{name}</dt>
            <dd className="tabular font-mono break-words whitespace-pre-wrap">{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}

function figuresShared(node: PlanNode, figures: Figures | undefined) {
  const { estimate, actual, workers } = node
  const reported: [string, string | undefined][] = [
    ['Self time', ms(figures?.ownMs)],
    ['Including children', ms(figures?.totalMs)],
    ['Rows', figures?.rows === undefined ? undefined : formatRows(figures.rows)],
    [
      'Estimated rows',
      figures?.estimatedRows === undefined ? undefined : formatRows(figures.estimatedRows),
    ],
    ['Loops', actual === undefined ? undefined : formatRows(actual.loops)],
    [
      'Cost',
      estimate === undefined
        ? undefined
        : `${formatCost(estimate.startupCost)} to ${formatCost(estimate.totalCost)}`,
    ],
    ['Row width', estimate === undefined ? undefined : `${estimate.width} bytes`],
    [
      'Workers',
      workers === undefined ? undefined : `${workers.launched ?? 0} of ${workers.planned}`,
    ],
    [
      'Self blocks',
      figures?.ownBuffers === undefined ? undefined : formatBuffers(figures.ownBuffers),
    ],
    ['All blocks', node.buffers === undefined ? undefined : formatBuffers(node.buffers)],
    ['Run', node.isNeverExecuted ? 'Never executed' : undefined],
  ]
  return reported.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]))
}

const ms = (value: number | undefined) => (value === undefined ? undefined : formatMs(value))
