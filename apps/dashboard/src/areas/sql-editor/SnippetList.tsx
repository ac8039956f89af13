import { useQuery } from '@tanstack/react-query'
import { BookOpen, FolderPlus, Plus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'

import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { sqlStorage } from '../../lib/storage/sql-storage.ts'
import { useSetting } from '../../lib/storage/use-setting.ts'
import { Button, buttonClass, IconButton } from '../../ui/Button.tsx'
import { SearchInput } from '../../ui/Input.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { foldersQuery, snippetSearchQuery, snippetsQuery } from './snippets/queries.ts'
import { foundRows, treeRows } from './snippets/snippet-tree.ts'
import { SnippetTree } from './snippets/SnippetTree.tsx'
import { useFolderActions } from './snippets/use-folder-actions.tsx'
import { useSnippetActions } from './snippets/use-snippet-actions.tsx'

/** Debounce of the search in texts. */
const pauseMs = 200

type Props = { projectRef: string; currentId: string }

/** The queries that are saved: favourites, those of the project, and the person's own. */
export function SnippetList({ projectRef, currentId }: Props) {
  const [search, setSearch] = useState('')
  const acts = useSnippetActions(projectRef, currentId)
  const folderActions = useFolderActions(projectRef)
  const { rows, folders, isEmpty, error, isLoading, refetch, toggle } = useRows(
    projectRef,
    search.trim(),
  )

  return (
    <>
      <div className="flex flex-none flex-col gap-2 px-3 pb-2">
        <div className="flex gap-1">
          <Link href={paths.sql(projectRef)} className={buttonClass({}, 'min-w-0 flex-1')}>
            <Plus /> New query
          </Link>
          <IconButton
            icon={FolderPlus}
            label="New folder"
            disabledReason={folderActions.deniedFor('private')}
            onClick={() => folderActions.create('private')}
          />
        </div>
        <SearchInput label="Search queries" value={search} onChange={setSearch} />
      </div>
      <nav aria-label="Saved queries" className="flex min-h-0 flex-1 flex-col">
        {isLoading && <ListState error={error} onRetry={refetch} />}
        {rows.length > 0 && (
          <SnippetTree
            {...{ projectRef, currentId, rows, folders, acts, folderActions }}
            onToggle={toggle}
          />
        )}
        {!isLoading && isEmpty && (
          <p className="px-3 py-2 text-ink-faint">{emptyText(acts.isDenied.create)}</p>
        )}
        {!isLoading && rows.length === 0 && (
          <p className="px-3 py-2 text-ink-faint">{`No queries match “${search}”`}</p>
        )}
      </nav>
      <div className="flex flex-none flex-col gap-0.5 border-t border-line p-2">
        <Link
          href={paths.sqlTemplates(projectRef)}
          className={buttonClass({ variant: 'ghost' }, 'justify-start!')}
        >
          <BookOpen /> Templates
        </Link>
        <Link
          href={paths.sqlExamples(projectRef)}
          className={buttonClass({ variant: 'ghost' }, 'justify-start!')}
        >
          <BookOpen /> Quickstarts
        </Link>
      </div>
      {acts.dialog}
      {folderActions.dialog}
    </>
  )
}

const emptyText = (denied: string | undefined): string =>
  denied === undefined
    ? 'Queries appear here as you write them and are saved automatically.'
    : 'Queries shared with the project appear here.'

/**
 * The visible rows: the tree, or search results in names at once and in texts after the debounce.
 */
function useRows(projectRef: string, search: string) {
  const list = useQuery(snippetsQuery(projectRef))
  const { data: folders = [] } = useQuery(foldersQuery(projectRef))
  const [closed, setClosed] = useSetting(sqlStorage.closedFolders(projectRef))
  const settled = usePaused(search)
  const { data: matches } = useQuery({
    ...snippetSearchQuery(projectRef, settled),
    enabled: settled !== '',
  })
  const rows = useMemo(() => {
    if (list.data === undefined) return []
    if (search !== '')
      return foundRows(list.data, search, search === settled ? (matches ?? []) : [])
    return treeRows({ snippets: list.data, folders }, new Set(closed))
  }, [list.data, folders, closed, search, settled, matches])
  return {
    rows,
    folders,
    isEmpty: list.data?.length === 0 && search === '',
    isLoading: list.data === undefined,
    error: list.error,
    refetch: () => void list.refetch(),
    toggle: (key: string, isExpanded: boolean) =>
      setClosed(isExpanded ? closed.filter((one) => one !== key) : [...closed, key]),
  }
}

/** A text once it has stayed the same for a moment; an empty one at once. */
function usePaused(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

function ListState({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error === null)
    return (
      <div className="px-3">
        <SkeletonRows rows={4} className="h-5" />
      </div>
    )
  return (
    <div role="alert" className="flex flex-col items-start gap-2 px-3 py-2 text-ink-soft">
      {error.message}
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
