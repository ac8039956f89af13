import type { LogEvent, LogStatementChange } from '@basalt/contract/logs/changes'

import type { StatementMeans } from '../../../store/statement-means.ts'
import { differingNodes, isSameShape, type PlanShape } from './plan-shape.ts'

/** A plan that PostgreSQL logged for a slow run of a statement. */
export type LoggedPlan = {
  rowId: string
  query_id: string
  role: string
  database: string
  query: string
  durationMs: number
  shape: PlanShape
}

type Compared = {
  /** The newest first. */
  before: readonly LoggedPlan[]
  after: readonly LoggedPlan[]
  means: readonly StatementMeans[]
  events: readonly LogEvent[]
}

/** A statement whose plan is not known counts as changed from this ratio of mean times on. */
const slowedRatio = 3
/** Below, one slow call among few, or microseconds, would look like a change. */
const [leastCalls, leastMs] = [5, 2]
/** A statement with another plan is slower or faster from this ratio on. */
const effectRatio = 1.25
const mostStatements = 50

type Identified = Pick<LoggedPlan, 'query_id' | 'role' | 'database'>
const keyOf = ({ query_id, role, database }: Identified) =>
  JSON.stringify([query_id, role, database])

/**
 * Statements whose newest plan is none of the earlier range, and statements that became much slower
 * without a known plan. Slower ones come first, those that lost the most time first.
 */
export function listStatementChanges(compared: Compared): LogStatementChange[] {
  const [before, after] = [byKey(compared.before), byKey(compared.after)]
  const means = new Map(compared.means.map((one) => [keyOf(one), one]))
  const changes: LogStatementChange[] = []
  for (const key of new Set([...means.keys(), ...after.keys()])) {
    const plans = { before: before.get(key) ?? [], after: after.get(key) ?? [] }
    const change = describe(plans, means.get(key), compared.events)
    if (change !== null) changes.push(change)
  }
  return changes.toSorted((one, other) => weigh(other) - weigh(one)).slice(0, mostStatements)
}

type Plans = { before: readonly LoggedPlan[]; after: readonly LoggedPlan[] }

function describe(
  plans: Plans,
  means: StatementMeans | undefined,
  events: readonly LogEvent[],
): LogStatementChange | null {
  const [newest] = plans.after
  const [old] = plans.before
  const hasNewPlan =
    newest !== undefined &&
    old !== undefined &&
    plans.before.every(({ shape }) => !isSameShape(shape, newest.shape))
  const times =
    means === undefined ? loggedTimes(plans) : { before: means.before, after: means.after }
  if (!hasNewPlan && !hasSlowed(means)) return null
  const subject = means ?? newest
  if (subject === undefined) return null
  const shown = newest === undefined ? null : differingNodes(old?.shape ?? [], newest.shape)
  return {
    change: hasNewPlan ? 'plan' : 'slower',
    effect: effectOf(times),
    id: means?.id ?? null,
    query_id: subject.query_id,
    role: subject.role,
    database: subject.database,
    query: subject.query.slice(0, 2000),
    nodes_before: hasNewPlan ? (shown?.before ?? []) : [],
    nodes_after: shown?.after ?? [],
    before: times?.before ?? null,
    after: times?.after ?? null,
    is_sampled: means !== undefined,
    plan_row_id: newest?.rowId ?? null,
    events: relatedEvents(events, { old, newest }),
  }
}

const hasSlowed = (means: StatementMeans | undefined): boolean =>
  means !== undefined &&
  means.before.calls >= leastCalls &&
  means.after.calls >= leastCalls &&
  means.after.mean_ms >= leastMs &&
  means.after.mean_ms >= means.before.mean_ms * slowedRatio

/** Of the runs that were slow enough to be logged. */
function loggedTimes({ before, after }: Plans) {
  if (before.length === 0 || after.length === 0) return null
  const mean = (list: readonly LoggedPlan[]) => ({
    calls: list.length,
    mean_ms: list.reduce((sum, { durationMs }) => sum + durationMs, 0) / list.length,
  })
  return { before: mean(before), after: mean(after) }
}

type Times = { before: { mean_ms: number }; after: { mean_ms: number } } | null

function effectOf(times: Times): LogStatementChange['effect'] {
  if (times === null) return 'unknown'
  const { before, after } = times
  if (after.mean_ms > before.mean_ms * effectRatio) return 'slower'
  return after.mean_ms * effectRatio < before.mean_ms ? 'faster' : 'same'
}

/** Events that name a part of the earlier plan; without one, each index that was dropped. */
function relatedEvents(
  events: readonly LogEvent[],
  { old, newest }: { old: LoggedPlan | undefined; newest: LoggedPlan | undefined },
): LogEvent[] {
  const named = new Set([...(old?.shape ?? []), ...(newest?.shape ?? [])].map(subjectOf))
  return events.filter(({ action, target }) => {
    if (action.startsWith('sql.')) return /\b(?:DROP|ALTER) (?:INDEX|TABLE)\b/u.test(target)
    if (old === undefined && action === 'index.dropped') return true
    return named.has(target.slice(target.lastIndexOf('.') + 1))
  })
}

const subjectOf = (node: string) => / on (.+)$/u.exec(node)?.[1] ?? ''

const ranks = { slower: 3, unknown: 2, same: 1, faster: 0 } as const

/** Rank of the effect, then the time that all calls lost. */
function weigh({ effect, before, after }: LogStatementChange): number {
  const lost =
    before === null || after === null ? 0 : after.calls * (after.mean_ms - before.mean_ms)
  return ranks[effect] * 1e15 + Math.min(1e14, Math.abs(lost))
}

function byKey(plans: readonly LoggedPlan[]): Map<string, LoggedPlan[]> {
  const groups = new Map<string, LoggedPlan[]>()
  for (const plan of plans) {
    const key = keyOf(plan)
    groups.set(key, [...(groups.get(key) ?? []), plan])
  }
  return groups
}
