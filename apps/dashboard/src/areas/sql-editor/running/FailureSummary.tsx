import { formatCount, plural } from '../../../lib/format/format.ts'
import { Keys } from '../../../ui/Kbd.tsx'
import { type Run, type StatementResult, unendedAt } from '../runs/run-model.ts'
import type { RunRequest } from '../runs/run-store.ts'
import { losesTransaction } from './lost-transaction.ts'

type Props = {
  run: Run
  request: RunRequest | undefined
}

/**
 * After a script that failed or was cancelled: completed and skipped statements, and the next step.
 */
export function FailureSummary({ run, request }: Props) {
  // It is one transaction: all of it was rolled back.
  const isWhole = request?.options.hold !== undefined
  const isLost = !isWhole && losesTransaction(run, request)
  const at = unendedAt(run.statements)
  const { of = run.statements.length } = run
  if (at === -1 || of < 2) return null
  const rest = of - at - 1
  const state = run.statements[at]?.state
  const commands = run.statements
    .slice(0, at)
    .map(({ command = 'Done' }, index) => `${index + 1}. ${command}`)
  return (
    <dl className="m-3 mt-0 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      <dt className="text-ink-soft">Done</dt>
      <dd className="min-w-0 break-words">{describeDone(run, commands, { isWhole, isLost })}</dd>
      <dt className="text-ink-soft">{describeStopped(state)}</dt>
      <dd>{`Statement ${at + 1} of ${formatCount(of)}`}</dd>
      <dt className="text-ink-soft">Not run</dt>
      <dd>{rest === 0 ? 'None' : restLabels(at + 2, of)}</dd>
      <dt className="text-ink-soft">Next step</dt>
      <dd className="flex flex-wrap items-center gap-x-1.5">
        {describeNext(run, { at, state, isWhole, isLost })}
      </dd>
    </dl>
  )
}

function describeStopped(state: State | undefined): string {
  if (state === 'lost') return 'Unknown'
  return state === 'cancelled' ? 'Cancelled' : 'Failed'
}

const restLabels = (first: number, last: number): string =>
  first === last ? `Statement ${first}` : `Statements ${first} to ${last}`

type Loss = { isWhole: boolean; isLost: boolean }

function describeDone(run: Run, commands: readonly string[], { isWhole, isLost }: Loss): string {
  const { statements, failure } = run
  if (commands.length === 0) return 'Nothing'
  const list = commands.length > 8 ? plural(commands.length, 'statement') : commands.join(', ')
  if (isWhole) return `${list}; rolled back, nothing was changed`
  if (isLost) {
    // When the answer broke off, the last statement's outcome is unknown.
    const but =
      failure === undefined ? '' : `, unless statement ${commands.length + 1} committed it`
    return `${list}; its open transaction will be rolled back${but}`
  }
  const isWriting = statements.slice(0, commands.length).some(({ command }) => command !== 'SELECT')
  return isWriting ? `${list}; these changes are kept` : list
}

type State = StatementResult['state']
type End = Loss & { at: number; state: State | undefined }

function describeNext(run: Run, { at, state, isWhole, isLost }: End) {
  if (isWhole)
    return state === 'failed'
      ? 'Correct the statement and run the whole script again.'
      : 'Run the whole script again.'
  if (isLost)
    return run.failure === undefined
      ? 'Roll the transaction back, correct the statement, and run it again.'
      : 'Check your data, then run the transaction again from its start.'
  return (
    <>
      {`${describeCursor(at + 1, state)} and run from there:`}
      <Keys keys="mod+alt+enter" />
      {at > 0 && 'With “Preview before commit”, a script runs as one transaction.'}
    </>
  )
}

function describeCursor(statement: number, state: State | undefined): string {
  if (state === 'lost')
    return `Check whether statement ${statement} was done, place the cursor in the first statement that was not`
  return state === 'cancelled'
    ? `Place the cursor in statement ${statement}`
    : `Correct statement ${statement}, place the cursor in it`
}
