import type { SnippetSummary } from '@basalt/contract/project/snippets'

import { LinkDialog } from './LinkDialog.tsx'
import { MigrationDialog } from './MigrationDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { useChangeSnippet } from './queries.ts'
import { RenameDialog } from './RenameDialog.tsx'
import type { SnippetQuestion } from './use-snippet-actions.tsx'
import { VersionsPanel } from './VersionsPanel.tsx'

type Props = {
  projectRef: string
  what: SnippetQuestion
  snippet: SnippetSummary
  onClose: () => void
}

/** Dialogs for actions on a query. */
export function SnippetDialog({ projectRef, what, snippet, onClose }: Props) {
  const change = useChangeSnippet(projectRef)
  const shared = { projectRef, snippet, onClose }
  const state = { isPending: change.isPending, error: change.error, onClose }
  const submit = (next: { name?: string; folder_id?: string | null }) =>
    change.mutate({ id: snippet.id, ...next }, { onSuccess: onClose })

  if (what === 'versions') return <VersionsPanel {...shared} />
  if (what === 'migration') return <MigrationDialog {...shared} />
  if (what === 'link') return <LinkDialog {...shared} />
  if (what === 'move') {
    return (
      <MoveDialog
        {...state}
        projectRef={projectRef}
        name={snippet.name}
        visibility={snippet.visibility}
        folderId={snippet.folder_id}
        onMove={(folder_id) => submit({ folder_id })}
      />
    )
  }
  return (
    <RenameDialog
      {...state}
      title="Rename query"
      action="Rename"
      name={snippet.name}
      onSubmit={(name) => submit({ name })}
    />
  )
}
