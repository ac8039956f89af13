import type { TableDetail } from '@basalt/contract'
import { lazy, Suspense, useState } from 'react'

import { Button } from '../../../ui/Button.tsx'

const load = () => import('./DefinitionPanel.tsx')
const DefinitionPanel = lazy(async () => ({ default: (await load()).DefinitionPanel }))

/** The way to what the table is made of. */
export function DefinitionButton({
  projectRef,
  table,
}: {
  projectRef: string
  table: TableDetail
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        variant="ghost"
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setIsOpen(true)}
      >
        Definition
      </Button>
      {isOpen && (
        <Suspense>
          <DefinitionPanel projectRef={projectRef} table={table} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
