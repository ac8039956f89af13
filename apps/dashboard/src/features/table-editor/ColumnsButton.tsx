import type { TableDetail } from '@basalt/contract'
import { Columns3 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'

import { IconButton } from '../../ui/Button.tsx'

const loadChooser = () => import('./ColumnChooser.tsx')
const ColumnChooser = lazy(async () => ({ default: (await loadChooser()).ColumnChooser }))

type Props = { projectRef: string; table: TableDetail }

/** Opens the list of columns, to show and hide them. */
export function ColumnsButton({ projectRef, table }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  // The list comes and goes with its code, and the button with it: the focus is put back by hand.
  const isBack = useRef(false)
  const returnFocus = (button: HTMLButtonElement | null) => {
    if (button === null || !isBack.current) return
    isBack.current = false
    button.focus()
  }
  const trigger = (
    <IconButton
      ref={returnFocus}
      icon={Columns3}
      label="Columns"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPointerOver={() => void loadChooser()}
      onFocus={() => void loadChooser()}
      onClick={() => setIsOpen(true)}
    />
  )
  if (!isOpen) return trigger
  return (
    <Suspense fallback={trigger}>
      <ColumnChooser
        projectRef={projectRef}
        table={table}
        trigger={trigger}
        onClose={() => {
          isBack.current = true
          setIsOpen(false)
        }}
      />
    </Suspense>
  )
}
