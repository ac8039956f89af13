import { type HomeBlock, homeBlocks } from '@basalt/contract/project/home-blocks'
import type { ProjectDetail } from '@basalt/contract/project/project-reading'
import { useRef, useState } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { notify } from '../../../lib/browser/toast.ts'
import { movedBy } from '../../../product/home-blocks/block-draft.ts'
import { late } from '../../../ui/late.tsx'
import { PanelBoundary } from '../../../ui/PanelBoundary.tsx'
import { BlockCard } from './BlockCard.tsx'
import { useBlockChanges } from './queries.ts'

const Edit = late(async () => (await import('./EditBlockDialog.tsx')).EditBlockDialog)

type Props = { project: ProjectDetail; blocks: readonly HomeBlock[] }

const tell = (error: Error) => notify.error(error.message)

/** The blocks of a project's home, and their actions. */
export function BlockGrid({ project, blocks }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [edited, setEdited] = useState<string>()
  const [said, setAnnounced] = useState('')
  const changes = useBlockChanges(project.ref)
  const denied = useDenied(homeBlocks.update, 'edit pinned results')
  const ids = blocks.map(({ id }) => id)

  const move = ({ id, title }: HomeBlock, step: -1 | 1) => {
    const next = movedBy(ids, id, step)
    setAnnounced(`${title}: position ${next.indexOf(id) + 1} of ${next.length}`)
    changes.order.mutate(next, { onError: tell })
  }
  // Removing the last block unmounts this component, so the mutation must not depend on it.
  const remove = async (block: HomeBlock) => {
    try {
      await changes.remove.mutateAsync(block.id)
      heading.current?.focus()
      const putBack = () => void changes.putBack.mutateAsync({ block, ids }).catch(tell)
      notify.info(`“${block.title}” removed`, { label: 'Undo', run: putBack })
    } catch (error) {
      tell(error as Error)
    }
  }
  const shown = blocks.find(({ id }) => id === edited)

  return (
    <section aria-label="Pinned results" className="flex flex-col gap-3">
      <h2 ref={heading} tabIndex={-1} className="text-base font-semibold outline-none">
        Queries
      </h2>
      <ul className="grid gap-3 tablet:grid-cols-2" onPointerEnter={Edit.prepare}>
        {blocks.map((block, place) => (
          <li key={block.id} className="flex min-w-0">
            <PanelBoundary failure={`“${block.title}” could not be shown`}>
              <BlockCard
                project={project}
                block={block}
                denied={denied}
                isFirst={place === 0}
                isLast={place === blocks.length - 1}
                isRefreshing={changes.refresh.isPending && changes.refresh.variables === block.id}
                onRefresh={() => changes.refresh.mutate(block.id, { onError: tell })}
                onEdit={() => setEdited(block.id)}
                onMove={(step) => move(block, step)}
                onRemove={() => void remove(block)}
              />
            </PanelBoundary>
          </li>
        ))}
      </ul>
      <output className="sr-only">{said}</output>
      {shown !== undefined && (
        <Edit
          projectRef={project.ref}
          block={shown}
          changes={changes}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  )
}
