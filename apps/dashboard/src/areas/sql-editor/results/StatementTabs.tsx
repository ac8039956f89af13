import { clsx } from 'clsx'
import { CircleAlert, CircleSlash, Columns2, LoaderCircle } from 'lucide-react'
import { useRef } from 'react'

import { useScrollIntoView } from '../../../lib/browser/use-scroll-into-view.ts'
import { plural } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/Button.tsx'
import type { Run, StatementResult } from '../runs/run-model.ts'

/** A statement by its number; the changes of a held run come first. */
export type Shown = number | 'changes'

type Props = {
  run: Run
  isHeld: boolean
  shown: Shown
  onSelect: (shown: Shown) => void
  /** Shows another statement next to this one; undefined unless two have rows. */
  adjacent: { isShown: boolean; onToggle: () => void } | undefined
}

/** The statements of a run, one of which is shown. */
export function StatementTabs({ run, isHeld, shown, onSelect, adjacent }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useScrollIntoView(list, '[aria-selected="true"]', `${shown} of ${run.statements.length}`)
  return (
    <div className="flex h-9 flex-none items-stretch border-b border-line">
      <div
        ref={list}
        role="tablist"
        aria-label="Statements"
        className="flex min-w-0 flex-1 overflow-x-auto"
      >
        {isHeld && (
          <button
            type="button"
            role="tab"
            aria-selected={shown === 'changes'}
            onClick={() => onSelect('changes')}
            className={tabClass(shown === 'changes')}
          >
            Changes
          </button>
        )}
        {run.statements.map((statement, index) => (
          <StatementTab
            key={index}
            index={index}
            result={statement}
            isSelected={index === shown}
            onSelect={() => onSelect(index)}
          />
        ))}
      </div>
      {adjacent !== undefined && (
        <Button
          variant="ghost"
          size="small"
          icon={Columns2}
          tooltip="Compare with the rows of another statement"
          aria-pressed={adjacent.isShown}
          className="m-1 flex-none self-center aria-pressed:bg-accent-wash! aria-pressed:text-accent-ink!"
          onClick={adjacent.onToggle}
        >
          Side by side
        </Button>
      )}
    </div>
  )
}

const tabClass = (isSelected: boolean) =>
  clsx(
    'flex flex-none items-center gap-2 border-r border-line px-3 whitespace-nowrap',
    isSelected ? 'bg-accent-wash text-ink' : 'text-ink-soft hover:bg-hover',
  )

type TabProps = {
  index: number
  result: StatementResult
  isSelected: boolean
  onSelect: () => void
}

function StatementTab({ index, result, isSelected, onSelect }: TabProps) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isSelected}
      onClick={onSelect}
      className={tabClass(isSelected)}
    >
      <StateIcon state={result.state} />
      <span className="tabular text-ink-faint">{index + 1}</span>
      {result.command ?? stateLabels[result.state]}
      {result.notices.length > 0 && (
        <span className="text-xs text-ink-faint">{plural(result.notices.length, 'notice')}</span>
      )}
    </button>
  )
}

export const stateLabels = {
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  lost: 'Unknown',
} as const satisfies Record<StatementResult['state'], string>

function StateIcon({ state }: Pick<StatementResult, 'state'>) {
  if (state === 'running') return <LoaderCircle className="size-3.5! animate-spin" />
  if (state === 'failed') return <CircleAlert className="size-3.5! text-bad" />
  if (state === 'cancelled' || state === 'lost')
    return <CircleSlash className="size-3.5! text-warn" />
  return null
}
