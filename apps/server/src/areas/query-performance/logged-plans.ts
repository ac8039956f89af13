import type { LogPosition, LogRow, LogStore } from '@basalt/logs'

type Options = {
  ref: string
  from: Date
  to: Date
  statement: { query_id: string; role: string; database: string }
  signal: AbortSignal | undefined
}

const maxPlans = 20
const pageSize = 200
/** A plan is rare, so a range is read for this long. */
const budgetMs = 1500
/** As the follower of the log begins the message of a plan. */
const search = 'ms  plan:\nQuery Text:'

/** The plans that auto_explain has logged for a statement, the newest first. */
export async function findPlans(store: LogStore, options: Options) {
  const { ref, from, to, statement, signal } = options
  const filters = [
    { field: 'user' as const, values: [statement.role] },
    { field: 'database' as const, values: [statement.database] },
  ]
  const sources = ['postgres_logs' as const]
  const range = { ref, from, to, sources, filters, search, includesOwn: true }
  const end = performance.now() + budgetMs
  const plans: ReturnType<typeof toPlan>[] = []
  let before: LogPosition | null | undefined
  do {
    const left = Math.max(1, Math.ceil(end - performance.now()))
    const part = { limit: pageSize, budgetMs: left, signal, ...(before && { before }) }
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
    const page = await store.list(range, part)
    plans.push(...page.rows.filter((row) => isOf(row, statement.query_id)).map(toPlan))
    before = page.next
  } while (before !== null && plans.length < maxPlans && performance.now() < end)
  return { plans: plans.slice(0, maxPlans), is_partial: before !== null && plans.length < maxPlans }
}

type Fields = { [name: string]: unknown }

const getFields = ({ metadata }: LogRow, name: string): Fields => {
  const value: unknown = metadata[name]
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

const isOf = (row: LogRow, queryId: string): boolean =>
  getFields(row, 'parsed')['query_id'] === queryId &&
  getFields(row, 'details')['plan'] !== undefined

const toPlan = (row: LogRow) => ({
  id: row.id,
  at: row.at.toISOString(),
  duration_ms: row.durationMs,
  plan: getFields(row, 'details')['plan'],
})
