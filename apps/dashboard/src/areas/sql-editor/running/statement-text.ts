import type { StatementResult } from '../runs/run-model.ts'
import type { RunRequest } from '../runs/run-store.ts'

/** What was run of the text that was sent. */
export const statementText = (
  { start, end }: Pick<StatementResult, 'start' | 'end'>,
  { text, from }: RunRequest,
): string => text.slice(start - from, end - from)
