import type { AuditEntry, AuditPage } from '@basalt/contract/organization/audit'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'

import { plural } from '../../lib/format/format.ts'
import { projectsQuery } from '../../lib/session/account.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { retentionText } from './action-labels.ts'
import { type AuditFilter, auditQuery } from './audit-filter.ts'
import { AuditDetail } from './AuditDetail.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditTable } from './AuditTable.tsx'

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
  const [opened, setOpened] = useState<AuditEntry>()
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
  const rows = log.data?.pages.flatMap((page) => page.rows) ?? []

  return (
    <div className="flex flex-col gap-4">
      <AuditFilters filter={filter} projects={projects} />
      {log.error !== null && (
        <ErrorPanel
          title="The audit log could not be loaded"
          error={log.error}
          onRetry={() => void log.refetch()}
        />
      )}
      {log.isPending && <SkeletonRows rows={8} className="h-9" />}
      {log.data !== undefined && rows.length === 0 && <NoRows filter={filter} />}
      {rows.length > 0 && <AuditTable rows={rows} projects={projects} onOpen={setOpened} />}
      {log.data !== undefined && (
        <footer className="flex flex-wrap items-center justify-between gap-3 text-xs text-ink-faint">
          <p>
            {plural(rows.length, 'row')}
            {log.hasNextPage && ' so far'} ·{' '}
            {retentionNote ?? retentionText(log.data.pages[0]?.retention_hours ?? null)}
          </p>
          {log.hasNextPage && (
            <Button isPending={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
              Load older entries
            </Button>
          )}
        </footer>
      )}
      {opened !== undefined && <AuditDetail entry={opened} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

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
