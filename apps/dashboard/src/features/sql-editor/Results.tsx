import { ApiError } from '@basalt/contract'
import { clsx } from 'clsx'
import { CircleAlert, CircleSlash, LoaderCircle, Terminal } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'

import { formatCount, formatDuration, plural } from '../../lib/format.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Grid } from '../../ui/grid/Grid.tsx'
import { resultColumns, resultSource } from './result-columns.ts'
import { mostRows, type Run, type StatementResult, statementToShow } from './run-model.ts'

type Props = {
  run: Run | null
  /** Shows the place of an error in the editor. */
  onShowError: () => void
  onCancel: () => void
}

/** What a run has answered so far: a tab per statement, its rows, notices and time. */
export function Results({ run, onShowError, onCancel }: Props) {
  const [chosen, setChosen] = useState<{ run: number; statement: number }>()
  if (run === null) return <NothingRun />
  const shown = chosen?.run === run.id ? chosen.statement : statementToShow(run)
  const result = run.statements[shown]

  return (
    <section aria-label="Results" className="flex h-full min-h-0 flex-col">
      {run.statements.length > 1 && (
        <div
          role="tablist"
          aria-label="Statements"
          className="flex h-9 flex-none overflow-x-auto border-b border-line"
        >
          {run.statements.map((statement, index) => (
            <StatementTab
              key={index}
              index={index}
              result={statement}
              isSelected={index === shown}
              onSelect={() => setChosen({ run: run.id, statement: index })}
            />
          ))}
        </div>
      )}
      <div className="flex min-h-0 flex-1 flex-col">
        {run.failure !== undefined && (
          <div className="p-4">
            <ErrorPanel
              title="The query could not be run to its end"
              error={run.failure}
              action={isSignedOut(run.failure) && <SignInAgain />}
            />
          </div>
        )}
        {result === undefined ? (
          <RunState run={run} />
        ) : (
          <Statement
            key={`${run.id} ${shown}`}
            id={`${run.id} ${shown}`}
            result={result}
            onShowError={onShowError}
          />
        )}
      </div>
      {result !== undefined && (
        <StatusLine result={result} run={run} shown={shown} onCancel={onCancel} />
      )}
    </section>
  )
}

const isSignedOut = (error: Error) => error instanceof ApiError && error.code === 401

/** The text of the query is kept in the browser, so nothing is lost on the way. */
function SignInAgain() {
  return (
    <Link href={paths.signIn(globalThis.location.pathname)} className={buttonClass()}>
      Sign in again
    </Link>
  )
}

function NothingRun() {
  return (
    <div className="grid h-full place-items-center p-6 text-center text-ink-soft">
      <p className="flex flex-col items-center gap-2">
        <Terminal aria-hidden className="text-ink-faint" />
        Results appear here. Ctrl Enter runs the selection, or everything.
      </p>
    </div>
  )
}

function RunState({ run }: { run: Run }) {
  if (run.state === 'running')
    return (
      <output className="flex items-center gap-2 p-4 text-ink-soft">
        <LoaderCircle aria-hidden className="animate-spin" /> Running…
      </output>
    )
  if (run.state === 'cancelled') return <p className="p-4 text-ink-soft">Cancelled.</p>
  if (run.state === 'done')
    return <p className="p-4 text-ink-soft">There was no statement to run.</p>
  return null
}

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
      className={clsx(
        'flex flex-none items-center gap-2 border-r border-line px-3 whitespace-nowrap',
        isSelected ? 'bg-accent-wash text-ink' : 'text-ink-soft hover:bg-hover',
      )}
    >
      <StateIcon state={result.state} />
      <span className="tabular text-ink-faint">{index + 1}</span>
      {result.command ?? words[result.state]}
      {result.notices.length > 0 && (
        <span className="text-xs text-ink-faint">{plural(result.notices.length, 'notice')}</span>
      )}
    </button>
  )
}

const words = {
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const satisfies Record<StatementResult['state'], string>

function StateIcon({ state }: Pick<StatementResult, 'state'>) {
  if (state === 'running') return <LoaderCircle aria-hidden className="size-3.5! animate-spin" />
  if (state === 'failed') return <CircleAlert aria-hidden className="size-3.5! text-bad" />
  if (state === 'cancelled') return <CircleSlash aria-hidden className="size-3.5! text-warn" />
  return null
}

const none: readonly never[] = []

type StatementProps = { id: string; result: StatementResult; onShowError: () => void }

function Statement({ id, result, onShowError }: StatementProps) {
  const { fields, rows, rowCount } = result
  // Widths are taken from the first rows; later ones must not move the columns.
  const sample = rowCount > 0 ? rows : none
  const columns = useMemo(() => resultColumns(fields ?? none, sample), [fields, sample])
  const source = useMemo(
    () => resultSource(id, { fields: fields ?? none, rows, rowCount }),
    [id, fields, rows, rowCount],
  )
  return (
    <>
      {result.error !== undefined && result.state === 'failed' && (
        <StatementFailure result={result} onShowError={onShowError} />
      )}
      <Notices notices={result.notices} isOnly={fields === null} />
      {fields !== null && (
        <Grid
          label="Result"
          columns={columns}
          source={source}
          empty={
            <p className="text-ink-soft">
              {result.state === 'running' ? 'Waiting for the first row…' : 'No rows'}
            </p>
          }
        />
      )}
      {fields === null && result.state === 'done' && (
        <p className="p-4 text-ink-soft">{doneText(result)}</p>
      )}
      {fields === null && result.state === 'cancelled' && (
        <p className="p-4 text-ink-soft">Cancelled before it was done.</p>
      )}
    </>
  )
}

function doneText({ command = '', affected }: StatementResult): string {
  if (affected === null || affected === undefined) return `${command} done. It returns no rows.`
  return `${command}: ${plural(affected, 'row')} affected.`
}

function StatementFailure({ result, onShowError }: Omit<StatementProps, 'id'>) {
  const { error } = result
  if (error === undefined) return null
  return (
    <div
      role="alert"
      className="m-3 flex flex-col gap-2 rounded-card border border-bad/40 bg-bad-wash p-3"
    >
      <p className="flex items-start gap-2">
        <CircleAlert aria-hidden className="mt-0.5 flex-none text-bad" />
        <span className="min-w-0 font-mono text-xs leading-5 break-words whitespace-pre-wrap">
          {error.message}
        </span>
      </p>
      {error.detail !== undefined && <p className="pl-6 text-ink-soft">{error.detail}</p>}
      {error.hint !== undefined && <p className="pl-6 text-ink-soft">Hint: {error.hint}</p>}
      <div className="flex items-center gap-2 pl-6 text-xs text-ink-soft">
        {error.sqlstate !== undefined && <span>SQLSTATE {error.sqlstate}</span>}
        {error.offset !== undefined && (
          <Button size="small" onClick={onShowError}>
            Show in the query
          </Button>
        )}
      </div>
    </div>
  )
}

function Notices({ notices, isOnly }: Pick<StatementResult, 'notices'> & { isOnly: boolean }) {
  if (notices.length === 0) return null
  return (
    <details open={isOnly} className="flex-none border-b border-line">
      <summary className="px-3 py-1.5 text-ink-soft">{plural(notices.length, 'notice')}</summary>
      <ul className="max-h-40 overflow-y-auto px-3 pb-2 font-mono text-xs leading-5">
        {notices.map(({ severity, message }, index) => (
          <li key={index} className="break-words whitespace-pre-wrap">
            <span className={severity === 'WARNING' ? 'text-warn' : 'text-info'}>{severity}</span>{' '}
            {message}
          </li>
        ))}
      </ul>
    </details>
  )
}

type StatusProps = { result: StatementResult; run: Run; shown: number; onCancel: () => void }

function StatusLine({ result, run, shown, onCancel }: StatusProps) {
  const isLast = shown === run.statements.length - 1
  return (
    <footer className="tabular flex h-9 flex-none items-center gap-3 overflow-hidden border-t border-line px-3 text-xs whitespace-nowrap text-ink-soft">
      <span>{result.command ?? words[result.state]}</span>
      {result.fields !== null && <output>{rowsText(result)}</output>}
      {result.durationMs !== undefined && <span>{formatDuration(result.durationMs)}</span>}
      {result.state === 'running' && <Elapsed />}
      <span className="flex-1" />
      {run.state === 'failed' && isLast && shown > 0 && (
        <span>Statements before this one were run.</span>
      )}
      {run.state === 'running' && (
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </footer>
  )
}

function rowsText({ rowCount, isCut, affected, state }: StatementResult): string {
  if (isCut) {
    const total = affected === null || affected === undefined ? '' : ` of ${formatCount(affected)}`
    return `First ${formatCount(mostRows)} rows shown${total}`
  }
  return state === 'running' ? `${plural(rowCount, 'row')} so far` : plural(rowCount, 'row')
}

/** Seconds since the statement began, for those who wait. */
function Elapsed() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((current) => current + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return <span>{seconds} s</span>
}
