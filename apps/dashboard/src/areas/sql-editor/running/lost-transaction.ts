import { tokens } from '@basalt/pg-sql'

import type { Run } from '../runs/run-model.ts'
import type { RunRequest } from '../runs/run-store.ts'
import { statementText } from './statement-text.ts'

/**
 * Whether an unfinished run leaves a transaction that can only be rolled back. Without a state from
 * the server, it is derived from the completed statements.
 */
export function losesTransaction(run: Run, request: RunRequest | undefined): boolean {
  const { session, before, statements } = run
  const reported = session === before ? undefined : session
  if (reported?.state === 'failed') return true
  if (reported?.state === 'idle') return false
  let isOpen = before !== undefined && before.since !== null
  for (const statement of statements) {
    const { command, state } = statement
    if (state !== 'done' || command === undefined) continue
    const text = request === undefined ? '' : statementText(statement, request)
    isOpen = isOpenAfter(isOpen, command, text)
  }
  return isOpen
}

const begins: ReadonlySet<string> = new Set(['BEGIN', 'START TRANSACTION'])
const ends: ReadonlySet<string> = new Set(['COMMIT', 'ROLLBACK', 'PREPARE TRANSACTION'])

/** The command tag is the same with and without a savepoint; the text distinguishes them. */
function isOpenAfter(isOpen: boolean, command: string, text: string): boolean {
  if (begins.has(command)) return true
  if (!ends.has(command)) return isOpen
  const [first, second, third] = splitWords(text)
  const isNoise = second === 'work' || second === 'transaction'
  if (first === 'rollback' && (isNoise ? third : second) === 'to') return isOpen
  return /\band chain$/u.test(splitWords(text).join(' '))
}

const splitWords = (text: string): string[] =>
  Array.from(tokens(text))
    .filter(({ kind }) => kind === 'word')
    .map(({ start, end }) => text.slice(start, end).toLowerCase())
