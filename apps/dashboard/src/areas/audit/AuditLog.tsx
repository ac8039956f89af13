import type { AuditPage } from '@basalt/contract/organization/audit'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'

import { projectsQuery } from '../../lib/session/account.ts'
import { useOpenObject, useTableView } from '../../product/use-table-view.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { retentionText } from './action-labels.ts'
import { getEntryId, listColumns } from './audit-columns.tsx'
import { type AuditFilter, auditQuery } from './audit-filter.ts'
import { AuditDetail } from './AuditDetail.tsx'
import { AuditFilters } from './AuditFilters.tsx'

type AuditRead = (query: Record<string, string>, signal: AbortSignal) => Promise<AuditPage>

type Props = {
  /** Names the log in the cache. */
  cacheKey: readonly string[]
  read: AuditRead
  filter: AuditFilter
  /** The organization of selectable projects; undefined for all that the user sees. */
  organizationSlug?: string
  /** A note about retention, when the server's value is not sufficient. */
  retentionNote?: string
}

/** A log with its filters, newest first, and one row in detail. */
export function AuditLog({ cacheKey, read, filter, organizationSlug, retentionNote }: Props) {
  const [openId, open] = useOpenObject('entry')
  const { data: all = [] } = useQuery(projectsQuery())
  const projects = all.filter(
    ({ organization_slug: slug }) => organizationSlug === undefined || slug === organizationSlug,
  )
  const requested = auditQuery(filter)
  const log = useInfiniteQuery({
    queryKey: [...cacheKey, requested],
    queryFn: ({ pageParam, signal }) =>
      read({ ...requested, ...(pageParam !== null && { cursor: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    // Recent actions must be included when the page is opened.
    staleTime: 0,
  })
  const rows = log.data?.pages.flatMap((page) => page.rows)
  const columns = listColumns(projects)
  const view = useTableView(columns)
  const opened = rows?.find((entry) => getEntryId(entry) === openId)
  const hasFailedAgain = log.error !== null && !log.isFetchNextPageError && rows !== undefined

  return (
    <div className="flex flex-col gap-4">
      <AuditFilters filter={filter} projects={projects} />
      {openId !== undefined && rows !== undefined && opened === undefined && (
        <NotLoaded hasMore={log.hasNextPage} onDismiss={() => open(undefined)} />
      )}
      <DataTable
        label="Audit log"
        noun="row"
        columns={columns}
        rows={rows}
        getId={getEntryId}
        failure="The audit log could not be loaded"
        error={log.error}
        onRetry={() => void log.refetch()}
        partial={
          hasFailedAgain ? `Newer entries could not be loaded. ${log.error.message}` : undefined
        }
        empty={<NoRows filter={filter} />}
        openId={openId}
        onOpen={(entry) => open(getEntryId(entry))}
        paging={{
          hasMore: log.hasNextPage,
          isLoading: log.isFetchingNextPage,
          onLoadMore: () => void log.fetchNextPage(),
          label: 'Load older entries',
          error: log.isFetchNextPageError ? log.error : null,
        }}
        note={retentionNote ?? retentionText(log.data?.pages[0]?.retention_hours ?? null)}
        {...view}
      />
      {opened !== undefined && <AuditDetail entry={opened} onClose={() => open(undefined)} />}
    </div>
  )
}

const NotLoaded = ({ hasMore, onDismiss }: { hasMore: boolean; onDismiss: () => void }) => (
  <Notice
    tone="warn"
    title="This entry was not found"
    action={<Button onClick={onDismiss}>Dismiss</Button>}
  >
    {hasMore
      ? 'It is not among the loaded entries. Load older ones or change the filters.'
      : 'It is older than the retention period, or the filters exclude it.'}
  </Notice>
)

function NoRows({ filter }: { filter: AuditFilter }) {
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <EmptyState icon={ScrollText} title={isFiltered ? 'No matching entries' : 'No entries yet'}>
      {isFiltered
        ? 'Clear a filter or change the dates.'
        : 'Every change appears here with its user, time and address.'}
    </EmptyState>
  )
}
