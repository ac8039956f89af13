import type { LogEvent, LogStatementChange } from '@basalt/contract/logs/changes'
import type { Json, LogRange, LogRow } from '@basalt/logs'

import { readingLogs } from '../../../logs/reading-logs.ts'
import type { LogService } from '../../../logs/service.ts'
import { compareStatementMeans } from '../../../store/statement-means.ts'
import type { Store } from '../../../store/store.ts'
import { readPlanShape } from './plan-shape.ts'
import { listStatementChanges, type LoggedPlan } from './statement-changes.ts'

type Asked = {
  projectId: number
  range: LogRange
  previousFrom: Date
  /** Statistics of statements have a permission of their own. */
  readsStatistics: boolean
  events: readonly LogEvent[]
  signal: AbortSignal
}

/** In the message of each row with a plan. */
const planMark = ' ms  plan:\nQuery Text: '
const [mostPlans, budgetMs] = [500, 500]

/** Statements with another plan or a much longer mean time than in the earlier range. */
export async function readStatementChanges(
  { store, logs }: { store: Store; logs: LogService },
  { projectId, range, previousFrom, readsStatistics, events, signal }: Asked,
): Promise<LogStatementChange[]> {
  const { from, to } = range
  const previous = {
    ...range,
    from: previousFrom,
    to: new Date(previousFrom.getTime() + to.getTime() - from.getTime()),
  }
  const readsPlans = range.sources.includes('postgres_logs')
  const plansIn = (one: LogRange) => (readsPlans ? readPlans(logs, one, signal) : [])
  // Samples have no fields that rows are filtered by.
  const isFiltered =
    (range.filters ?? []).length > 0 || (range.search ?? '') !== '' || range.pattern !== undefined
  const [before, after, means] = await Promise.all([
    plansIn(previous),
    plansIn(range),
    readsStatistics && readsPlans && !isFiltered
      ? compareStatementMeans(store, { projectId, from, to, previousFrom })
      : [],
  ])
  return listStatementChanges({ before, after, means, events })
}

async function readPlans(
  logs: LogService,
  range: LogRange,
  signal: AbortSignal,
): Promise<LoggedPlan[]> {
  const { search = '' } = range
  const { rows } = await readingLogs(() =>
    logs.store.list(
      { ...range, sources: ['postgres_logs'], search: planMark },
      { limit: mostPlans, budgetMs, signal },
    ),
  )
  return rows.flatMap((row) => {
    const plan = row.message.toLowerCase().includes(search.toLowerCase()) ? readPlan(row) : null
    return plan === null ? [] : [plan]
  })
}

function readPlan(row: LogRow): LoggedPlan | null {
  const { parsed, details } = row.metadata as Record<string, Record<string, Json> | undefined>
  const plan = details?.['plan'] ?? null
  const shape = readPlanShape(plan)
  const query = (plan as Record<string, Json> | null)?.['Query Text']
  const id = parsed?.['query_id']
  if (shape === null || typeof id !== 'string') return null
  return {
    rowId: row.id,
    query_id: id,
    role: row.user ?? '',
    database: row.database ?? '',
    query: typeof query === 'string' ? query : '',
    durationMs: row.durationMs ?? 0,
    shape,
  }
}
