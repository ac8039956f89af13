import type { TableSummary } from '@basalt/contract'
import { useEffect, useRef, useState } from 'react'

import { Button } from '../../../ui/Button.tsx'
import { late } from '../../../ui/late.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { TreeView } from './TreeView.tsx'
import { type Listing, useTableTree } from './use-table-tree.ts'

const RowMenu = late(async () => (await import('./RowMenu.tsx')).RowMenu)
const ProtectionDialog = late(async () => (await import('./ProtectionDialog.tsx')).ProtectionDialog)

type Props = { projectRef: string; listing: Listing; tableId: number | undefined }

/** What somebody wants to do with a table of the list; the focus goes back to its row. */
export type Asked = { table: TableSummary; from: HTMLElement } & (
  | { what: 'menu'; point: { x: number; y: number } }
  | { what: 'fix' }
)

/** The tables of a schema as a tree, and what is asked about one of them. */
export function TableTree({ projectRef, listing, tableId }: Props) {
  const tree = useTableTree(projectRef, listing)
  const [asked, setAsked] = useState<Asked>()
  const { failed } = tree
  return (
    <>
      <TreeView
        projectRef={projectRef}
        schema={listing.schema}
        tree={tree}
        tableId={tableId}
        onAsk={setAsked}
        onApproach={RowMenu.prepare}
      >
        {tree.isPending && (
          <div className="px-3 pt-1">
            <SkeletonRows rows={tree.rows.length === 0 ? 8 : 2} className="h-5" />
          </div>
        )}
        {failed !== undefined && (
          <div role="alert" className="flex flex-col items-start gap-2 px-3 py-2 text-ink-soft">
            {failed.error?.message}
            <Button size="small" onClick={() => void failed.refetch()}>
              Try again
            </Button>
          </div>
        )}
        {tree.isEmpty && <p className="px-3 py-2 text-ink-faint">{nothing(listing)}</p>}
      </TreeView>
      {asked !== undefined && (
        <Answer key={asked.what} {...{ projectRef, tree, asked, onAsk: setAsked }} />
      )}
    </>
  )
}

function nothing({ schema, search, kinds }: Listing): string {
  if (search !== '') return `No table matches “${search}”`
  return kinds.length > 0 ? `Nothing of these kinds in ${schema}` : `No tables in ${schema}`
}

type AnswerProps = {
  projectRef: string
  tree: ReturnType<typeof useTableTree>
  asked: Asked
  onAsk: (asked: Asked | undefined) => void
}

function Answer({ projectRef, tree, asked, onAsk }: AnswerProps) {
  const { table, from } = asked
  const close = () => onAsk(undefined)
  const next = useRef<() => void>(undefined)
  // A dialog keeps the focus for as long as it is there.
  useEffect(
    () => () => {
      from.focus()
      next.current?.()
    },
    [from],
  )
  if (asked.what === 'fix') {
    return <ProtectionDialog projectRef={projectRef} table={table} onClose={close} />
  }
  return (
    <RowMenu
      projectRef={projectRef}
      table={table}
      point={asked.point}
      isFavourite={tree.favourites.has(table.id)}
      onFavourite={() => tree.favourites.toggle(table.id)}
      onClosed={close}
      onNext={(act) => (next.current = act)}
    />
  )
}
