import { useEffect, useRef } from 'react'

import { late } from '../../../ui/late.tsx'
import { RowMenu } from './RowMenu.tsx'
import type { Requested } from './TableTree.tsx'
import type { useTableTree } from './use-table-tree.ts'

const ProtectionDialog = late(async () => (await import('./ProtectionDialog.tsx')).ProtectionDialog)

type Props = {
  projectRef: string
  tree: ReturnType<typeof useTableTree>
  requested: Requested
  onAsk: (requested: Requested | undefined) => void
}

/** The menu of a table, or the question how it is to be protected. */
export function TreeAnswer({ projectRef, tree, requested, onAsk }: Props) {
  const { table, from } = requested
  const close = () => onAsk(undefined)
  const next = useRef<() => void>(undefined)
  // A dialog has the focus while it is open.
  useEffect(
    () => () => {
      from.focus()
      next.current?.()
    },
    [from],
  )
  if (requested.what === 'fix') {
    return <ProtectionDialog projectRef={projectRef} table={table} onClose={close} />
  }
  return (
    <RowMenu
      projectRef={projectRef}
      table={table}
      point={requested.point}
      isFavourite={tree.favourites.has(table.id)}
      onFavourite={() => tree.favourites.toggle(table.id)}
      onClosed={close}
      onNext={(action) => (next.current = action)}
    />
  )
}
