import { type RefObject, useEffect } from 'react'

import type { useRowsInView } from '../../../lib/browser/use-rows-in-view.ts'
import { late } from '../../../ui/late.tsx'
import type { Requested } from './TableTree.tsx'
import { useOpenRow } from './use-open-row.ts'
import { useRowDeleted } from './use-row-deleted.ts'
import { useSearchKeys } from './use-search-keys.ts'
import type { Listing, useTableTree } from './use-table-tree.ts'

const TreeAnswer = late(async () => (await import('./TreeAnswer.tsx')).TreeAnswer)

export type GuideProps = {
  projectRef: string
  listing: Listing
  tree: ReturnType<typeof useTableTree>
  tableId: number | undefined
  view: ReturnType<typeof useRowsInView>
  list: RefObject<HTMLElement | null>
  searchField: RefObject<HTMLInputElement | null>
  requested: Requested | undefined
  onAsk: (requested: Requested | undefined) => void
}

/** The behaviour of the list beyond its rows; loaded after the first render. */
export function TreeGuide(props: GuideProps) {
  const { list, requested } = props
  useOpenRow(props)
  useSearchKeys(props)
  useRowDeleted(props)
  useEffect(() => {
    const box = list.current
    // A menu may be opened soon.
    box?.addEventListener('pointerover', TreeAnswer.prepare, { once: true })
    return () => box?.removeEventListener('pointerover', TreeAnswer.prepare)
  }, [list])
  return requested === undefined ? null : (
    <TreeAnswer key={requested.what} {...props} requested={requested} />
  )
}
