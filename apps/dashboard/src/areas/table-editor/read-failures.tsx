import { databaseTables } from '@basalt/contract/database/tables'
import { ApiError } from '@basalt/contract/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

import { invalidate } from '../../lib/network/api.ts'
import { isUnreachable, whenBack } from '../../lib/network/reconnect.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { ReadCancelled } from './rows/row-store.ts'

type FailureProps = { error: Error; onRetry: () => void }

/** Rows that a database could not give are loaded when it answers again. */
function useReadWhenBack({ error, onRetry }: FailureProps) {
  const isDown = isUnreachable(error)
  const read = useEffectEvent(onRetry)
  useEffect(() => (isDown ? whenBack(() => read()) : undefined), [isDown])
}

/** Of a dropped table: the list and the tabs are refetched, and close it. */
function useDeletedTable({ error }: Pick<FailureProps, 'error'>) {
  const client = useQueryClient()
  const isDeleted = error instanceof ApiError && error.kind === 'not_found'
  useEffect(() => {
    if (isDeleted) void invalidate(client, databaseTables.list)
  }, [client, isDeleted])
}

export function NothingRead({ error, onRetry }: FailureProps) {
  useReadWhenBack({ error, onRetry })
  useDeletedTable({ error })
  if (error instanceof ReadCancelled) {
    return (
      <div className="flex flex-1 items-start gap-3 p-4">
        <span className="text-ink-soft">Loading was cancelled, and the query was stopped.</span>
        <Button onClick={onRetry}>Load rows</Button>
      </div>
    )
  }
  return (
    <div className="flex-1 p-4">
      <ErrorPanel
        title="The rows could not be loaded"
        error={withDetail(error)}
        onRetry={onRetry}
      />
    </div>
  )
}

/** With PostgreSQL's detail, for example why the server of a foreign table is unreachable. */
function withDetail(error: Error): Error {
  if (!(error instanceof ApiError) || error.sql === undefined) return error
  const { detail, hint } = error.sql
  const parts = [error.message, detail, hint].filter((part) => part !== undefined && part !== '')
  const { requestId } = error
  return Object.assign(new Error(parts.join('. ')), { requestId })
}

/** Some rows are loaded; the visible ones failed. */
export function ReadFailure({ error, onRetry }: FailureProps) {
  useReadWhenBack({ error, onRetry })
  useDeletedTable({ error })
  return (
    <div
      role="alert"
      className="flex flex-none items-center gap-3 border-t border-bad/40 bg-bad-wash px-3 py-2"
    >
      <span className="min-w-0 flex-1">More rows could not be loaded. {error.message}</span>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}
