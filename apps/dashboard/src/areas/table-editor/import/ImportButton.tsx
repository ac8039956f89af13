import { rowRights } from '@basalt/contract/database/changes'
import type { TableDetail } from '@basalt/contract/database/tables'
import { FileSpreadsheet } from 'lucide-react'

import { ToolButton } from '../../../ui/Button.tsx'
import { importRefusal } from '../row-panel/insert-rows.ts'
import { useRowsDenied } from '../tables/rows-denied.ts'
import { requestImport, useImportedRows } from './import-request.ts'

type Props = { table: TableDetail; onDone: () => void }

export function ImportButton({ table, onDone }: Props) {
  const denied = useRowsDenied(rowRights.insert, 'insert rows')
  const refused = denied ?? importRefusal(table)
  useImportedRows({ tableId: table.id, refresh: onDone, refused })
  return (
    <ToolButton
      icon={FileSpreadsheet}
      label="Import data"
      name="Import"
      disabledReason={refused}
      onClick={() => requestImport({ tableId: table.id })}
    />
  )
}
