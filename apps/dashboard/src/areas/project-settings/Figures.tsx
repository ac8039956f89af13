import type { DatabaseOverview } from '@basalt/contract/database/usage'
import { useQuery } from '@tanstack/react-query'

import { formatBytes } from '../../lib/format/format-bytes.ts'
import { formatCount } from '../../lib/format/format.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Time } from '../../ui/Time.tsx'
import { overviewQuery } from './queries.ts'

/** The state of the database in figures. */
export function Figures({ projectRef }: { projectRef: string }) {
  const { data, error, refetch } = useQuery(overviewQuery(projectRef))
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="h-24" />
    ) : (
      <ErrorPanel
        title="The state of the database could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <dl
      aria-label="State of the database"
      className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-card border border-line bg-surface px-4 py-3 tablet:grid-cols-4"
    >
      {listFigures(data).map(({ name, value, note }) => (
        <div key={name} className="flex min-w-0 flex-col">
          <dt className="text-xs text-ink-faint">{name}</dt>
          <dd className="tabular text-base">{value}</dd>
          {note !== undefined && <dd className="text-xs text-ink-faint">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

const listFigures = (data: DatabaseOverview) => [
  { name: 'Database size', value: formatBytes(data.database_bytes) },
  {
    name: 'Write-ahead log',
    value: data.wal_bytes === null ? '–' : formatBytes(data.wal_bytes),
  },
  {
    name: 'Connections',
    value: `${formatCount(data.connections)} of ${formatCount(data.connection_limit)}`,
  },
  {
    name: 'Cache hit ratio',
    value: data.cache_hit_ratio === null ? '–' : `${(data.cache_hit_ratio * 100).toFixed(1)} %`,
    note: 'Pages found in shared buffers',
  },
  {
    name: 'Transactions',
    value: formatCount(data.transactions),
    note: `${formatCount(data.rollbacks)} rolled back`,
  },
  { name: 'Deadlocks', value: formatCount(data.deadlocks) },
  { name: 'Temporary files', value: formatBytes(data.temporary_bytes) },
  { name: 'Started', value: <Time at={data.started_at} /> },
]
