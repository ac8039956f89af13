import { rowRights } from '@basalt/contract/database/changes'
import { clsx } from 'clsx'
import { CircleAlert, LoaderCircle } from 'lucide-react'
import { useEffect, useState } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { formatDuration } from '../../../lib/format/format-duration.ts'
import { formatCount, plural } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { late } from '../../../ui/late.tsx'
import { RunFailure } from '../running/RunFailure.tsx'
import { statementText } from '../running/statement-text.ts'
import {
  type QueueStatus,
  type Run,
  type StatementResult,
  statementToShow,
} from '../runs/run-model.ts'
import type { RunRequest } from '../runs/run-store.ts'
import type { FormerRun } from '../runs/stored-run.ts'
import type { Runs } from '../runs/use-runs.ts'
import { type Shown, StatementTabs, stateLabels } from './StatementTabs.tsx'
import { useAdjacent } from './use-adjacent.ts'

const HeldPanel = late(async () => (await import('../running/HeldPanel.tsx')).HeldPanel)
const LockNote = late(async () => (await import('../running/LockNote.tsx')).LockNote)
const FailureSummary = late(
  async () => (await import('../running/FailureSummary.tsx')).FailureSummary,
)
const ErrorHelp = late(async () => (await import('../running/ErrorHelp.tsx')).ErrorHelp)
const LimitNote = late(async () => (await import('../running/LimitNote.tsx')).LimitNote)
const ResultView = late(async () => (await import('./ResultView.tsx')).ResultView)
const FormerBar = late(async () => (await import('../runs/FormerBar.tsx')).FormerBar)
const PinnedPane = late(async () => (await import('./PinnedPane.tsx')).PinnedPane)

/** A run and its request: of this page, or from before it was loaded. */
type Reported = { run: Run; request: RunRequest | undefined; previous: FormerRun | undefined }

export type AnswerProps = {
  projectRef: string
  queryId: string
  runs: Runs
  /** Shows the place of an error in the editor. */
  onShowError: () => void
  reported: Reported
}

/** Preloads the code for most results. */
export const prepareAnswer = () => ResultView.prepare()

/** The results of a run: a tab per statement, its rows, notices and time. */
export function Answer({ reported, ...props }: AnswerProps) {
  // A server that has ended sends no code either.
  useEffect(() => FailureSummary.prepare(), [])
  const { projectRef, queryId, runs, onShowError } = props
  const { run, request, previous } = reported
  const [chosen, setChosen] = useState<{ at: string; shown: Shown }>()
  // A pending decision shows its subject again.
  const at = `${run.id} ${run.pressed ?? 0}`
  const held = request?.options.hold === 'decide' ? run.held : undefined
  const defaults = held === undefined ? statementToShow(run) : 'changes'
  const shown = chosen?.at === at ? chosen.shown : defaults
  const result = shown === 'changes' ? undefined : run.statements[shown]
  const { adjacent, pane } = useAdjacent({ ...reported, projectRef, shown })
  const id = `${queryId} ${previous?.at ?? run.id} ${shown}`

  return (
    <section data-answer aria-label="Results" className="flex h-full min-h-0 flex-col">
      {previous !== undefined && <FormerBar previous={previous} shown={shown} runs={runs} />}
      {(run.statements.length > 1 || held !== undefined) && (
        <StatementTabs
          run={run}
          isHeld={held !== undefined}
          shown={shown}
          onSelect={(next) => setChosen({ at, shown: next })}
          adjacent={adjacent}
        />
      )}
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto min-[900px]:flex-row">
        <div className={clsx(sideClass, pane === undefined ? 'min-h-0' : stackedClass)}>
          <RunFailure run={run} request={request} />
          {shown === 'changes' && held !== undefined && <HeldPanel runs={runs} held={held} />}
          {result === undefined && held === undefined && <RunState run={run} />}
          {result !== undefined && (
            <Statement
              key={id}
              id={id}
              result={result}
              reported={reported}
              scope={{ projectRef, queryId }}
              onShowError={previous === undefined ? onShowError : undefined}
            />
          )}
        </div>
        {pane !== undefined && <PinnedPane {...pane} present={result} />}
      </div>
      <Waiting run={run} />
      {result !== undefined && <StatusLine result={result} reported={reported} runs={runs} />}
    </section>
  )
}

const sideClass = 'flex min-w-0 flex-1 flex-col'
/** Two results above each other are scrolled, rather than each having room for one row. */
const stackedClass = 'min-h-[220px] min-[900px]:min-h-0'

function Waiting({ run: { state, waiting = [] } }: { run: Run }) {
  if (state !== 'running' || waiting.length === 0) return null
  return <LockNote blockers={waiting} />
}

function RunState({ run }: { run: Run }) {
  if (run.queueStatus !== undefined) return <Queue queueStatus={run.queueStatus} />
  if (run.state === 'asking') return <p className="p-3 text-ink-soft">Nothing has run yet.</p>
  if (run.state === 'running') return <Running />
  if (run.state === 'cancelled') return <p className="p-3 text-ink-soft">Cancelled.</p>
  if (run.state === 'done') return <p className="p-3 text-ink-soft">No statement to run.</p>
  return null
}

const Running = () => (
  <output className="flex items-center gap-2 p-3 text-ink-soft">
    <LoaderCircle className="animate-spin" /> Running…
  </output>
)

/** Why a run has not started, and what would start it. */
function Queue({ queueStatus: { ahead, limit, running, keeping } }: { queueStatus: QueueStatus }) {
  const first = ahead === 0 ? 'Next in the queue' : `${plural(ahead, 'run')} ahead`
  return (
    <output className="flex flex-col gap-1 p-3 text-ink-soft">
      <span className="flex items-center gap-2">
        <LoaderCircle className="animate-spin" />
        {`Waiting for a connection. ${first}.`}
      </span>
      <span>
        {`All ${limit} connections for queries of this project are in use: ${running} run a statement, ${keeping} keep a transaction, temporary tables or settings. Close one of these queries or end its session to start this one.`}
      </span>
    </output>
  )
}

type StatementProps = {
  id: string
  result: StatementResult
  reported: Reported
  scope: Pick<AnswerProps, 'projectRef' | 'queryId'>
  onShowError: (() => void) | undefined
}

function Statement({ id, result, reported, scope, onShowError }: StatementProps) {
  const { fields } = result
  const { run, request } = reported
  return (
    <>
      {result.error !== undefined && result.state === 'failed' && (
        <StatementFailure
          result={result}
          statement={request && statementText(result, request)}
          onShowError={onShowError}
        />
      )}
      {fields === null && result.state === 'cancelled' && (
        <p className="p-3 text-ink-soft">Cancelled before it finished.</p>
      )}
      {result.state !== 'done' && result.state !== 'running' && (
        <FailureSummary run={run} request={request} />
      )}
      {fields === null && result.state === 'running' && <Running />}
      {fields === null && result.state === 'done' && (
        <p className="p-3 text-ink-soft">{doneText(result)}</p>
      )}
      <Notices notices={result.notices} isOnly={fields === null} />
      {fields !== null && (
        <ResultView
          id={id}
          result={result}
          {...scope}
          statement={request && statementText(result, request)}
          limit={request?.options.limit}
          settings={request?.options.settings}
          values={request?.options.values}
        />
      )}
    </>
  )
}

function doneText({ command = '', affected }: StatementResult): string {
  if (affected === null || affected === undefined) return `${command} done. No rows returned.`
  return `${command}: ${plural(affected, 'row')} affected.`
}

type FailureProps = Pick<StatementProps, 'result' | 'onShowError'> & {
  statement: string | undefined
}

function StatementFailure({ result, statement, onShowError }: FailureProps) {
  const { error, start } = result
  const denied = useDenied(rowRights.update, 'change data')
  if (error === undefined) return null
  // PostgreSQL does not know the user's rights: it reports a read-only transaction.
  const isDenied = denied !== undefined && error.sqlstate === '25006'
  return (
    <div
      role="alert"
      className="m-3 flex flex-col gap-2 rounded-card border border-bad/40 bg-bad-wash p-3"
    >
      <p className="flex items-start gap-2">
        <CircleAlert className="mt-0.5 flex-none text-bad" />
        <span className="min-w-0 font-mono text-xs leading-5 break-words whitespace-pre-wrap">
          {error.message}
        </span>
      </p>
      {error.detail !== undefined && <p className="pl-6 text-ink-soft">{error.detail}</p>}
      {isDenied && <p className="pl-6">{`${denied}. Your queries are read-only.`}</p>}
      {error.hint !== undefined && <p className="pl-6 text-ink-soft">Hint: {error.hint}</p>}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pl-6 text-xs text-ink-soft">
        {error.sqlstate !== undefined && (
          <span className="flex-none">SQLSTATE {error.sqlstate}</span>
        )}
        {error.offset !== undefined && onShowError !== undefined && (
          <Button size="small" onClick={onShowError}>
            Show in editor
          </Button>
        )}
        {statement !== undefined && <ErrorHelp statement={statement} error={error} start={start} />}
      </div>
    </div>
  )
}

function Notices({ notices, isOnly }: Pick<StatementResult, 'notices'> & { isOnly: boolean }) {
  if (notices.length === 0) return null
  return (
    <details
      open={isOnly}
      className={clsx('flex-none border-line', isOnly ? 'border-t' : 'border-b')}
    >
      <summary className="px-3 py-1.5 text-ink-soft">{plural(notices.length, 'notice')}</summary>
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
        tabIndex={isOnly ? undefined : 0}
        className={clsx(
          'px-3 pb-2 font-mono text-xs leading-5 focus-visible:-outline-offset-2',
          !isOnly && 'max-h-40 overflow-y-auto',
        )}
      >
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

type StatusProps = {
  result: StatementResult
  reported: Reported
  runs: Runs
}

function StatusLine({ result, reported, runs }: StatusProps) {
  const { run, request } = reported
  return (
    <footer className="tabular flex h-9 flex-none items-center gap-3 overflow-hidden border-t border-line px-3 text-xs whitespace-nowrap text-ink-soft">
      <span>{result.command ?? stateLabels[result.state]}</span>
      {result.fields !== null && (
        <output className={clsx(result.isCut && 'text-warn')}>{rowsText(result)}</output>
      )}
      {request !== undefined && request.options.limit === result.rowCount && (
        <LimitNote {...{ result, request, runs }} statement={statementText(result, request)} />
      )}
      {result.durationMs !== undefined && <span>{formatDuration(result.durationMs)}</span>}
      {result.state === 'running' && <Elapsed />}
      <span className="flex-1" />
      {run.state === 'running' && (
        <Button size="small" onClick={runs.runs.cancel}>
          Cancel
        </Button>
      )}
    </footer>
  )
}

function rowsText({ rowCount, isCut, affected, state }: StatementResult): string {
  if (isCut) {
    const total = affected === null || affected === undefined ? '' : ` of ${formatCount(affected)}`
    return `First ${formatCount(rowCount)}${total} rows shown`
  }
  return state === 'running' ? `${plural(rowCount, 'row')} so far` : plural(rowCount, 'row')
}

/** Seconds since the statement started. */
function Elapsed() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((current) => current + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return <span>{seconds} s</span>
}
