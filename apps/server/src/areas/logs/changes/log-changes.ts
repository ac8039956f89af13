import { logChanges, type LogComparison } from '@basalt/contract/logs/changes'
import { queryPerformance } from '@basalt/contract/query-performance/query-performance'
import type { LogRange } from '@basalt/logs'

import { type Context, getProject, getScope } from '../../../http/context.ts'
import { type Endpoint, serve } from '../../../http/route.ts'
import { toRange } from '../../../logs/log-range.ts'
import { auditRight, readableSources } from '../../../logs/readable-sources.ts'
import { readingLogs } from '../../../logs/reading-logs.ts'
import type { LogService } from '../../../logs/service.ts'
import { readEvents } from '../../../store/project-events.ts'
import type { Store } from '../../../store/store.ts'
import { listChanges } from './pattern-changes.ts'
import { readStatementChanges } from './read-statement-changes.ts'

type Services = { store: Store; logs: LogService }

const dayMs = 86_400_000

/** The beginning of the earlier range. */
function previousFrom({ from, to }: LogRange, compare: LogComparison): Date {
  const length = to.getTime() - from.getTime()
  const back = { previous: length, day: dayMs, week: 7 * dayMs }[compare]
  return new Date(from.getTime() - Math.max(back, length))
}

/** Answers "what changed?" for a range of the logs. */
export const logChangeFeature = ({ store, logs }: Services): Endpoint[] => [
  serve(logChanges.read, async ({ query }, context) => {
    const { id, ref } = getProject(context)
    const asked = toRange(ref, query)
    const range = { ...asked, sources: readableSources(readsAudit(context), asked.sources) }
    const before = previousFrom(range, query.compare)
    const { signal } = context
    const [counts, events, keptFrom] = await Promise.all([
      readingLogs(() => logs.store.comparePatterns(range, before, signal)),
      eventsNear(store, range, context),
      logs.keptFrom(ref),
    ])
    const statements = await readStatementChanges(
      { store, logs },
      {
        projectId: id,
        range,
        previousFrom: before,
        readsStatistics: context.may(
          queryPerformance.list.permission,
          getScope(getProject(context)),
        ),
        events,
        signal,
      },
    )
    const { rows, ...changes } = listChanges(counts, { ...range, previousFrom: before })
    const length = range.to.getTime() - range.from.getTime()
    return {
      before: {
        from: before.toISOString(),
        to: new Date(before.getTime() + length).toISOString(),
        rows: rows.before,
      },
      after: { from: range.from.toISOString(), to: range.to.toISOString(), rows: rows.after },
      is_clipped: before < keptFrom,
      statements,
      events,
      ...changes,
    }
  }),
]

const nearMs = 10 * 60_000

const readsAudit = (context: Context): boolean =>
  context.may(auditRight, getScope(getProject(context)))

async function eventsNear(store: Store, range: LogRange, context: Context) {
  if (context.organization === null) return []
  const { id: organizationId } = context.organization
  const showsActor = readsAudit(context)
  return readEvents(store, { organizationId, ...range, marginMs: nearMs, showsActor })
}
