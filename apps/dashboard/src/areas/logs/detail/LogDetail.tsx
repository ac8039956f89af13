import { ApiError } from '@basalt/contract/errors'
import type { LogRowEntry } from '@basalt/contract/logs/logs'
import { useQuery } from '@tanstack/react-query'

import { logSourceLabel } from '../../../lib/log-sources.ts'
import { paths } from '../../../lib/paths.ts'
import { storage } from '../../../lib/storage/storage.ts'
import { SidePanel } from '../../../product/SidePanel.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { TabBar } from '../../../ui/TabBar.tsx'
import { relatedViews } from '../model/log-view.ts'
import { contextQuery, requestQuery, rowQuery } from '../state/queries.ts'
import type { LogPageState } from '../state/use-log-page.ts'
import { FieldList } from './FieldList.tsx'
import { RelatedRows } from './RelatedRows.tsx'
import { StatementTools } from './StatementTools.tsx'

type Props = { id: string; projectRef: string; page: LogPageState }

/** One row: its fields, its neighbours, and the rows of the same request. */
export function LogDetail({ id, projectRef, page }: Props) {
  const { source, change } = page
  const { data: row, error, refetch } = useQuery(rowQuery(projectRef, id))
  const close = () => change({ rowId: undefined, related: undefined })
  return (
    <SidePanel
      title={row === undefined ? 'Row' : `${logSourceLabel(row.source)} row`}
      what="the details"
      setting={storage.detailWidth}
      onClose={close}
      actions={
        row !== undefined && (
          <>
            <CopyButton isIcon text={JSON.stringify(row, null, 2)} label="Copy row as JSON" />
            <CopyButton
              size="small"
              text={getLink(projectRef, row, source !== undefined)}
              label="Copy link"
            />
          </>
        )
      }
    >
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4">
        {row === undefined && error === null && <SkeletonRows rows={8} className="h-6" />}
        {row === undefined && error !== null && (
          <Failure error={error} onRetry={() => void refetch()} />
        )}
        {row !== undefined && <Tabs row={row} projectRef={projectRef} page={page} />}
      </div>
    </SidePanel>
  )
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiError && error.kind === 'not_found')
    return <EmptyState title="This row was not found">{error.message}</EmptyState>
  return <ErrorPanel title="The row could not be loaded" error={error} onRetry={onRetry} />
}

/** Everything of a range that ends with the row, so that the list has it too. */
function getLink(projectRef: string, row: LogRowEntry, isOfSource: boolean): string {
  const at = Date.parse(row.at)
  const query = {
    row: row.id,
    from: new Date(at - 300_000).toISOString(),
    to: new Date(at + 300_000).toISOString(),
    own: row.is_own ? 'true' : undefined,
  }
  const path = isOfSource
    ? paths.sourceLogs(projectRef, row.source, query)
    : paths.logs(projectRef, query)
  return new URL(path, globalThis.location.href).href
}

type TabsProps = {
  row: LogRowEntry & { metadata: Record<string, unknown> }
  projectRef: string
  page: LogPageState
}

function Tabs({ row, projectRef, page }: TabsProps) {
  const { view, change } = page
  const { request_id: requestId } = row
  const tabs = [
    { id: 'fields', label: 'Fields' },
    { id: 'context', label: 'Context' },
    ...(requestId === null ? [] : [{ id: 'request', label: 'Same request' }]),
  ]
  const chosen = view.related ?? 'fields'
  const related = { row, page, projectRef }
  return (
    <TabBar
      label="Details"
      tabs={tabs}
      chosen={chosen}
      onChoose={(id) => change({ related: relatedViews.find((name) => name === id) })}
    >
      {chosen === 'fields' && (
        <>
          <StatementTools row={row} projectRef={projectRef} />
          <FieldList row={row} page={page} />
        </>
      )}
      {chosen === 'context' && (
        <RelatedRows
          {...related}
          title="Rows of all sources before and after"
          query={contextQuery(projectRef, row.id, view.includesOwn || row.is_own)}
        />
      )}
      {chosen === 'request' &&
        (requestId === null ? (
          <p className="text-ink-soft">This row belongs to no request.</p>
        ) : (
          <RelatedRows
            {...related}
            title="Rows of all sources with this request ID"
            query={requestQuery(projectRef, requestId)}
          />
        ))}
    </TabBar>
  )
}
