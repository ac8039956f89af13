import { tableRights } from '@basalt/contract/database/table-rights'
import type { TableDetail } from '@basalt/contract/database/tables'
import { useState } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { Button } from '../../../ui/Button.tsx'
import { late } from '../../../ui/late.tsx'
import { Notice } from '../../../ui/Notice.tsx'

const DropDialog = late(async () => (await import('../table-menu/DropDialog.tsx')).DropDialog)

type Props = { projectRef: string; table: TableDetail; why: string }

/** Why a table is still there although the import that made it was undone, and the way to drop it. */
export function TableNotUndone({ projectRef, table, why }: Props) {
  const denied = useDenied(tableRights.change, 'change tables')
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <Notice
      tone="info"
      title={`The imported rows were undone; the table ${table.name} was kept`}
      action={
        <Button
          size="small"
          disabledReason={denied}
          onPointerOver={DropDialog.prepare}
          onFocus={DropDialog.prepare}
          onClick={() => setIsConfirming(true)}
        >
          Drop table
        </Button>
      }
    >
      <p>{`The table was not dropped because ${why}.`}</p>
      {isConfirming && (
        <DropDialog {...{ projectRef, table }} isOpenTable onClose={() => setIsConfirming(false)} />
      )}
    </Notice>
  )
}
