import { logChanges } from '@basalt/contract/logs/changes'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useSearchParams } from '../../lib/browser/use-search-text.ts'
import { plural } from '../../lib/format/format.ts'
import { query as ask } from '../../lib/network/api.ts'
import type { UrlQuery } from '../../lib/routes/url-query.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { Time } from '../../ui/Time.tsx'
import { ChangeControls } from './ChangeControls.tsx'
import { EventList } from './EventList.tsx'
import { PatternTable } from './PatternTable.tsx'
import { readFilters, readView } from './range.ts'

type Props = { projectRef: string; query: UrlQuery }

/** Differences in the logs between a range and an earlier one. */
export function LogChangesPage({ projectRef, query }: Props) {
  useDocumentTitle('What changed?', 'Logs')
  const denied = useDenied(logChanges.read, 'see the logs of this project')
  // A range that ends now is read for the same moment until it is read again.
  const [now, setNow] = useState(() => new Date())
  const view = readView(query, now)
  const filters = readFilters(query)
  const { from, to, compare } = view
  const { data, error, isFetching, refetch } = useQuery({
    ...ask(logChanges.read, {
      params: { ref: projectRef },
      query: { from, to, compare, ...filters },
    }),
    enabled: denied === undefined,
    staleTime: 0,
  })
  const change = useSearchParams()
  const readAgain = () => {
    if (view.length === null) void refetch()
    else setNow(new Date())
  }
  return (
    <PageBody>
      <PageHeader
        title="What changed?"
        description="Messages and changes of a range, compared with an earlier range of the same length."
        actions={
          <Button icon={RotateCw} isPending={isFetching} onClick={readAgain}>
            Refresh
          </Button>
        }
      />
      {denied === undefined ? (
        <>
          <ChangeControls
            view={view}
            hasFilters={Object.keys(filters).length > 0}
            onChange={change}
          />
          {error !== null && (
            <ErrorPanel
              title="The ranges could not be compared"
              error={error}
              onRetry={() => void refetch()}
            />
          )}
          {data !== undefined && (
            <p className="text-ink-soft">
              {plural(data.after.rows, 'row')} from <Time at={data.after.from} /> to{' '}
              <Time at={data.after.to} />, {plural(data.before.rows, 'row')} in the earlier range
              from <Time at={data.before.from} />.
            </p>
          )}
          {data?.is_clipped === true && (
            <Notice tone="warn" title="The earlier range is not kept completely">
              It begins before the log retention of your plan, so messages may seem to be new.
            </Notice>
          )}
          <EventList events={error === null ? data?.events : []} />
          <PatternTable
            projectRef={projectRef}
            view={view}
            filters={filters}
            patterns={error === null ? data?.patterns : []}
            others={data?.others}
          />
        </>
      ) : (
        <Notice tone="info">{denied}</Notice>
      )}
    </PageBody>
  )
}
