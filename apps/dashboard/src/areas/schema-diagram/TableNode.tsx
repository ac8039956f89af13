import type { DiagramTable } from '@basalt/contract/database/schema-diagram'
import type { Node, NodeProps } from '@xyflow/react'
import { clsx } from 'clsx'
import { KeyRound, ShieldAlert, ShieldCheck } from 'lucide-react'
import { createContext, memo, use } from 'react'

import { headHeight, maxRows, nodeHeight, nodeWidth, rowHeight } from './places/node-size.ts'
import { useStaged } from './use-staged.ts'

export type TableNodeType = Node<
  { table: DiagramTable; isDimmed: boolean; isFound: boolean },
  'table'
>

/** Whether the diagram is so large that columns can be read. */
export const NearContext = createContext(false)

/** A table with its columns; from far away only its name. */
export const TableNode = memo(function TableNode({ data, selected }: NodeProps<TableNodeType>) {
  const { table, isDimmed, isFound } = data
  const isNear = useStaged(use(NearContext))
  const shown = table.columns.slice(0, maxRows)
  const Shield = table.rls === 'off' ? ShieldAlert : ShieldCheck
  return (
    <div
      className={clsx(
        'overflow-hidden rounded-control border bg-surface text-xs',
        selected || isFound ? 'border-accent' : 'border-line',
        isDimmed && 'opacity-30',
      )}
      style={{ width: nodeWidth, height: nodeHeight(table.columns.length) }}
    >
      <div
        className={clsx(
          'flex items-center gap-2 px-2.5 font-semibold',
          isNear ? 'border-b border-line bg-raised' : 'text-2xl',
        )}
        style={{ height: isNear ? headHeight : '100%' }}
        title={table.comment ?? undefined}
      >
        <span className="min-w-0 flex-1 truncate">{table.name}</span>
        <Shield
          aria-label={rlsLabels[table.rls]}
          className={clsx(
            isNear ? 'size-3.5!' : 'size-6!',
            table.rls === 'off' ? 'text-warn' : 'text-ink-faint',
          )}
        />
      </div>
      {isNear &&
        shown.map(({ name, data_type: type, is_key: isKey }) => (
          <div key={name} className="flex items-center gap-2 px-2.5" style={{ height: rowHeight }}>
            {isKey && <KeyRound aria-label="Primary key" className="size-3! text-accent" />}
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <span className="max-w-28 truncate text-ink-faint">{type}</span>
          </div>
        ))}
      {isNear && table.columns.length > shown.length && (
        <div className="px-2.5 text-ink-faint">{table.columns.length - shown.length} more</div>
      )}
    </div>
  )
})

const rlsLabels = {
  off: 'Row-level security is off',
  on: 'Row-level security is on',
  forced: 'Row-level security is forced',
} as const
