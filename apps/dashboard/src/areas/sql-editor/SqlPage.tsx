// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import './sql-editor.css'
import { usePrefetchQuery } from '@tanstack/react-query'

import type { UrlQuery } from '../../lib/routes/url-query.ts'
import { AreaLayout } from '../../product/AreaLayout.tsx'
import { late } from '../../ui/late.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { QueryEditor } from './QueryEditor.tsx'
import { OpenQuery, useQueryId } from './snippets/OpenQuery.tsx'
import { foldersQuery, snippetsQuery } from './snippets/queries.ts'
import { useLinkedParameters } from './snippets/use-linked-parameters.ts'

const SnippetList = late(async () => (await import('./SnippetList.tsx')).SnippetList)

const SnippetTabs = late(async () => (await import('./snippets/SnippetTabs.tsx')).SnippetTabs)

type Props = {
  projectRef: string
  id: string
  /** `p.city` is a value for `:city`. */
  query: UrlQuery
}

export function SqlPage({ projectRef, id, query }: Props) {
  const queryId = useQueryId(projectRef, id)
  useLinkedParameters(projectRef, queryId, query)
  // The list's data is requested while its code is loading.
  usePrefetchQuery(snippetsQuery(projectRef))
  usePrefetchQuery(foldersQuery(projectRef))
  return (
    <AreaLayout
      title="SQL editor"
      closeKey={id}
      column={
        <SnippetList
          fallback={<SkeletonRows rows={4} className="m-3 h-7" />}
          projectRef={projectRef}
          currentId={id}
        />
      }
    >
      <div className="flex h-full min-h-0 flex-col">
        <div className="h-9 flex-none overflow-hidden border-b border-line bg-surface">
          <SnippetTabs projectRef={projectRef} currentId={id} />
        </div>
        <div className="min-h-0 flex-1">
          <OpenQuery key={queryId} projectRef={projectRef} id={queryId} isNew={id === 'new'}>
            {(snippet) => <QueryEditor projectRef={projectRef} id={queryId} snippet={snippet} />}
          </OpenQuery>
        </div>
      </div>
    </AreaLayout>
  )
}
