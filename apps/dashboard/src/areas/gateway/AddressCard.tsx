import { gateway } from '@basalt/contract/gateway/gateway'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'

import { query } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Status } from '../../ui/Status.tsx'

/** The health of a moment ago is not the health now: it is checked as long as the page is open. */
const healthQuery = (ref: string) => ({
  ...query(gateway.health, { params: { ref } }),
  staleTime: 0,
  refetchInterval: 10_000,
})

export function AddressCard({ projectRef }: { projectRef: string }) {
  const { data, error, isFetching, refetch } = useQuery(healthQuery(projectRef))
  const check = () => void refetch()
  if (error !== null) {
    return <ErrorPanel title="The gateway could not be checked" error={error} onRetry={check} />
  }
  return (
    <Card
      title="Address"
      description="Use it in your application, followed by the path of a service."
      actions={
        <Button icon={RotateCw} isPending={isFetching && data === undefined} onClick={check}>
          Check health
        </Button>
      }
    >
      <CardBody>
        {data === undefined ? (
          <Skeleton className="h-16" />
        ) : (
          <>
            <div className="flex items-center gap-2 rounded-control bg-sunken py-2 pr-2 pl-3">
              <code className="min-w-0 flex-1 font-mono text-xs leading-5 break-all">
                {data.url}
              </code>
              <CopyButton isIcon text={data.url} label="Copy address" />
            </div>
            <Health health={data.health} />
          </>
        )}
      </CardBody>
    </Card>
  )
}

type Answer = Awaited<ReturnType<NonNullable<ReturnType<typeof healthQuery>['queryFn']>>>

function Health({ health }: Pick<Answer, 'health'>) {
  if (health.status === 'unavailable') {
    return (
      <Notice tone="bad" title="The gateway cannot serve this project right now">
        {health.message} {health.hint} Clients get status {health.http_status} with the code{' '}
        <code>{health.code}</code>.
      </Notice>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Status tone="good">Healthy</Status>
      <span className="tabular text-ink-soft">
        PostgreSQL {health.database.version} answered in {health.latency_ms} ms
      </span>
    </div>
  )
}
