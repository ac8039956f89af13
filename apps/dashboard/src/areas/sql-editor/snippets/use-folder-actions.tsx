import {
  sharedSnippetRights,
  type SnippetFolder,
  snippetFolders,
  type SnippetVisibility,
} from '@basalt/contract/project/snippets'
import { useQuery } from '@tanstack/react-query'
import { FolderInput, FolderPlus, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { notify } from '../../../lib/browser/toast.ts'
import type { MenuItem } from '../../../ui/menu-props.ts'
import { MoveDialog } from './MoveDialog.tsx'
import { foldersQuery, useFolderChanges } from './queries.ts'
import { RenameDialog } from './RenameDialog.tsx'
import { canHold } from './snippet-tree.ts'

type Requested =
  | { what: 'create'; visibility: SnippetVisibility; parentId: string | null }
  | { what: 'rename' | 'move'; folder: SnippetFolder }

/** Actions on folders of queries. */
export function useFolderActions(projectRef: string) {
  const [requested, setRequested] = useState<Requested>()
  const changes = useFolderChanges(projectRef)
  const ownDenied = useDenied(snippetFolders.update, 'change folders')
  const sharedDenied = useDenied(sharedSnippetRights.update, 'change shared folders')
  const deniedFor = (visibility: SnippetVisibility) =>
    visibility === 'project' ? sharedDenied : ownDenied
  const tell = (error: Error) => notify.error(error.message)
  const create = (visibility: SnippetVisibility, parentId: string | null = null) =>
    setRequested({ what: 'create', visibility, parentId })

  function remove({ id, name }: SnippetFolder) {
    const bringBack = () => changes.restore.mutate(id, { onError: tell })
    changes.remove.mutate(id, {
      onSuccess: () =>
        notify.info(`Folder “${name}” deleted. Its queries were kept`, {
          label: 'Undo',
          run: bringBack,
        }),
      onError: tell,
    })
  }

  const dialog: ReactNode = requested !== undefined && (
    <FolderDialog
      projectRef={projectRef}
      requested={requested}
      changes={changes}
      onClose={() => setRequested(undefined)}
    />
  )
  const actions = {
    create,
    rename: (folder: SnippetFolder) => setRequested({ what: 'rename', folder }),
    ask: (folder: SnippetFolder) => setRequested({ what: 'move', folder }),
    remove,
    move: (id: string, parent_id: string | null) =>
      changes.change.mutate({ id, parent_id }, { onError: tell }),
    deniedFor,
  }
  return { ...actions, listItems: (folder: SnippetFolder) => listItems(folder, actions), dialog }
}

type Actions = {
  create: (visibility: SnippetVisibility, parentId: string | null) => void
  rename: (folder: SnippetFolder) => void
  ask: (folder: SnippetFolder) => void
  remove: (folder: SnippetFolder) => void
  deniedFor: (visibility: SnippetVisibility) => string | undefined
}

function listItems(folder: SnippetFolder, actions: Actions): MenuItem[] {
  const disabledReason = actions.deniedFor(folder.visibility)
  const tooDeep = folder.parent_id === null ? undefined : 'Folders can be nested two levels deep'
  return [
    {
      label: 'New subfolder',
      icon: FolderPlus,
      disabledReason: disabledReason ?? tooDeep,
      onSelect: () => actions.create(folder.visibility, folder.id),
    },
    {
      label: 'Rename',
      icon: Pencil,

      disabledReason,
      onSelect: () => actions.rename(folder),
    },
    {
      label: 'Move to folder',
      icon: FolderInput,
      disabledReason,
      onSelect: () => actions.ask(folder),
    },
    { kind: 'separator' },
    {
      label: 'Delete folder',
      icon: Trash2,

      isDanger: true,
      disabledReason,
      onSelect: () => actions.remove(folder),
    },
  ]
}

export type FolderActions = ReturnType<typeof useFolderActions>

type DialogProps = {
  projectRef: string
  requested: Requested
  changes: ReturnType<typeof useFolderChanges>
  onClose: () => void
}

function FolderDialog({ projectRef, requested, changes, onClose }: DialogProps) {
  const { data: folders = [] } = useQuery(foldersQuery(projectRef))
  const { create, change } = changes
  if (requested.what === 'create') {
    const { visibility, parentId } = requested
    return (
      <RenameDialog
        title={visibility === 'project' ? 'New shared folder' : 'New folder'}
        action="Create folder"
        name=""
        isPending={create.isPending}
        error={create.error}
        onClose={onClose}
        onSubmit={(name) => {
          const folder = { id: crypto.randomUUID(), name, visibility, parent_id: parentId }
          create.mutate(folder, { onSuccess: onClose })
        }}
      />
    )
  }
  const { folder } = requested
  const state = { isPending: change.isPending, error: change.error, onClose }
  if (requested.what === 'rename') {
    return (
      <RenameDialog
        {...state}
        title="Rename folder"
        action="Rename"
        name={folder.name}
        onSubmit={(name) => change.mutate({ id: folder.id, name }, { onSuccess: onClose })}
      />
    )
  }
  return (
    <MoveDialog
      {...state}
      projectRef={projectRef}
      name={folder.name}
      visibility={folder.visibility}
      folderId={folder.parent_id}
      isRefused={(outer) => !canHold(outer, folder, folders)}
      onMove={(parent_id) => change.mutate({ id: folder.id, parent_id }, { onSuccess: onClose })}
    />
  )
}
