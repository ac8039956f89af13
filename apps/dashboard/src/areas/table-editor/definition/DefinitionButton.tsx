import type { TableDetail } from '@basalt/contract/database/tables'
import { useState } from 'react'

import { Button } from '../../../ui/Button.tsx'
import { late } from '../../../ui/late.tsx'

const DefinitionPanel = late(async () => (await import('./DefinitionPanel.tsx')).DefinitionPanel)

/** The button for the table's definition. */
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
        onPointerEnter={DefinitionPanel.prepare}
        onFocus={DefinitionPanel.prepare}
        onClick={() => setIsOpen(true)}
      >
        Definition
      </Button>
      {isOpen && (
        <DefinitionPanel projectRef={projectRef} table={table} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}
