import type { ReportBlock } from '@basalt/contract/observability/reports'
import { homeBlocks } from '@basalt/contract/project/home-blocks'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'

import { useCan } from '../../../lib/access/access.tsx'
import { notify } from '../../../lib/browser/toast.ts'
import { blocksQuery } from '../../../product/home-blocks/queries.ts'
import { RangeNotice } from '../../../product/time-range/RangeNotice.tsx'
import { PanelBoundary } from '../../../ui/PanelBoundary.tsx'
import { SelectionBar } from '../metrics/SelectionBar.tsx'
import { useChartLinks } from '../metrics/use-chart-links.ts'
import type { Metrics } from '../metrics/use-metrics.ts'
import { BlockContent } from './BlockContent.tsx'
import { BlockFrame } from './BlockFrame.tsx'
import { describePlace, getBlockTitle, moveBlock, saveBlock } from './report-blocks.ts'

type Props = {
  projectRef: string
  blocks: readonly ReportBlock[]
  metrics: Metrics
  /** Why blocks cannot be changed. */
  denied: string | undefined
  onArrange: (blocks: readonly ReportBlock[]) => void
  onEdit: (block: ReportBlock) => void
}

/** The blocks of a page, which are moved by dragging or by their menus. */
export function ReportGrid(props: Props) {
  const { projectRef, blocks, metrics, denied, onEdit } = props
  const links = useChartLinks()
  const pinned = usePinned(projectRef, blocks)
  const titleOf = (block: ReportBlock) =>
    getBlockTitle(
      block,
      block.kind === 'query' ? pinned?.find(({ id }) => id === block.home_block_id)?.title : '',
    )
  const { said, listenTo, place } = useArrangement(props, titleOf)
  return (
    <>
      <RangeNotice range={metrics.range} answer={metrics.resources.data ?? metrics.requests.data} />
      {links.span !== undefined && (
        <SelectionBar projectRef={projectRef} span={links.span} onClose={links.clear} />
      )}
      <ul className="grid items-start gap-3 desktop:grid-cols-2" aria-label="Blocks">
        {blocks.map((block, at) => (
          <li
            key={block.id}
            className={`flex min-w-0 ${block.width === 'full' ? 'desktop:col-span-2' : ''}`}
            {...listenTo(at)}
          >
            <BlockFrame
              block={block}
              title={titleOf(block)}
              place={at}
              count={blocks.length}
              denied={denied}
              onEdit={() => onEdit(block)}
              {...place(block)}
            >
              <PanelBoundary failure={`“${titleOf(block)}” could not be shown`}>
                <BlockContent
                  projectRef={projectRef}
                  block={block}
                  pinned={pinned}
                  metrics={metrics}
                  links={links}
                />
              </PanelBoundary>
            </BlockFrame>
          </li>
        ))}
      </ul>
      <output className="sr-only">{said}</output>
    </>
  )
}

type Arranged = Pick<Props, 'blocks' | 'onArrange'>

/** Moving, resizing and removing blocks. */
function useArrangement({ blocks, onArrange }: Arranged, titleOf: (block: ReportBlock) => string) {
  const [dragged, setDragged] = useState<string>()
  const [said, setSaid] = useState('')
  const move = (id: string, to: number) => {
    const next = moveBlock(blocks, id, to)
    const at = next.findIndex((one) => one.id === id)
    const moved = next[at]
    if (moved === undefined || blocks[at]?.id === id) return
    setSaid(describePlace(titleOf(moved), at, next.length))
    onArrange(next)
  }
  return {
    /** The last move, for screen readers. */
    said,
    /** Where a dragged block may be dropped. */
    listenTo: (at: number) => ({
      onDragOver(event: DragEvent) {
        if (dragged !== undefined) event.preventDefault()
      },
      onDrop(event: DragEvent) {
        event.preventDefault()
        if (dragged !== undefined) move(dragged, at)
        setDragged(undefined)
      },
    }),
    /** The actions of a block's frame. */
    place: (block: ReportBlock) => ({
      onDragStart: () => setDragged(block.id),
      onDragEnd: () => setDragged(undefined),
      onMove: (to: number) => move(block.id, to),
      onResize: (width: ReportBlock['width']) => onArrange(saveBlock(blocks, { ...block, width })),
      onRemove() {
        onArrange(blocks.filter(({ id }) => id !== block.id))
        const putBack = () => onArrange(blocks)
        notify.info(`“${titleOf(block)}” removed`, { label: 'Undo', run: putBack })
      },
    }),
  }
}

/** The pinned results of the project's home; undefined until they are known, or needed. */
function usePinned(projectRef: string, blocks: readonly ReportBlock[]) {
  const isAllowed = useCan(homeBlocks.list)
  const isNeeded = blocks.some(({ kind }) => kind === 'query')
  const { data } = useQuery({ ...blocksQuery(projectRef), enabled: isAllowed && isNeeded })
  return data
}
