import { clsx } from 'clsx'
import { useMemo } from 'react'

import { plural } from '../../lib/format/format.ts'
import { listPairs } from './compare.ts'
import { type Figures, listFigures } from './figures.ts'
import { formatCost, formatDifference, formatMs } from './format-plan.ts'
import { getName, type Plan, type PlanNode } from './plan-node.ts'

type Props = { before: { label: string; plan: Plan }; after: Plan }

/** Two plans node by node: the self time of each step, and the difference. */
export function PlanComparison({ before, after }: Props) {
  const pairs = useMemo(() => listPairs(before.plan.root, after.root), [before.plan, after])
  const [left, right] = useMemo(
    () => [listFigures(before.plan), listFigures(after)],
    [before.plan, after],
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys
    <section tabIndex={0} aria-label="Plan comparison" className="min-h-0 flex-1 overflow-auto">
      <table className="w-full min-w-[760px] border-collapse text-left">
        <thead className="sticky top-0 bg-surface">
          <tr>
            {[before.label, 'Self time, rows', 'This plan', 'Self time, rows', 'Difference'].map(
              (heading, position) => (
                <th
                  key={position}
                  scope="col"
                  className="border-b border-line px-3 py-1.5 text-xs font-medium text-ink-soft"
                >
                  {heading}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody className="tabular">
          <tr className="border-b border-line font-medium">
            <td className="px-3 py-1.5">Total</td>
            <td className="px-3">{getWhole(before.plan)}</td>
            <td className="px-3">Total</td>
            <td className="px-3">{getWhole(after)}</td>
            <Difference before={before.plan.executionMs} after={after.executionMs} />
          </tr>
          {pairs.map(({ depth, before: one, after: other }) => {
            const [was, is] = [left.of.get(one?.id ?? ''), right.of.get(other?.id ?? '')]
            return (
              <tr key={`${one?.id} ${other?.id}`} className="border-b border-line">
                <Name node={one} depth={depth} isAlike={one?.title === other?.title} />
                <Own node={one} figures={was} />
                <Name node={other} depth={depth} isAlike={one?.title === other?.title} />
                <Own node={other} figures={is} />
                <Difference before={was?.ownMs} after={is?.ownMs} />
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

const getWhole = ({ executionMs, root }: Plan) =>
  executionMs === undefined
    ? `cost ${formatCost(root.estimate?.totalCost ?? 0)}`
    : formatMs(executionMs)

type NameProps = { node: PlanNode | undefined; depth: number; isAlike: boolean }

function Name({ node, depth, isAlike }: NameProps) {
  return (
    <td className="px-3 py-1" style={{ paddingLeft: `${depth * 14 + 12}px` }}>
      {node === undefined ? (
        <span className="text-ink-faint">Not in this plan</span>
      ) : (
        <span className={clsx(isAlike || 'font-medium text-accent')}>{getName(node)}</span>
      )}
    </td>
  )
}

function Own({ node, figures }: { node: PlanNode | undefined; figures: Figures | undefined }) {
  if (node === undefined) return <td aria-label="None" className="px-3" />
  const time =
    figures?.ownMs === undefined
      ? `cost ${formatCost(node.estimate?.totalCost ?? 0)}`
      : formatMs(figures.ownMs)
  return (
    <td className="px-3 text-xs whitespace-nowrap text-ink-soft">
      {node.isNeverExecuted
        ? 'never executed'
        : `${time}, ${plural(Math.round(figures?.rows ?? figures?.estimatedRows ?? 0), 'row')}`}
    </td>
  )
}

type DifferenceProps = { before: number | undefined; after: number | undefined }

function Difference({ before, after }: DifferenceProps) {
  if (before === undefined || after === undefined) return <td aria-label="None" className="px-3" />
  const by = after - before
  return (
    <td className={clsx('px-3 whitespace-nowrap', by > 0 && 'text-warn', by < 0 && 'text-good')}>
      {formatDifference(by)}
    </td>
  )
}
