import type { StatementResult } from './run-model.ts'
import type { FormerRun } from './stored-run.ts'

/** The outcome of a run whose page was left before it ended; undefined for a completed run. */
export function describeRemaining({ interrupted, run, request }: FormerRun): string | undefined {
  if (interrupted === undefined) return undefined
  if (interrupted === 'held') return 'Rolled back: you left the page before you committed.'
  if (request.options.hold !== undefined) return 'Rolled back: you left the page while it ran.'
  const { statements, of = statements.length } = run
  if (of < 2) {
    const isDone = statements[0]?.state === 'done'
    return `You left the page while it ran: the statement was ${isDone ? 'done' : 'cancelled'}.`
  }
  return `You left the page while it ran: ${parts(statements, of).join(', ')}.`
}

function parts(statements: readonly StatementResult[], of: number): string[] {
  const open = statements.findIndex(({ state }) => state !== 'done')
  const done = open === -1 ? statements.length : open
  const first = open === -1 ? done + 1 : done + 2
  const words: string[] = []
  if (done > 0) words.push(`${numbers(1, done)} ${done === 1 ? 'was' : 'were'} done`)
  if (open !== -1) words.push(`${open + 1} was cancelled`)
  if (first <= of) words.push(`${numbers(first, of)} ${first === of ? 'was' : 'were'} not run`)
  const [head = '', ...rest] = words
  return [`statement${done > 1 ? 's' : ''} ${head}`, ...rest]
}

const numbers = (from: number, to: number): string =>
  from === to ? String(from) : `${from} to ${to}`
