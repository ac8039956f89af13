import { gateway } from '@basalt/contract/gateway/gateway'
import type { OutputOf } from '@basalt/contract/route'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeftRight, RotateCw } from 'lucide-react'

import { useSearchParams } from '../../lib/browser/use-search-text.ts'
import { call } from '../../lib/network/api.ts'
import { useTableView } from '../../product/use-table-view.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import type { Column } from '../../ui/data-table/table-model.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Select } from '../../ui/Input.tsx'
import { Badge } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { type StatusClass, statusClasses, statusLabels } from './status-classes.ts'

type Props = { projectRef: string; status: StatusClass | undefined }

type LoggedRequest = OutputOf<typeof gateway.requests>['requests'][number]

/** The newest requests first; older pages follow by key, and new requests come on demand. */
function useRequests({ projectRef: ref, status }: Props) {
  return useInfiniteQuery({
    queryKey: [gateway.requests.method, gateway.requests.path, ref, status],
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
    placeholderData: keepPreviousData,
  })
}

const columns: Column<LoggedRequest>[] = [
  {
    id: 'request',
    header: 'Request',
    width: 'minmax(0, 3fr)',
    isName: true,
    cell: ({ method, path }) => (
      <span className="font-mono text-xs break-all">
        {method} {path}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: '84px',
    hasLabel: false,
    cell: ({ status }) => <Badge tone={getTone(status)}>{String(status)}</Badge>,
  },
  {
    id: 'duration',
    header: 'Duration',
    width: '104px',
    align: 'end',
    hideBelow: 'phone',
    cell: ({ duration_ms: ms }) => `${ms} ms`,
  },
  {
    id: 'time',
    header: 'Time',
    width: '124px',
    hasLabel: false,
    cell: ({ at, duration_ms: ms }) => (
      <>
        <Time at={at} />
        <span className="tablet:hidden"> in {ms} ms</span>
      </>
    ),
  },
  {
    id: 'client',
    header: 'Client',
    width: 'minmax(0, 1fr)',
    hideBelow: 'phone',
    cell: ({ client_address: address }) => (
      <span className="font-mono text-xs">{address ?? 'Unknown'}</span>
    ),
  },
  {
    id: 'id',
    header: 'Request ID',
    width: '128px',
    hideBelow: 'narrow',
    cell: ({ request_id: id }) => <CopyButton size="small" text={id} label={id.slice(0, 8)} />,
  },
]

/** The requests of the project's clients; the server filters and pages them. */
export function RequestLog(props: Props) {
  const { status } = props
  const change = useSearchParams()
  const log = useRequests(props)
  const view = useTableView(columns)
  return (
    <section aria-labelledby="requests" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="requests" className="text-base font-semibold">
          Requests
        </h2>
        <Button icon={RotateCw} isPending={log.isRefetching} onClick={() => void log.refetch()}>
          Refresh
        </Button>
      </div>
      <DataTable
        label="Requests"
        noun="request"
        columns={columns}
        rows={log.data?.pages.flatMap(({ requests }) => requests)}
        getId={({ id }) => id}
        error={log.error}
        failure="The requests could not be loaded"
        onRetry={() => void log.refetch()}
        partial={log.isRefetchError ? 'The newest requests could not be loaded.' : undefined}
        filters={<StatusFilter status={status} />}
        isFiltered={status !== undefined}
        onClearFilters={() => change({ status: undefined }, { isStep: true })}
        empty={
          <EmptyState icon={ArrowLeftRight} title="No requests yet">
            Requests from clients appear here. Open the address with the path <code>/health</code>{' '}
            to send the first one.
          </EmptyState>
        }
        paging={{
          hasMore: log.hasNextPage,
          isLoading: log.isFetchingNextPage,
          onLoadMore: () => void log.fetchNextPage(),
          label: 'Load older requests',
          error: log.isFetchNextPageError ? log.error : null,
        }}
        {...view}
      />
    </section>
  )
}

function StatusFilter({ status }: { status: StatusClass | undefined }) {
  const change = useSearchParams()
  return (
    <Select
      aria-label="Status"
      className="w-44"
      value={status ?? ''}
      onChange={({ target }) => change({ status: target.value || undefined }, { isStep: true })}
    >
      <option value="">All statuses</option>
      {statusClasses.map((one) => (
        <option key={one} value={one}>
          {statusLabels[one]}
        </option>
      ))}
    </Select>
  )
}

function getTone(status: number) {
  if (status >= 500) return 'bad'
  return status >= 400 ? 'warn' : 'good'
}
