import type { HomeBlock } from '@basalt/contract/project/home-blocks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import {
  type BlockDraft,
  rowsOfBlock,
  titleFault,
} from '../../../product/home-blocks/block-draft.ts'
import { BlockForm } from '../../../product/home-blocks/BlockForm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { type BlockChanges, rowsQuery } from './queries.ts'

type Props = {
  projectRef: string
  block: HomeBlock
  changes: BlockChanges
  onClose: () => void
}

/** Changes a block's look and schedule; new parameters refresh it at once. */
export function EditBlockDialog({ projectRef, block, changes, onClose }: Props) {
  const { title, look: appearance, refreshed, values } = block
  const [draft, setDraft] = useState<BlockDraft>({ title, look: appearance, refreshed, values })
  const [titleError, setTitleError] = useState<string>()
  const { data } = useQuery(rowsQuery(projectRef, block))
  const { update, refresh } = changes
  const submit = () => {
    const fault = titleFault(draft.title)
    setTitleError(fault)
    if (fault !== undefined) return
    update.mutate(
      { id: block.id, ...draft },
      {
        onSuccess: () => {
          if (JSON.stringify(draft.values) !== JSON.stringify(values)) refresh.mutate(block.id)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog isOpen onClose={onClose} title={`Edit ${block.title}`} width="large">
      <BlockForm
        draft={draft}
        onChange={(part) => setDraft({ ...draft, ...part })}
        rows={data && rowsOfBlock(data)}
        submitLabel="Save"
        isPending={update.isPending}
        error={update.error?.message}
        titleError={titleError}
        onSubmit={submit}
        onClose={onClose}
      />
    </Dialog>
  )
}
