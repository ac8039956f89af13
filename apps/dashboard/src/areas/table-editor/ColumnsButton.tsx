import type { TableDetail } from '@basalt/contract/database/tables'
import { Columns3 } from 'lucide-react'
import { useRef, useState } from 'react'

import { ToolButton } from '../../ui/Button.tsx'
import { late } from '../../ui/late.tsx'

const ColumnChooser = late(async () => (await import('./ColumnChooser.tsx')).ColumnChooser)

type Props = { projectRef: string; table: TableDetail }

/** Opens the list of columns, to show and hide them. */
export function ColumnsButton({ projectRef, table }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  // The list and the button are replaced when the code is loaded, so the focus is restored
  // manually.
  const isBack = useRef(false)
  const returnFocus = (button: HTMLButtonElement | null) => {
    if (button === null || !isBack.current) return
    isBack.current = false
    button.focus()
  }
  const trigger = (
    <ToolButton
      ref={returnFocus}
      icon={Columns3}
      label="Columns"
      name="Columns"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPointerOver={ColumnChooser.prepare}
      onFocus={ColumnChooser.prepare}
      onClick={() => ColumnChooser.ready(() => setIsOpen(true))}
    />
  )
  if (!isOpen) return trigger
  return (
    <ColumnChooser
      fallback={trigger}
      projectRef={projectRef}
      table={table}
      trigger={trigger}
      onClose={() => {
        isBack.current = true
        setIsOpen(false)
      }}
    />
  )
}
