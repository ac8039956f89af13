import type { Run } from '../runs/run-model.ts'
import type { RunRequest } from '../runs/run-store.ts'
import { losesTransaction } from './lost-transaction.ts'

/** The known outcome of a run whose answer broke off, for example when its server ended. */
export function describeInterrupted(run: Run, request: RunRequest | undefined): string {
  const done = run.statements.filter(({ state }) => state === 'done').length
  const { of = run.statements.length } = run
  if (request?.options.hold !== undefined) return describeHeld(run)
  const lost = losesTransaction(run, request) ? ' Its open transaction was rolled back.' : ''
  if (done > 0 && done === of) {
    const all = of === 1 ? 'The statement' : `All ${of} statements`
    return `${all} had been confirmed as done.${lost}`
  }
  if (of < 2) return `Its outcome is unknown. ${previewFirst}`
  const acknowledged = done === 0 ? 'No statement was' : `${numbered(done)} of ${of} had been`
  return `${acknowledged} confirmed as done. The outcome of statement ${done + 1} is unknown.`
}

const previewFirst = 'Check your data before you run it again.'

const numbered = (done: number) => (done === 1 ? 'Statement 1' : `Statements 1 to ${done}`)

/** Nothing is committed without a decision, which may have been sent. */
function describeHeld({ held, decided }: Run): string {
  if (decided !== undefined)
    return decided.outcome === 'committed'
      ? 'It was already committed.'
      : 'It was already rolled back.'
  return held === undefined
    ? 'It was one uncommitted transaction: everything was rolled back.'
    : `It waited for your decision: everything was rolled back unless you had pressed Commit. ${previewFirst}`
}
