import { useEffect } from 'react'

import { Button } from '../../../ui/Button.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import type { LogPageState } from '../state/use-log-page.ts'
import type { LogRowsState } from '../state/use-log-rows.ts'
import { LogFooter } from './LogFooter.tsx'
import { LogRows } from './LogRows.tsx'
import { NoRows } from './NoRows.tsx'

type Props = { projectRef: string; page: LogPageState; rows: LogRowsState }

/** The rows, or why there is none. */
export function LogResults(props: Props) {
  const { page, rows } = props
  const { error, tail } = rows
  if (rows.rows === undefined || (error !== null && rows.isReplaced))
    return (
      <div className="min-h-[240px] flex-1 overflow-y-auto p-4">
        {error === null ? (
          <SkeletonRows rows={12} className="h-6" />
        ) : (
          <ErrorPanel title="The logs could not be loaded" error={error} onRetry={rows.retry} />
        )}
      </div>
    )
  return (
    <>
      {tail.failure !== undefined && (
        <Notice tone="warn" title="The live tail is interrupted">
          {tail.failure.message} It goes on by itself.
        </Notice>
      )}
      {(tail.isIncomplete || tail.isFull) && (
        <Notice
          tone="warn"
          title={tail.isFull ? 'The live tail has stopped' : 'Some new rows are not shown'}
          action={<Button onClick={page.refresh}>Refresh</Button>}
        >
          {tail.isFull
            ? 'It has shown as many rows as the page can hold. Refresh to start again.'
            : 'More rows arrived at once than the live tail reads. Filter them, or refresh.'}
        </Notice>
      )}
      <div className="relative flex min-h-[240px] flex-1 flex-col">
        {rows.rows.length === 0 ? (
          <Empty {...props} />
        ) : (
          <LogRows page={page} state={rows} rows={rows.rows} />
        )}
      </div>
      <LogFooter state={rows} />
    </>
  )
}

/** Rare rows are searched page by page, also while none has been found. */
function Empty({ projectRef, page, rows }: Props) {
  const { readOn, hasMore, isReading, isReplaced, isStopped } = rows
  useEffect(() => readOn?.(), [readOn])
  if (hasMore || isReading || isReplaced)
    return (
      <div className="flex-1 p-4">
        {isStopped ? (
          <p className="text-ink-soft">No row was found before the search was stopped.</p>
        ) : (
          <SkeletonRows rows={12} className="h-6" />
        )}
      </div>
    )
  return <NoRows projectRef={projectRef} page={page} />
}
