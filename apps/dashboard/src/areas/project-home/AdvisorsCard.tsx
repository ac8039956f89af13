import { type AdvisorSummary, advisors } from '@basalt/contract/advisors/advisors'
import { useQuery } from '@tanstack/react-query'

import { useDenied } from '../../lib/access/access.tsx'
import { formatCount } from '../../lib/format/format.ts'
import { Link } from '../../lib/Link.tsx'
import { query } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Time } from '../../ui/Time.tsx'

/** The score and the counts of the advisors' last run. */
export function AdvisorsCard({ projectRef }: { projectRef: string }) {
  const denied = useDenied(advisors.summary, 'see the findings of the advisors')
  const { data, error, refetch } = useQuery({
    ...query(advisors.summary, { params: { ref: projectRef } }),
    staleTime: 5000,
    enabled: denied === undefined,
  })
  if (denied !== undefined) return null
  return (
    <Card
      title="Advisors"
      actions={
        <Link href={paths.securityAdvisor(projectRef)} className="link">
          Findings
        </Link>
      }
    >
      <CardBody>
        {data !== undefined && <Summary summary={data} />}
        {data === undefined && error === null && <Skeleton className="h-12" />}
        {data === undefined && error !== null && (
          <ErrorPanel
            title="The summary of the advisors could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        )}
      </CardBody>
    </Card>
  )
}

function Summary({ summary }: { summary: AdvisorSummary }) {
  const { checked_at: at, counts, score, unchecked_rules: unchecked } = summary
  if (at === null)
    return (
      <p className="text-ink-soft">
        Not checked yet. The advisors run after each change of the database, and every night.
      </p>
    )
  const facts = [
    { name: 'Score', value: score === null ? 'None' : `${score} of 100` },
    { name: 'Errors', value: formatCount(counts.error) },
    { name: 'Warnings', value: formatCount(counts.warning) },
    { name: 'Info', value: formatCount(counts.info) },
    { name: 'Rules not checked', value: formatCount(unchecked) },
    { name: 'Checked', value: <Time at={at} /> },
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-3 tablet:grid-cols-3 desktop:grid-cols-6">
      {facts.map(({ name, value }) => (
        <div key={name} className="flex min-w-0 flex-col">
          <dt className="text-xs text-ink-faint">{name}</dt>
          <dd className="tabular truncate">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
