import { planLimits } from '@basalt/catalog'
import type { OrganizationPlan } from '@basalt/catalog'
import type { AlertCondition } from '@basalt/contract/alerts/alerts'
import type { LogStore } from '@basalt/logs'

import { listSamples, type StoredSample } from '../../store/resource-samples.ts'
import type { Store } from '../../store/store.ts'
import { listNewErrors } from './advisor-errors.ts'
import type { Reading } from './alert-state.ts'
import { errorFacts, errorRateFacts, slowStatementFacts } from './log-facts.ts'

/** A measured time; `to` does not belong to it. */
export type Window = { from: Date; to: Date }

/** The reading of a window that was read before; null where there are no data. */
export type Facts = (window: Window) => Reading

export type FactServices = { store: Store; logs: { store: LogStore } }

export type FactProject = { id: number; ref: string; plan: OrganizationPlan }

const minuteMs = 60_000
/** A sample is stored each minute; older ones say nothing about now. */
const sampleMinutes = 5

/** The length of the window that a condition measures. */
export const windowMs = (condition: AlertCondition): number =>
  minuteMs * ('window_minutes' in condition ? condition.window_minutes : sampleMinutes)

type Asked = { project: FactProject; condition: AlertCondition; window: Window }

/**
 * Reads everything that the windows within a longer one need, in a few statements. All of them
 * begin and end whole minutes from each other.
 *
 * @throws LogStoreError when the log store does not answer.
 */
export function readFacts(services: FactServices, asked: Asked): Promise<Facts> {
  const { store, logs } = services
  const { project, condition, window } = asked
  const span = { ref: project.ref, ...window }
  if (condition.type === 'error_rate') return errorRateFacts(logs.store, span, condition)
  if (condition.type === 'failed_jobs') return errorFacts(logs.store, span, condition)
  if (condition.type === 'postgres_errors') {
    return errorFacts(logs.store, span, { sources: ['postgres_logs'], count: condition.count })
  }
  if (condition.type === 'slow_statement') {
    return slowStatementFacts(logs.store, span, condition.milliseconds)
  }
  if (condition.type === 'advisor_error') return advisorFacts(store, project.id)
  return readSamples(store, project, { condition, window })
}

async function readSamples(
  store: Store,
  project: FactProject,
  { condition, window }: { condition: SampleCondition; window: Window },
): Promise<Facts> {
  return sampleFacts(await listSamples(store, project.id, window), project, condition)
}

async function advisorFacts(store: Store, projectId: number): Promise<Facts> {
  const found = await listNewErrors(store, projectId)
  if (found === null) return () => null
  return ({ from, to }) => {
    const value = found.filter((at) => at >= from && at < to).length
    return { value, isBreached: value > 0 }
  }
}

type SampleCondition = Extract<AlertCondition, { type: 'disk_used' | 'disk_free' | 'connections' }>

function sampleFacts(
  samples: readonly StoredSample[],
  project: FactProject,
  condition: SampleCondition,
): Facts {
  return ({ from, to }) => {
    const newest = samples.findLast(({ sampled_at: at }) => at >= from && at < to)
    const value = newest === undefined ? null : measure(newest, project, condition)
    if (value === null) return null
    const isBreached =
      condition.type === 'disk_free' ? value < condition.bytes : value > condition.percent
    return { value, isBreached }
  }
}

function measure(
  sample: StoredSample,
  { plan }: FactProject,
  { type }: SampleCondition,
): number | null {
  if (type === 'disk_free') return sample.disk_free_bytes
  if (type === 'connections') {
    const { connections_active: active, connections_idle: idle } = sample
    const used = active + idle + sample.connections_idle_in_transaction
    return sample.connection_limit > 0 ? (100 * used) / sample.connection_limit : null
  }
  const quota = planLimits.find((one) => one.plan === plan)?.diskBytes ?? null
  return quota === null ? null : (100 * sample.database_bytes) / quota
}
