import type { StatementResult } from '../runs/run-model.ts'
import type { RunRequest } from '../runs/run-store.ts'

/** The executed part of the sent text. */
export const statementText = (
  { start, end }: Pick<StatementResult, 'start' | 'end'>,
  { text, from }: RunRequest,
): string => text.slice(start - from, end - from)
