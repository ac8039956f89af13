import type { SessionSettings } from '@basalt/contract/database/query'

import type { StatementResult } from '../../runs/run-model.ts'

export type ResultViewProps = {
  /** Of the run and the statement in it: another one is another result. */
  id: string
  result: StatementResult
  projectRef: string
  /** Under which the settings of the chart are kept: the query's. */
  queryId: string
  /** The statement that was run, as far as it is known. */
  statement?: string | undefined
  /** Rows that were asked for at most, where the statement itself set no limit. */
  limit?: number | undefined
  /** Role and limits that it was run with. */
  settings?: SessionSettings | undefined
  /** What its parameters stood for. */
  values?: (string | null)[] | undefined
}
