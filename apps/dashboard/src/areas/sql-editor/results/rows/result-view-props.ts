import type { SessionSettings } from '@basalt/contract/database/query'

import type { StatementResult } from '../../runs/run-model.ts'

export type ResultViewProps = {
  /** Of the run and the statement in it: another one is another result. */
  id: string
  result: StatementResult
  projectRef: string
  /** The key of the chart settings: the query's. */
  queryId: string
  /** The statement that was run, as far as it is known. */
  statement?: string | undefined
  /** The row limit, when the statement itself had none. */
  limit?: number | undefined
  /** Role and limits that it was run with. */
  settings?: SessionSettings | undefined
  /** The values of its parameters. */
  values?: (string | null)[] | undefined
}
