import type { LogService } from '../../logs/service.ts'
import type { Clock } from '../../process/clock.ts'
import {
  deleteOldRounds,
  deleteStatements,
  mergeStatementRounds,
} from '../../store/statement-samples.ts'
import type { Store } from '../../store/store.ts'

const dayMs = 86_400_000
const maxDays = 90

/** Samples are kept as long as the logs of the project's plan. */
export async function keptFrom(
  logs: LogService,
  { ref, now }: { ref: string; now: Date },
): Promise<{ since: Date; days: number }> {
  const days = Math.min(await logs.retentionDays(ref), maxDays)
  return { since: new Date(now.getTime() - days * dayMs), days }
}

export async function thinStatements(services: {
  store: Store
  logs: LogService
  clock: Clock
}): Promise<void> {
  const { store, logs, clock } = services
  const now = clock()
  await mergeStatementRounds(store, now)
  const projects = await store
    .selectFrom('statement_states')
    .innerJoin('projects', 'projects.id', 'project_id')
    .select(['projects.id', 'projects.ref', 'projects.status'])
    .execute()
  for (const { id, ref, status } of projects) {
    // A round that was under way while its project was deleted.
    if (status === 'REMOVED') await deleteStatements(store, ref)
    const { since } = await keptFrom(logs, { ref, now })
    await deleteOldRounds(store, { projectId: id, before: since })
  }
}
