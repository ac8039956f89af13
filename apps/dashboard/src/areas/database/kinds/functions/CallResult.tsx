import type { databaseSessions } from '@basalt/contract/database/sessions'
import type { OutputOf } from '@basalt/contract/route'
import { useMutation } from '@tanstack/react-query'

import { plural } from '../../../../lib/format/format.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { type CallRun, maxRows } from './use-call.ts'

type Decide = (outcome: 'commit' | 'roll_back') => Promise<OutputOf<typeof databaseSessions.decide>>

type Props = { run: CallRun; onDecide: Decide }

/** The rows, notices and changes of a call, and the decision about its transaction. */
export function CallResult({ run, onDecide }: Props) {
  const { state, notices, error, durationMs, outcome } = run
  return (
    <section aria-label="Result" aria-live="polite" className="flex min-w-0 flex-col gap-3">
      {state === 'running' && <p className="text-ink-soft">Running</p>}
      {error !== null && (
        <Notice tone="bad" title="The call failed">
          <span className="whitespace-pre-line">{error}</span>
        </Notice>
      )}
      {run.fields.length > 0 && error === null && <ResultTable run={run} />}
      {durationMs !== null && (
        <p className="text-xs text-ink-faint">
          {plural(run.rows.length, 'row')}
          {run.rows.length === maxRows && ', more were not read'} in {Math.round(durationMs)} ms
        </p>
      )}
      {notices.map(({ severity, message }, at) => (
        <Notice key={at} tone={severity === 'WARNING' ? 'warn' : 'info'}>
          {severity}: {message}
        </Notice>
      ))}
      <Changes run={run} />
      {state === 'held' && <Decision onDecide={onDecide} />}
      {outcome !== null && (
        <Notice tone={outcome.isCommitted ? 'good' : 'info'}>{outcome.text}</Notice>
      )}
    </section>
  )
}

function Decision({ onDecide }: { onDecide: Decide }) {
  const decide = useMutation({ mutationFn: onDecide })
  return (
    <Notice
      tone="warn"
      title="The transaction is open"
      action={
        <div className="flex gap-2">
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
      }
    >
      {decide.error?.message ?? 'Closing this dialog rolls it back.'}
    </Notice>
  )
}

function Changes({ run: { held } }: { run: CallRun }) {
  if (held === null) return null
  const changed = held.tables.map(({ schema, name, inserted, updated, deleted, change }) => {
    const counts = [
      [inserted, 'inserted'],
      [updated, 'updated'],
      [deleted, 'deleted'],
    ] as const
    const rows = counts.flatMap(([count, verb]) => (count > 0 ? [`${count} ${verb}`] : []))
    return `${schema}.${name}: ${[...rows, ...(change === null ? [] : [change])].join(', ')}`
  })
  if (changed.length === 0) return <p className="text-ink-soft">It changed no rows.</p>
  return (
    <ul aria-label="Changed tables" className="list-disc pl-4">
      {changed.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function ResultTable({ run: { fields, rows } }: { run: CallRun }) {
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
      tabIndex={0}
      aria-label="Rows of the result"
      className="max-h-80 overflow-auto rounded-card border border-line"
    >
      <table className="w-full font-mono text-xs">
        <thead>
          <tr>
            {fields.map(({ name, type }, at) => (
              <th key={at} scope="col" className="px-2 py-1 text-left whitespace-nowrap">
                {name} <span className="font-normal text-ink-faint">{type}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at} className="border-t border-line">
              {row.map((value, column) => (
                <td key={column} className="max-w-80 truncate px-2 py-1" title={value ?? undefined}>
                  {value ?? <span className="text-ink-faint">NULL</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
