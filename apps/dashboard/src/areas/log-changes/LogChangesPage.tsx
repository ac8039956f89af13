import { logChanges } from '@basalt/contract/logs/changes'
import type { OutputOf } from '@basalt/contract/route'
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
import { type ChangesView, readFilters, readView } from './range.ts'
import { StatementChangeList } from './StatementChangeList.tsx'

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
        description="Statements, changes and messages of a range, compared with an earlier range of the same length."
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
          {error === null ? (
            <Comparison projectRef={projectRef} view={view} filters={filters} answer={data} />
          ) : (
            <ErrorPanel
              title="The ranges could not be compared"
              error={error}
              onRetry={() => void refetch()}
            />
          )}
        </>
      ) : (
        <Notice tone="info">{denied}</Notice>
      )}
    </PageBody>
  )
}

type ComparisonProps = {
  projectRef: string
  view: ChangesView
  filters: ReturnType<typeof readFilters>
  /** Undefined until it is read. */
  answer: OutputOf<typeof logChanges.read> | undefined
}

function Comparison({ projectRef, view, filters, answer }: ComparisonProps) {
  return (
    <>
      {answer !== undefined && (
        <p className="text-ink-soft">
          {plural(answer.after.rows, 'row')} from <Time at={answer.after.from} /> to{' '}
          <Time at={answer.after.to} />, {plural(answer.before.rows, 'row')} in the earlier range
          from <Time at={answer.before.from} />.
        </p>
      )}
      {answer?.is_clipped === true && (
        <Notice tone="warn" title="The earlier range is not kept completely">
          It begins before the log retention of your plan, so messages may seem to be new.
        </Notice>
      )}
      <StatementChangeList projectRef={projectRef} view={view} statements={answer?.statements} />
      <EventList events={answer?.events} />
      <PatternTable
        projectRef={projectRef}
        view={view}
        filters={filters}
        patterns={answer?.patterns}
        others={answer?.others}
      />
    </>
  )
}
