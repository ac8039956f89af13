import type { Run } from '../run-model.ts'
import { losesTransaction } from './lost-transaction.ts'
import type { RunRequest } from './run-store.ts'

/** What is known of a run whose answer broke off, for example because its server has ended. */
export function describeBrokenOff(run: Run, request: RunRequest | undefined): string {
  const done = run.statements.filter(({ state }) => state === 'done').length
  const { of = run.statements.length } = run
  if (request?.options.hold !== undefined) return describeHeld(run)
  const lost = losesTransaction(run, request)
    ? ' What its open transaction did is rolled back.'
    : ''
  if (done > 0 && done === of) {
    const all = of === 1 ? 'The statement' : `All ${of} statements`
    return `${all} had been acknowledged as done.${lost}`
  }
  if (of < 2) return `Whether it was done is not known. ${previewFirst}`
  const acknowledged = done === 0 ? 'No statement was' : `${numbered(done)} of ${of} had been`
  return `${acknowledged} acknowledged as done. Whether statement ${done + 1} was done is not known.`
}

const previewFirst = 'Look at what is there before you run it again.'

const numbered = (done: number) => (done === 1 ? 'Statement 1' : `Statements 1 to ${done}`)

/** Nothing of it is committed without a decision, which may have been on its way. */
function describeHeld({ held, decided }: Run): string {
  if (decided !== undefined)
    return decided.outcome === 'committed'
      ? 'It had been committed before.'
      : 'It had been rolled back before.'
  return held === undefined
    ? 'It was one transaction that was not committed yet: all of it is rolled back.'
    : `It waited for your decision: unless you had pressed Commit, all of it is rolled back. ${previewFirst}`
}
