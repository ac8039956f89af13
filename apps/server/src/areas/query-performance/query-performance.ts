import { ApiError } from '@basalt/contract/errors'
import { queryPerformance as routes } from '@basalt/contract/query-performance/query-performance'
import type { ProjectEngine } from '@basalt/engine'

import { type Context, getProject } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { inTime } from '../../limits/in-time.ts'
import { readingLogs } from '../../logs/reading-logs.ts'
import type { LogService } from '../../logs/service.ts'
import type { Clock } from '../../process/clock.ts'
import { readEvents } from '../../store/project-events.ts'
import type { Store } from '../../store/store.ts'
import { explainStatement } from './explain-statement.ts'
import { findStatement, listFigures, listPoints, readRounds, sumFigures } from './figures-store.ts'
import { findPlans } from './logged-plans.ts'
import { keptFrom } from './retention.ts'

type Services = { store: Store; engine: ProjectEngine; logs: LogService; clock: Clock }

const answerMs = 2000

/** Statistics of a project's statements in a range of time. */
export const queryPerformanceFeature = (services: Services): Endpoint[] => [
  listEndpoint(services),
  ...statementEndpoints(services),
]

const listEndpoint = (services: Services): Endpoint =>
  serve(routes.list, async ({ query }, context) => {
    const { id, ref } = getProject(context)
    const { store, engine } = services
    const kept = await keptRange(services, ref, query)
    const range = { projectId: id, from: kept.from, to: kept.to }
    const [statements, sums, rounds, isCounting] = await Promise.all([
      listFigures(store, range),
      sumFigures(store, range),
      readRounds(store, range),
      inTime(engine.statementStatistics(ref), answerMs).then(
        (statistics) => statistics !== null,
        () => null,
      ),
    ])
    return {
      ...present(kept),
      is_counting: isCounting,
      first_sample_at: rounds.first?.toISOString() ?? null,
      last_sample_at: rounds.last?.toISOString() ?? null,
      statements,
      ...sums,
      evictions: rounds.evictions,
      restarts: rounds.restarts.map((at) => at.toISOString()),
    }
  })

const statementEndpoints = (services: Services): Endpoint[] => [
  serve(routes.timeline, async ({ params, query }, context) => {
    const { id, ref } = getProject(context)
    const { store } = services
    const kept = await keptRange(services, ref, query)
    const statement = await getStatement(store, id, params.id)
    const range = { projectId: id, from: kept.from, to: kept.to }
    const [points, rounds, migrations] = await Promise.all([
      listPoints(store, params.id, range),
      readRounds(store, range),
      readMigrations(store, context, kept),
    ])
    return {
      ...present(kept),
      statement,
      times: points.map(({ time }) => time),
      calls: points.map(({ calls }) => calls),
      total_ms: points.map(({ total_ms: total }) => total),
      rows: points.map(({ rows }) => rows),
      restarts: rounds.restarts.map((at) => at.toISOString()),
      migrations,
    }
  }),
  serve(routes.explain, async ({ params }, context) => {
    const { id, ref } = getProject(context)
    const statement = await getStatement(services.store, id, params.id)
    return explainStatement(services.engine, ref, statement)
  }),
  serve(routes.plans, async ({ params, query }, context) => {
    const { id, ref } = getProject(context)
    const { from, to } = await keptRange(services, ref, query)
    const statement = await getStatement(services.store, id, params.id)
    const { signal } = context
    return readingLogs(() => findPlans(services.logs.store, { ref, from, to, statement, signal }))
  }),
]

async function getStatement(store: Store, projectId: number, id: string) {
  const statement = await findStatement(store, projectId, id)
  if (statement !== undefined) return statement
  throw new ApiError('not_found', 'This statement has no samples any more')
}

async function readMigrations(store: Store, context: Context, { from, to }: Kept) {
  if (context.organization === null) return []
  const { id: organizationId } = context.organization
  const { ref } = getProject(context)
  const near = { organizationId, ref, from, to, marginMs: 0, showsActor: false }
  const events = await readEvents(store, near)
  return events.flatMap(({ at, kind, action, target }) =>
    kind === 'migration' ? [{ at, action, target }] : [],
  )
}

type Kept = { from: Date; to: Date; keptFrom: Date; retentionDays: number }

async function keptRange(
  { logs, clock }: Services,
  ref: string,
  asked: { from: string; to: string },
): Promise<Kept> {
  const [from, to] = [new Date(asked.from), new Date(asked.to)]
  if (from >= to) {
    throw new ApiError('invalid_request', 'Choose a start before the end', {
      fields: { from: 'Choose a start before the end' },
    })
  }
  const { since, days } = await keptFrom(logs, { ref, now: clock() })
  return { from: from < since ? since : from, to, keptFrom: since, retentionDays: days }
}

const present = ({ from, to, keptFrom: since, retentionDays }: Kept) => ({
  from: from.toISOString(),
  to: to.toISOString(),
  retention_days: retentionDays,
  kept_from: since.toISOString(),
})
