import type { TableSummary } from '@basalt/contract/database/tables'
import type { RefObject } from 'react'

import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { TreeView } from './TreeView.tsx'
import { type Listing, useTableTree } from './use-table-tree.ts'

type Props = {
  projectRef: string
  listing: Listing
  tableId: number | undefined
  searchField: RefObject<HTMLInputElement | null>
}

/** An action on a table of the list; the focus returns to its row. */
export type Requested = { table: TableSummary; from: HTMLElement } & (
  | { what: 'menu'; point: { x: number; y: number } }
  | { what: 'fix' }
)

/** The tables of a schema as a tree. */
export function TableTree(props: Props) {
  const { listing } = props
  const tree = useTableTree(props.projectRef, listing)
  const { failed } = tree
  return (
    <TreeView {...props} tree={tree}>
      {tree.isPending && (
        <div className="px-3 pt-1">
          <SkeletonRows rows={tree.rows.length === 0 ? 8 : 2} className="h-5" />
        </div>
      )}
      {failed?.error && (
        <div className="p-2">
          <ErrorPanel
            title="The list could not be loaded"
            error={failed.error}
            onRetry={() => void failed.refetch()}
          />
        </div>
      )}
      {tree.isEmpty && <p className="px-3 py-2 text-ink-faint">{nothing(listing)}</p>}
    </TreeView>
  )
}

function nothing({ schema, search, kinds }: Listing): string {
  if (search !== '') return `No tables match “${search}”`
  return kinds.length > 0 ? `No tables of these types in ${schema}` : `No tables in ${schema}`
}
