import { gateway } from '@basalt/contract/gateway/gateway'
import type { OutputOf } from '@basalt/contract/route'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeftRight, RotateCw } from 'lucide-react'

import { useSearchParams } from '../../lib/browser/use-search-text.ts'
import { call } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Select } from '../../ui/Input.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Badge } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { type StatusClass, statusClasses, statusLabels } from './status-classes.ts'

type Props = { projectRef: string; status: StatusClass | undefined }

type LoggedRequest = OutputOf<typeof gateway.requests>['requests'][number]

const { method, path } = gateway.requests

/** The newest requests first; older pages follow by key, and new requests come on demand. */
function useRequests({ projectRef: ref, status }: Props) {
  return useInfiniteQuery({
    queryKey: [method, path, ref, status],
    queryFn: ({ pageParam, signal }) =>
      call(
        gateway.requests,
        {
          params: { ref },
          query: {
            ...(status !== undefined && { status }),
            ...(pageParam !== null && { cursor: pageParam }),
          },
        },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 0,
  })
}

export function RequestLog(props: Props) {
  const change = useSearchParams()
  const log = useRequests(props)
  const { status } = props
  return (
    <section aria-labelledby="requests" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="requests" className="mr-auto text-base font-semibold">
          Requests
        </h2>
        <Select
          aria-label="Status"
          className="w-44"
          value={status ?? ''}
          onChange={({ target }) => change({ status: target.value || undefined })}
        >
          <option value="">Any status</option>
          {statusClasses.map((one) => (
            <option key={one} value={one}>
              {statusLabels[one]}
            </option>
          ))}
        </Select>
        <Button icon={RotateCw} isPending={log.isRefetching} onClick={() => void log.refetch()}>
          Refresh
        </Button>
      </div>
      <Requests log={log} status={status} />
    </section>
  )
}

type ShownProps = { log: ReturnType<typeof useRequests>; status: StatusClass | undefined }

function Requests({ log, status }: ShownProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = log
  if (error !== null) {
    return (
      <ErrorPanel
        title="The requests could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  if (data === undefined) return <SkeletonRows />
  const requests = data.pages.flatMap((page) => page.requests)
  if (requests.length === 0) {
    return status === undefined ? (
      <EmptyState icon={ArrowLeftRight} title="No requests yet">
        Requests of clients appear here. Open the address with the path <code>/health</code> to send
        the first one.
      </EmptyState>
    ) : (
      <p className="py-8 text-center text-ink-faint">No requests with status {status}</p>
    )
  }
  return (
    <>
      <RequestTable requests={requests} />
      {hasNextPage && (
        <Button
          className="self-center"
          isPending={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Load older requests
        </Button>
      )}
    </>
  )
}

const cell = 'px-3 py-2 whitespace-nowrap'

function RequestTable({ requests }: { requests: readonly LoggedRequest[] }) {
  return (
    <div className="overflow-x-auto rounded-card border border-line">
      <table className="w-full text-left">
        <thead className="bg-surface text-xs text-ink-soft">
          <tr>
            <th className="px-3 py-2 font-medium">Status</th>
            <th className="px-3 py-2 font-medium">Request</th>
            <th className="px-3 py-2 text-right font-medium max-tablet:hidden">Duration</th>
            <th className="px-3 py-2 font-medium max-tablet:hidden">Client</th>
            <th className="px-3 py-2 font-medium max-tablet:hidden">Time</th>
            <th className="px-3 py-2 font-medium max-desktop:hidden">Request ID</th>
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <tr key={request.id} className="border-t border-line">
              <td className={cell}>
                <Badge tone={getTone(request.status)}>{String(request.status)}</Badge>
              </td>
              <td className="px-3 py-2">
                <span className="font-mono text-xs break-all">
                  {request.method} {request.path}
                </span>
                <span className="tabular block text-xs text-ink-soft tablet:hidden">
                  <Time at={request.at} /> in {request.duration_ms} ms
                </span>
              </td>
              <td className={`${cell} tabular text-right max-tablet:hidden`}>
                {request.duration_ms} ms
              </td>
              <td className={`${cell} font-mono text-xs max-tablet:hidden`}>
                {request.client_address ?? 'Unknown'}
              </td>
              <td className={`${cell} max-tablet:hidden`}>
                <Time at={request.at} />
              </td>
              <td className="px-1 py-0.5 max-desktop:hidden">
                <CopyButton
                  size="small"
                  text={request.request_id}
                  label={request.request_id.slice(0, 8)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function getTone(status: number) {
  if (status >= 500) return 'bad'
  return status >= 400 ? 'warn' : 'good'
}
