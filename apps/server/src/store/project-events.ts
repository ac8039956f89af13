import type { LogEvent } from '@basalt/contract/logs/changes'

import { readAllAudit } from './audit-reading.ts'
import type { Store } from './store.ts'

const mostEvents = 100

/** Actions that change neither the structure of the database nor a setting of its behaviour. */
const irrelevant =
  /^(?:access|access_token|account|advisor|alert|assistant|cron_job|database|home_block|identity|index_job|index_proof|policies|policy_test|query_runs|rows|schema|session|snippet|snippet_folder|support_request|log_drain|log_query|metrics_token|report|vault_secret)\./u
const exceptions = new Set(['advisor.fixed', 'rows.imported', 'rows.history_settings_changed'])
const settings = /^(?:parameter|project|organization|extension|roles|subscription|spend_cap)\./u

type Near = {
  organizationId: number
  ref: string
  from: Date
  to: Date
  /** Before and after the range. */
  marginMs: number
  showsActor: boolean
}

/** Changes of a project, made through Basalt, near a range; the newest first. */
export async function readEvents(store: Store, near: Near): Promise<LogEvent[]> {
  const filter = {
    project: near.ref,
    outcome: 'done' as const,
    since: new Date(near.from.getTime() - near.marginMs),
    until: new Date(near.to.getTime() + near.marginMs),
  }
  const events: LogEvent[] = []
  for await (const page of readAllAudit(store, near, filter)) {
    for (const { at, action, target, actor, after } of page) {
      if (irrelevant.test(action) && !exceptions.has(action)) continue
      const commands = action.startsWith('sql.') ? listChangingCommands(after) : []
      if (action.startsWith('sql.') && action !== 'sql.migrated' && commands.length === 0) continue
      events.push({
        at,
        kind: settings.test(action) ? 'setting' : 'migration',
        action,
        target_kind: target.kind,
        target: commands.length > 0 ? listed(commands) : (target.name ?? target.id),
        actor: near.showsActor ? actor.name : null,
      })
    }
    if (events.length >= mostEvents) break
  }
  return events.slice(0, mostEvents)
}

const mostCommands = 4

/** Those that remove something first. */
function listed(commands: readonly string[]): string {
  const sorted = commands.toSorted(
    (one, other) => Number(other.startsWith('DROP')) - Number(one.startsWith('DROP')),
  )
  const shown = sorted.slice(0, mostCommands).join(', ')
  const more = commands.length - mostCommands
  return more > 0 ? `${shown} and ${more} more` : shown
}

/** Commands of a run in the SQL editor that change the structure of the database. */
function listChangingCommands(after: Record<string, unknown> | null): string[] {
  const { statements } = after ?? {}
  if (typeof statements !== 'object' || statements === null) return []
  return Object.keys(statements).filter((kind) => /^(?:CREATE|ALTER|DROP|REINDEX)\b/u.test(kind))
}
