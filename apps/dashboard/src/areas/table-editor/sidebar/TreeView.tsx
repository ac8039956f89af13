import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

import { useRowsInView } from '../../../lib/browser/use-rows-in-view.ts'
import { paths } from '../../../lib/paths.ts'
import { late } from '../../../ui/late.tsx'
import { keepOpen } from '../tabs/open-tabs.ts'
import type { Requested } from './TableTree.tsx'
import { TreeItem } from './TreeItem.tsx'
import type { Listing, useTableTree } from './use-table-tree.ts'
import { useTreeCounts } from './use-tree-counts.ts'
import { useTreeKeys } from './use-tree-keys.ts'

const TreeGuide = late(async () => (await import('./TreeGuide.tsx')).TreeGuide)

type Props = {
  projectRef: string
  listing: Listing
  tree: ReturnType<typeof useTableTree>
  tableId: number | undefined
  searchField: RefObject<HTMLInputElement | null>
  /** Shown below the rows. */
  children: ReactNode
}

/** When this few rows are left, the next page is read. */
const readAhead = 60

/** The rows of the tree. Only those in view are in the page, however many there are. */
export function TreeView(props: Props) {
  const { projectRef, listing, tree, tableId } = props
  const { schema } = listing
  const [requested, onAsk] = useState<Requested>()
  const { rows, hasMore, readOn } = tree
  const list = useRef<HTMLDivElement>(null)
  const view = useRowsInView(list, rows.length)
  const { first, end, height } = view
  const counts = useTreeCounts(projectRef, rows.slice(first, end))
  const keys = useTreeKeys({ projectRef, tree, tableId, view, onAsk })
  // A row outside of the view cannot take the focus; the first visible row does then.
  const isActiveShown = keys.active >= first && keys.active < end
  const stop = isActiveShown ? keys.active : view.top
  const isNearEnd = hasMore && (keys.isEnding || end > rows.length - readAhead)
  useEffect(() => {
    if (isNearEnd) readOn()
  }, [isNearEnd, readOn])

  return (
    <>
      <div ref={list} className="min-h-0 flex-1 overflow-y-auto pb-3" onScroll={view.onScroll}>
        {rows.length > 0 && (
          <div
            role="tree"
            tabIndex={-1}
            aria-label={`Tables in ${schema}`}
            className="relative"
            style={{ height: rows.length * height }}
            onKeyDown={keys.onKeyDown}
          >
            {listPositionsOf(keys.active, first, end).map((position) => {
              const row = rows[position]
              if (row === undefined) return null
              const { table } = row
              return (
                <TreeItem
                  key={row.key}
                  row={row}
                  rows={counts.get(table.id)}
                  top={position * height}
                  position={position}
                  count={hasMore ? -1 : rows.length}
                  schema={schema}
                  isActive={position === stop}
                  isCurrent={table.id === tableId}
                  isFavourite={tree.favourites.has(table.id)}
                  href={paths.table(projectRef, table.id)}
                  onFocus={() => keys.setActive(position)}
                  onExpand={(isExpanded) => tree.expand(table.id, isExpanded)}
                  onKeep={() => keepOpen(projectRef, table)}
                  onAsk={onAsk}
                />
              )
            })}
          </div>
        )}
        {props.children}
      </div>
      <TreeGuide {...props} {...{ view, list, requested, onAsk }} />
    </>
  )
}

/** The places in view, and the active one wherever it is, since it may have the focus. */
const listPositionsOf = (active: number, first: number, end: number): number[] => {
  const positions = Array.from({ length: end - first }, (_, at) => first + at)
  if (active < first) return [active, ...positions]
  return active < end ? positions : [...positions, active]
}
