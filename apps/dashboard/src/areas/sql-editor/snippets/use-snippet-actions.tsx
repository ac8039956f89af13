import { snippets, type SnippetSummary } from '@basalt/contract/project/snippets'
import { useQueryClient } from '@tanstack/react-query'
import {
  Copy,
  Download,
  FolderInput,
  History,
  Link as LinkIcon,
  Lock,
  Pencil,
  Share2,
  Star,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { copyText } from '../../../lib/browser/clipboard.ts'
import { notify } from '../../../lib/browser/toast.ts'
import { useGo } from '../../../lib/browser/use-go.ts'
import { paths } from '../../../lib/paths.ts'
import { snippetQuery, useCreateSnippet } from '../../../product/snippets.ts'
import { late } from '../../../ui/late.tsx'
import type { MenuItem } from '../../../ui/menu-props.ts'
import { useChangeSnippet, useFavourSnippet } from './queries.ts'
import { download, fileName, type SnippetFile } from './snippet-files.ts'
import { useRemoving } from './use-removing.tsx'
import { shownText } from './use-snippet.ts'

const SnippetDialog = late(async () => (await import('./SnippetDialog.tsx')).SnippetDialog)

export type SnippetQuestion = 'rename' | 'move' | 'versions' | 'migration' | 'link'

/** Actions on a saved query, for its menu, its keys and its list row. */
export function useSnippetActions(projectRef: string, currentId: string) {
  const [requested, setRequested] = useState<{ what: SnippetQuestion; snippet: SnippetSummary }>()
  const ask = (what: SnippetQuestion, snippet: SnippetSummary) => setRequested({ what, snippet })
  const removing = useRemoving(projectRef, currentId)
  const share = useSharing(projectRef)
  const copy = useCopies(projectRef)
  const favour = useFavourSnippet(projectRef)
  const denied = {
    create: useDenied(snippets.create, 'save queries'),
    update: useDenied(snippets.update, 'change queries'),
    remove: useDenied(snippets.remove, 'delete queries'),
  }
  const toggleFavourite = ({ id, is_favourite }: SnippetSummary) =>
    favour.mutate({ id, is_favourite: !is_favourite }, { onError: tell })

  function listItems(snippet: SnippetSummary): MenuItem[] {
    const ofOthers = snippet.may_change ? undefined : 'Shared by someone else'
    const changeDenied = denied.update ?? ofOthers
    return [
      {
        label: snippet.is_favourite ? 'Remove from favourites' : 'Add to favourites',
        icon: Star,
        onSelect: () => toggleFavourite(snippet),
      },
      item('Rename', { icon: Pencil, disabledReason: changeDenied }, () => ask('rename', snippet)),
      item('Move to folder', { icon: FolderInput, disabledReason: changeDenied }, () =>
        ask('move', snippet),
      ),
      item('Duplicate', { icon: Copy, disabledReason: denied.create }, () =>
        copy.duplicate(snippet),
      ),
      sharingItem(snippet, denied.update, () => share(snippet)),
      item('Versions', { icon: History }, () => ask('versions', snippet)),
      { kind: 'separator' },
      item('Copy link', { icon: LinkIcon }, () => void copy.link(snippet)),
      item('Copy link with parameters', { icon: LinkIcon }, () => ask('link', snippet)),
      item('Download as SQL', { icon: Download }, () => void copy.file(snippet, 'sql')),
      item('Download as migration', { icon: Download }, () => void copy.file(snippet, 'migration')),
      item('Download as seed', { icon: Download }, () => void copy.file(snippet, 'seed')),
      item('Save as migration', { icon: Download }, () => ask('migration', snippet)),
      { kind: 'separator' },
      {
        ...item('Delete', { icon: Trash2, disabledReason: denied.remove ?? ofOthers }, () =>
          removing.remove(snippet),
        ),
        isDanger: true,
      },
    ]
  }

  const close = () => setRequested(undefined)
  const dialog = (
    <>
      {requested && <SnippetDialog projectRef={projectRef} {...requested} onClose={close} />}
      {removing.dialog}
    </>
  )
  return { listItems, ask, remove: removing.remove, toggleFavourite, dialog, isDenied: denied }
}

export type SnippetActions = ReturnType<typeof useSnippetActions>

type Item = Extract<MenuItem, { kind?: 'item' }>

const item = (
  label: string,
  appearance: Pick<Item, 'icon' | 'keys' | 'disabledReason'>,
  onSelect: () => void,
): Item => ({ label, ...appearance, onSelect })

function sharingItem(
  snippet: SnippetSummary,
  denied: string | undefined,
  onSelect: () => void,
): Item {
  const isShared = snippet.visibility === 'project'
  const ofOthers = snippet.is_own ? undefined : 'Only its owner can make it private'
  return item(
    isShared ? 'Make private' : 'Share with the project',
    { icon: isShared ? Lock : Share2, disabledReason: denied ?? ofOthers },
    onSelect,
  )
}

const tell = (error: Error) => notify.error(error.message)

function useSharing(projectRef: string) {
  const change = useChangeSnippet(projectRef)
  return ({ id, name, visibility }: SnippetSummary) => {
    const next = visibility === 'project' ? 'private' : 'project'
    const said =
      next === 'project' ? `“${name}” is shared with the project` : `“${name}” is private`
    const undo = { label: 'Undo', run: () => change.mutate({ id, visibility }, { onError: tell }) }
    change.mutate(
      { id, visibility: next },
      { onSuccess: () => notify.success(said, undo), onError: tell },
    )
  }
}

function useCopies(projectRef: string) {
  const go = useGo()
  const client = useQueryClient()
  const create = useCreateSnippet(projectRef)
  const toText = async (id: string) =>
    shownText(projectRef, id) ?? (await client.fetchQuery(snippetQuery(projectRef, id))).sql
  return {
    async duplicate({ id, name, visibility, folder_id }: SnippetSummary) {
      try {
        const copy = await create.mutateAsync({
          id: crypto.randomUUID(),
          name: `${name.slice(0, 190)} (copy)`,
          sql: await toText(id),
          folder_id: visibility === 'private' ? folder_id : null,
        })
        go(paths.sql(projectRef, copy.id))
      } catch (error) {
        tell(error as Error)
      }
    },
    async link({ id }: SnippetSummary) {
      const url = new URL(paths.sql(projectRef, id), globalThis.location.origin)
      if (await copyText(url.href)) notify.success('Link copied')
    },
    async file({ id, name }: SnippetSummary, kind: SnippetFile) {
      try {
        download(fileName(kind, name, new Date()), await toText(id))
      } catch (error) {
        tell(error as Error)
      }
    },
  }
}
