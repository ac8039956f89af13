import { type DatabaseOverview, databaseUsage } from '@basalt/contract/database/usage'
import { useQuery } from '@tanstack/react-query'

import { useDenied } from '../../lib/access/access.tsx'
import { formatBytes } from '../../lib/format/format-bytes.ts'
import { formatCount } from '../../lib/format/format.ts'
import { Link } from '../../lib/Link.tsx'
import { query } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** The state of the running database; its other figures are in the settings. */
export function DatabaseState({ projectRef }: { projectRef: string }) {
  const denied = useDenied(databaseUsage.overview, 'see the state of this database')
  const { data, error, refetch } = useQuery({
    ...query(databaseUsage.overview, { params: { ref: projectRef } }),
    staleTime: 0,
    enabled: denied === undefined,
  })
  if (denied !== undefined) return null
  return (
    <Card
      title="State of the database"
      actions={
        <Link href={paths.projectInfrastructure(projectRef)} className="link">
          Sessions and disk usage
        </Link>
      }
    >
      <CardBody>
        {data !== undefined && <State data={data} projectRef={projectRef} />}
        {data === undefined && error === null && <Skeleton className="h-12" />}
        {data === undefined && error !== null && (
          <ErrorPanel
            title="The state of the database could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        )}
      </CardBody>
    </Card>
  )
}

function State({ data, projectRef }: { data: DatabaseOverview; projectRef: string }) {
  const { cache_hit_ratio: hits, slowest, last_migration: migration } = data
  const facts = [
    { name: 'Size', value: formatBytes(data.database_bytes) },
    {
      name: 'Connections',
      value: `${formatCount(data.connections)} of ${formatCount(data.connection_limit)}`,
    },
    { name: 'Cache hit ratio', value: hits === null ? '–' : `${(hits * 100).toFixed(1)} %` },
    {
      name: 'Last migration',
      value:
        migration === null ? (
          'None recorded'
        ) : (
          <Link href={paths.migrations(projectRef)} className="link">
            {migration.name ?? migration.version}
          </Link>
        ),
    },
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-3 desktop:grid-cols-4">
      {facts.map(({ name, value }) => (
        <div key={name} className="flex min-w-0 flex-col">
          <dt className="text-xs text-ink-faint">{name}</dt>
          <dd className="tabular truncate">{value}</dd>
        </div>
      ))}
      <div className="col-span-full flex min-w-0 flex-col">
        <dt className="text-xs text-ink-faint">Slowest statement</dt>
        <dd className="min-w-0">
          {slowest === null ? (
            <>
              Not measured. Enable the extension{' '}
              <Link href={paths.extensions(projectRef, 'pg_stat_statements')} className="link">
                pg_stat_statements
              </Link>
              .
            </>
          ) : (
            <span className="flex min-w-0 items-baseline gap-2">
              <span className="tabular flex-none">{slowest.mean_ms.toFixed(1)} ms</span>
              <code className="truncate font-mono text-xs" title={slowest.query}>
                {slowest.query}
              </code>
            </span>
          )}
        </dd>
      </div>
    </dl>
  )
}
