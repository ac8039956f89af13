import { useEffect, useRef } from 'react'

import { late } from '../../../ui/late.tsx'
import { RowMenu } from './RowMenu.tsx'
import type { Asked } from './TableTree.tsx'
import type { useTableTree } from './use-table-tree.ts'

const ProtectionDialog = late(async () => (await import('./ProtectionDialog.tsx')).ProtectionDialog)

type Props = {
  projectRef: string
  tree: ReturnType<typeof useTableTree>
  asked: Asked
  onAsk: (asked: Asked | undefined) => void
}

/** The menu of a table, or the question how it is to be protected. */
export function TreeAnswer({ projectRef, tree, asked, onAsk }: Props) {
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
