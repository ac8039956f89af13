import type { SnippetFolder, SnippetVisibility } from '@basalt/contract/project/snippets'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Input.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { foldersQuery } from './queries.ts'

type Props = {
  projectRef: string
  /** The name of the moved item. */
  name: string
  visibility: SnippetVisibility
  folderId: string | null
  /** Folders that are no place for it. */
  isRefused?: (folder: SnippetFolder) => boolean
  isPending: boolean
  error: Error | null
  onClose: () => void
  onMove: (folderId: string | null) => void
}

/** Asks for the target folder of a query or a folder. */
export function MoveDialog({ projectRef, name, visibility, isPending, error, ...rest }: Props) {
  const { data = [] } = useQuery(foldersQuery(projectRef))
  const [chosen, setChosen] = useState(rest.folderId ?? '')
  const folders = data.filter(
    (folder) => folder.visibility === visibility && rest.isRefused?.(folder) !== true,
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    rest.onMove(chosen === '' ? null : chosen)
  }

  return (
    <Dialog isOpen onClose={rest.onClose} title={`Move “${name}”`}>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <Field label="Folder">
          {(control) => (
            <Select
              {...control}
              size="large"
              value={chosen}
              onChange={(event) => setChosen(event.target.value)}
            >
              <option value="">No folder</option>
              {folders.map((folder) => (
                <option key={folder.id} value={folder.id}>
                  {buildPath(folder, data)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {error !== null && <Notice tone="bad">{error.message}</Notice>}
        <div className="flex justify-end gap-2">
          <Button size="large" onClick={rest.onClose}>
            Cancel
          </Button>
          <Button type="submit" size="large" variant="primary" isPending={isPending}>
            Move
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function buildPath(folder: SnippetFolder, folders: readonly SnippetFolder[]): string {
  const parent = folders.find(({ id }) => id === folder.parent_id)
  return parent === undefined ? folder.name : `${parent.name} / ${folder.name}`
}
