import { tableRights } from '@basalt/contract/database/table-rights'
import { ArchiveRestore, FileSpreadsheet, Plus } from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { useGo } from '../../../lib/browser/use-go.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { late } from '../../../ui/late.tsx'
import { requestImport } from '../import/import-request.ts'
import { TablePanel } from '../table-panel/late-table-panel.ts'

const TrashDialog = late(async () => (await import('../trash/TrashDialog.tsx')).TrashDialog)

/** Actions on the list itself: a new table, and the trash. */
export function TableListActions({ projectRef, schema }: { projectRef: string; schema: string }) {
  const go = useGo()
  const denied = useDenied(tableRights.create, 'create tables')
  const [isTrashOpen, setIsTrashOpen] = useState(false)
  return (
    <div className="flex flex-none items-center gap-1 border-t border-line p-2">
      <Button
        icon={Plus}
        className="flex-1"
        disabledReason={denied}
        onPointerEnter={TablePanel.prepare}
        onFocus={TablePanel.prepare}
        onClick={() => go(paths.newTable(projectRef, schema))}
      >
        New table
      </Button>
      <IconButton
        icon={FileSpreadsheet}
        label="Import a new table"
        disabledReason={denied}
        onClick={() => requestImport({})}
      />
      <IconButton
        icon={ArchiveRestore}
        label="Dropped tables"
        onPointerEnter={TrashDialog.prepare}
        onFocus={TrashDialog.prepare}
        onClick={() => setIsTrashOpen(true)}
      />
      {isTrashOpen && <TrashDialog projectRef={projectRef} onClose={() => setIsTrashOpen(false)} />}
    </div>
  )
}
