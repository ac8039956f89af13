import { entitlement } from '@basalt/catalog'
import { ApiError } from '@basalt/contract/errors'
import { observability as routes } from '@basalt/contract/observability/observability'

import { getProject } from '../../http/context.ts'
import { MetricsText } from '../../http/metrics-text.ts'
import { type Endpoint, serveStream } from '../../http/route.ts'
import type { Clock } from '../../process/clock.ts'
import { findLastSample, type StoredSample } from '../../store/resource-samples.ts'
import type { Store } from '../../store/store.ts'

type Services = { store: Store; clock: Clock }

/** An older sample describes a cluster that does not run or does not answer. */
const freshMs = 10 * 60_000

/** The last sample of a project for Prometheus, which computes rates itself. */
export const metricsFeature = ({ store, clock }: Services): Endpoint[] => [
  serveStream(routes.metrics, async (_, context, emit) => {
    const { id, ref, status, organization_id: organizationId } = getProject(context)
    await requirePlan(store, organizationId)
    const sample = await findLastSample(store, id)
    const age = sample === null ? Infinity : clock().getTime() - sample.sampled_at.getTime()
    await emit(
      projectMetrics({ ref, isUp: status === 'ACTIVE_HEALTHY' }, age < freshMs ? sample : null),
    )
  }),
]

async function requirePlan(store: Store, organizationId: number): Promise<void> {
  const { plan } = await store
    .selectFrom('organizations')
    .select('plan')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const { isIncluded } = entitlement(plan, 'security.metricsEndpoint')
  if (isIncluded) return
  throw new ApiError(
    'payment_required',
    'The metrics endpoint requires the Pro plan. Upgrade the organization to use it.',
  )
}

type Project = { ref: string; isUp: boolean }
type Value = number | null
type Values = { label?: string; values: Readonly<Record<string, Value>> }

function projectMetrics({ ref, isUp }: Project, sample: StoredSample | null): string {
  const text = new MetricsText()
  const add = (name: string, about: string, { label, values }: Values) => {
    const samples = Object.entries(values).flatMap(([key, value]) =>
      value === null
        ? []
        : [{ value, labels: { project: ref, ...(label !== undefined && { [label]: key }) } }],
    )
    text.add(`basalt_project_${name}`, about, samples)
  }
  const one = (name: string, about: string, value: Value) => add(name, about, { values: { value } })
  one('up', 'Whether the project is running and answers.', Number(isUp))
  if (sample === null) return text.toString()
  one('sample_timestamp_seconds', 'Time of the sample.', seconds(sample.sampled_at))
  one('start_time_seconds', 'Start of PostgreSQL.', seconds(sample.started_at))
  one('cpu_seconds_total', 'CPU time of all processes.', sample.cpu_seconds)
  one('memory_bytes', 'Resident memory of all processes.', sample.memory_bytes)
  const byState = {
    active: sample.connections_active,
    idle: sample.connections_idle,
    idle_in_transaction: sample.connections_idle_in_transaction,
  }
  add('connections', 'Client connections by state.', { label: 'state', values: byState })
  one('connections_limit', 'The highest number of connections.', sample.connection_limit)
  one('database_size_bytes', 'Size of the database on disk.', sample.database_bytes)
  one('disk_free_bytes', 'Free space on the disk.', sample.disk_free_bytes)
  const byOutcome = { committed: sample.commits, rolled_back: sample.rollbacks }
  add('transactions_total', 'Transactions by outcome.', { label: 'outcome', values: byOutcome })
  const bySource = { shared_buffers: sample.blocks_hit, disk: sample.blocks_read }
  add('blocks_read_total', 'Blocks by where they were.', { label: 'source', values: bySource })
  one('deadlocks_total', 'Deadlocks.', sample.deadlocks)
  one('temporary_files_bytes_total', 'Data written to temporary files.', sample.temporary_bytes)
  one('wal_bytes_total', 'Write-ahead log.', sample.wal_bytes)
  return text.toString()
}

const seconds = (time: Date): number => time.getTime() / 1000
