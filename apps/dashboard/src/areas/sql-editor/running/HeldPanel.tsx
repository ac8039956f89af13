import type { HeldRun } from '@basalt/contract/database/query'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { formatDuration } from '../../../lib/format/format-duration.ts'
import { formatCount, plural } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormAlert } from '../../../ui/FormAlert.tsx'
import type { Run } from '../runs/run-model.ts'
import type { Runs } from '../runs/use-runs.ts'
import { Countdown } from './Elapsed.tsx'
import { markedSamples } from './held-samples.ts'
import { listChanges } from './held-text.ts'
import { HeldSample } from './HeldSample.tsx'

type HeldTable = HeldRun['tables'][number]

type Props = { runs: Runs; held: HeldRun }

/** The uncommitted effects of a run, and the decision about them. */
export function HeldPanel({ runs: { run, runs }, held }: Props) {
  const decide = useMutation({
    mutationFn: (outcome: 'commit' | 'roll_back') => runs.decide(outcome),
  })
  const isOpen = run?.state === 'held'
  const pressed = run?.pressed ?? 0
  const panel = usePanelFocus(isOpen, pressed)
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Changes before commit"
      className="flex min-h-0 flex-1 flex-col focus-visible:-outline-offset-2"
    >
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-3">
        <Summary held={held} statements={run?.statements ?? []} isOpen={isOpen} />
        {held.tables.map((table) => (
          <TableChange key={`${table.schema}.${table.name}`} table={table} />
        ))}
        <Locks held={held} isOpen={isOpen} />
      </div>
      <footer className="flex flex-none flex-wrap items-center gap-2 border-t border-line p-3">
        {isOpen && (
          <p className="text-ink-soft">
            Rolls back automatically in <Countdown at={held.until} />, or when this tab closes
          </p>
        )}
        {isOpen && pressed > 0 && (
          <p role="alert" className="font-medium text-warn">
            Decide first: commit or roll back.
          </p>
        )}
        {decide.error !== null && <FormAlert>{decide.error.message}</FormAlert>}
        {isOpen ? (
          <div className="ml-auto flex gap-2">
            <Button isPending={decide.isPending} onClick={() => decide.mutate('roll_back')}>
              Roll back
            </Button>
            <Button
              variant="primary"
              isPending={decide.isPending}
              onClick={() => decide.mutate('commit')}
            >
              Commit
            </Button>
          </div>
        ) : (
          <div className="ml-auto">
            <Outcome decided={run?.decided} pressed={decide.variables} />
          </div>
        )}
      </footer>
    </section>
  )
}

/** The panel takes the focus when its decision is requested, and when no other element has it. */
function usePanelFocus(isOpen: boolean, pressed: number) {
  const panel = useRef<HTMLElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (pressed > 0) panel.current?.focus()
  }, [pressed])
  useEffect(() => {
    // The buttons before and after the decision are removed, and the focus with them.
    if (isOpen !== wasOpen.current && document.activeElement === document.body) {
      panel.current?.focus()
    }
    wasOpen.current = isOpen
  }, [isOpen])
  return panel
}

type OutcomeProps = {
  decided: NonNullable<Runs['run']>['decided']
  /** The chosen decision, whether or not it arrived. */
  pressed: 'commit' | 'roll_back' | undefined
}

function Outcome({ decided, pressed }: OutcomeProps) {
  if (decided === undefined)
    return (
      <output>
        {pressed === 'commit'
          ? 'Commit status unknown: the connection was lost. Check your data.'
          : 'Rolled back: the connection was lost.'}
      </output>
    )
  if (decided.outcome === 'committed') return <output className="text-good">Committed</output>
  const { reason } = decided
  return <output>{reason === undefined ? 'Rolled back' : `Rolled back: ${reason}`}</output>
}

type SummaryProps = { held: HeldRun; statements: Run['statements']; isOpen: boolean }

function Summary({ held, statements, isOpen }: SummaryProps) {
  return (
    <p className="tabular text-ink-soft">
      {listChanges(held.tables, statements)}
      {`, in ${formatDuration(held.duration_ms)}.${isOpen ? ' Nobody else sees it yet.' : ''}`}
    </p>
  )
}

function TableChange({ table }: { table: HeldTable }) {
  const name = `${table.schema}.${table.name}`
  const { before, after } = markedSamples(table)
  return (
    <article className="flex flex-col gap-2">
      <h2 className="flex flex-wrap items-baseline gap-2 font-medium">
        {table.schema === 'public' ? table.name : `${table.schema}.${table.name}`}
        <span className="tabular text-xs font-normal text-ink-soft">{getOutcome(table)}</span>
      </h2>
      {table.unseen !== null && <p className="text-ink-soft">{`No sample: ${table.unseen}`}</p>}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))] gap-3">
        {before !== null && <HeldSample label="Before" name={name} sample={before} />}
        {after !== null && <HeldSample label="After" name={name} sample={after} />}
      </div>
    </article>
  )
}

/** For example "2 updated, 1 deleted, of 30 rows". */
function getOutcome({ inserted, updated, deleted, of, change }: HeldTable): string {
  const counts = [
    [inserted, 'inserted'],
    [updated, 'updated'],
    [deleted, 'deleted'],
  ] as const
  const done = [
    ...(change === null ? [] : [changeTexts[change]]),
    ...counts
      .filter(([count]) => count > 0)
      .map(([count, word]) => `${formatCount(count)} ${word}`),
  ]
  if (of === null) return done.join(', ')
  return `${done.join(', ')}, of ${of.is_exact ? '' : 'about '}${plural(of.rows, 'row')}`
}

const changeTexts = {
  created: 'Created',
  dropped: 'Dropped',
  emptied: 'Truncated',
  rewritten: 'Rewritten',
  altered: 'Structure changed',
} as const

/** Others that want to change the same wait for these. */
function Locks({ held, isOpen }: { held: HeldRun; isOpen: boolean }) {
  if (held.locks.length === 0) return null
  return (
    <details>
      <summary className="text-ink-soft">
        {plural(held.locks.length, 'lock')} {isOpen ? 'until' : 'before'} the decision
      </summary>
      <ul className="mt-1 font-mono text-xs leading-5">
        {held.locks.map(({ mode, on }) => (
          <li key={`${mode} ${on}`}>{`${mode} on ${on}`}</li>
        ))}
      </ul>
    </details>
  )
}
