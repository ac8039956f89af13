import type { Snippet } from '@basalt/contract/project/snippets'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import { storage } from '../../../lib/storage/storage.ts'
import { snippetQuery } from '../../../product/snippets.ts'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { late } from '../../../ui/late.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { isDeleted } from './use-snippet.ts'

const DeletedQuery = late(async () => (await import('./DeletedQuery.tsx')).DeletedQuery)

/**
 * The id of the query that the address shows. A new query has one before it is saved, so
 * that saving it is the same query under its own address.
 */
export function useQueryId(projectRef: string, id: string): string {
  const [shown, setShown] = useState(id)
  const [created, setMade] = useState(() => newId(projectRef))
  if (shown !== id) {
    setShown(id)
    if (id === 'new') setMade(newId(projectRef))
  }
  return id === 'new' ? created : id
}

/** A text that waits in the browser was perhaps sent already, under its id. */
function newId(projectRef: string): string {
  const setting = sqlStorage.newSnippet(projectRef)
  const hasDraft = storage.draft(projectRef, 'new').get() !== undefined
  const known = hasDraft ? setting.get() : undefined
  const id = known ?? crypto.randomUUID()
  setting.set(id)
  return id
}

type Props = {
  projectRef: string
  id: string
  isNew: boolean
  /** Shows the query; null for one that was not saved yet. */
  children: (snippet: Snippet | null) => ReactNode
}

/** Loads the query and reports a failure. */
export function OpenQuery({ projectRef, id, isNew, children }: Props) {
  const { data, error, refetch } = useQuery({
    ...snippetQuery(projectRef, id),
    enabled: !isNew,
    // Another user, or another tab, may have changed it since.
    refetchOnWindowFocus: 'always',
  })
  const isDeletedNow = isDeleted(error)
  useEffect(() => {
    if (data !== undefined) storage.lastSnippet(projectRef).set(id)
    else if (isDeletedNow) storage.lastSnippet(projectRef).remove()
  }, [data, id, projectRef, isDeletedNow])

  if (data !== undefined || isNew) return children(data ?? null)
  if (error === null) {
    return (
      <div className="p-4">
        <SkeletonRows rows={6} className="h-5" />
      </div>
    )
  }
  if (isDeletedNow) return <DeletedQuery projectRef={projectRef} id={id} />
  return (
    <div className="mx-auto max-w-2xl p-6">
      <h1 className="sr-only">Query</h1>
      <ErrorPanel
        title="The query could not be opened"
        error={error}
        onRetry={() => void refetch()}
      />
    </div>
  )
}
