import { clsx } from 'clsx'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'

import { plural } from '../../lib/format/format.ts'
import { Badge } from '../../ui/Status.tsx'
import type { Figures } from './figures.ts'
import { formatCost, formatMs, formatRows } from './format-plan.ts'
import type { Plan, PlanNode } from './plan-node.ts'
import { PlanNodeDetails } from './PlanNodeDetails.tsx'
import { afterKey, shownNodes } from './tree-keys.ts'

type Props = {
  plan: Plan
  figures: ReadonlyMap<string, Figures>
  chosen: string
  onChoose: (id: string) => void
}

/** The nodes of a plan, each with its share of self time. */
export function PlanTree({ plan, figures, chosen, onChoose }: Props) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const nodes = shownNodes(plan.root, closed)
  const active = nodes.find(({ node }) => node.id === chosen)?.node ?? plan.root

  const fold = (id: string, isClosed: boolean) =>
    setClosed((before) => {
      const next = new Set(before)
      if (isClosed) next.add(id)
      else next.delete(id)
      return next
    })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const action = afterKey(nodes, active, { key: event.key, closed })
    if (action === undefined) return
    event.preventDefault()
    if (action.fold !== undefined) return fold(active.id, action.fold)
    onChoose(action.to)
    event.currentTarget.querySelector<HTMLElement>(`[data-plan-node="${action.to}"]`)?.focus()
  }

  return (
    <div className="@container">
      <div className="flex flex-col @min-[860px]:flex-row">
        <div
          role="tree"
          aria-label="Plan"
          tabIndex={-1}
          className="min-w-0 flex-1 p-2"
          onKeyDown={onKeyDown}
        >
          {nodes.map(({ node, depth }) => (
            <Row
              key={node.id}
              node={node}
              depth={depth}
              figures={figures.get(node.id)}
              isMeasured={plan.isMeasured}
              isClosed={closed.has(node.id)}
              isChosen={node === active}
              onChoose={() => onChoose(node.id)}
              onFold={(isClosed) => fold(node.id, isClosed)}
            />
          ))}
        </div>
        <PlanNodeDetails node={active} figures={figures.get(active.id)} />
      </div>
      <Notes notes={plan.notes} />
    </div>
  )
}

/** PostgreSQL's notes about the whole: changed settings, triggers, JIT compilation. */
function Notes({ notes }: Pick<Plan, 'notes'>) {
  if (notes.length === 0) return null
  return (
    <dl
      aria-label="Share of total"
      className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-3 py-2 text-xs"
    >
      {notes.map(({ name, value }) => (
        <div key={name} className="flex min-w-0 gap-1.5">
          <dt className="text-ink-faint">{name}</dt>
          <dd className="min-w-0 font-mono break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type RowProps = {
  node: PlanNode
  depth: number
  figures: Figures | undefined
  isMeasured: boolean
  isClosed: boolean
  isChosen: boolean
  onChoose: () => void
  onFold: (isClosed: boolean) => void
}

function Row({ node, depth, figures, isMeasured, isClosed, isChosen, onChoose, onFold }: RowProps) {
  const { children, isNeverExecuted } = node
  const Chevron = isClosed ? ChevronRight : ChevronDown
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are those of the tree
    <div
      role="treeitem"
      data-plan-node={node.id}
      aria-level={depth + 1}
      aria-expanded={children.length === 0 ? undefined : !isClosed}
      aria-selected={isChosen}
      tabIndex={isChosen ? 0 : -1}
      className={clsx(
        'grid cursor-default grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-control py-1 pr-2 focus-visible:-outline-offset-2 @min-[620px]:grid-cols-[minmax(0,1fr)_150px_180px]',
        isChosen ? 'bg-accent-wash' : 'hover:bg-hover',
        isNeverExecuted && 'text-ink-faint',
      )}
      style={{ paddingLeft: `${depth * 16 + 4}px` }}
      onClick={onChoose}
    >
      <span className="flex min-w-0 items-center gap-1">
        <Chevron
          aria-hidden
          className={clsx('flex-none text-ink-faint', children.length === 0 && 'invisible')}
          onClick={() => onFold(!isClosed)}
        />
        {node.role !== undefined && <Badge tone="info">{node.role}</Badge>}
        <span className="min-w-0 truncate">
          <span className="font-medium">{node.title}</span>{' '}
          <span className="text-ink-soft">{node.relation ?? node.index}</span>
        </span>
      </span>
      <OwnPart node={node} figures={figures} isMeasured={isMeasured} />
      <RowsPart node={node} figures={figures} />
    </div>
  )
}

type PartProps = Pick<RowProps, 'node' | 'figures'>

function OwnPart({ node, figures, isMeasured }: PartProps & Pick<RowProps, 'isMeasured'>) {
  const share = figures?.share ?? 0
  const measured = figures?.ownMs === undefined ? '' : formatMs(figures.ownMs)
  const cost = `cost ${formatCost(node.estimate?.totalCost ?? 0)}`
  return (
    <span className="tabular flex items-center gap-2 text-xs">
      <span aria-hidden className="h-2 w-12 flex-none overflow-hidden rounded-full bg-sunken">
        <span
          className={clsx('block h-full', share >= 0.4 ? 'bg-warn' : 'bg-accent')}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      <span className="whitespace-nowrap">
        {node.isNeverExecuted ? 'never executed' : isMeasured ? measured : cost}
      </span>
    </span>
  )
}

function RowsPart({ node, figures }: PartProps) {
  const { rows, estimatedRows, factor = 1, isUnderestimated = false } = figures ?? {}
  const loops = node.actual?.loops ?? 1
  return (
    <span className="tabular col-span-2 flex items-center gap-1.5 pl-5 text-xs whitespace-nowrap text-ink-soft @min-[620px]:col-span-1 @min-[620px]:justify-end @min-[620px]:pl-0">
      {rows === undefined
        ? `~${plural(Math.round(estimatedRows ?? 0), 'row')}`
        : `${formatRows(rows)} of ~${plural(Math.round(estimatedRows ?? 0), 'row')}`}
      {loops > 1 && <span className="text-ink-faint">{formatRows(loops)} ×</span>}
      {factor >= 10 && (
        <span className="flex rounded-full bg-canvas">
          <Badge tone="warn">{`${formatRows(factor)} × ${isUnderestimated ? 'more' : 'fewer'}`}</Badge>
        </span>
      )}
    </span>
  )
}
