import { homeBlocks } from '@basalt/contract/project/home-blocks'
import { LayoutDashboard } from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../../../lib/access/access.tsx'
import type { Rows } from '../../../../product/rows/value-kinds.ts'
import { IconButton } from '../../../../ui/Button.tsx'
import { late } from '../../../../ui/late.tsx'

const AddDialog = late(async () => (await import('./AddBlockDialog.tsx')).AddBlockDialog)

type Props = {
  projectRef: string
  queryId: string
  rows: Rows
  /** Whether the result is shown as a chart. */
  isChart: boolean
  /** Why that has to wait. */
  waiting: string | undefined
}

/** Pins the query's result to the home of the project. */
export function AddToHome({ waiting, ...props }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const denied = useDenied(homeBlocks.create, 'pin results on the project home')
  return (
    <>
      <IconButton
        icon={LayoutDashboard}
        label="Add to project home"
        disabledReason={denied ?? waiting}
        onPointerEnter={AddDialog.prepare}
        onFocus={AddDialog.prepare}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <AddDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}
