import { rowRights, type TableDetail } from '@basalt/contract'
import { FileUp } from 'lucide-react'

import { IconButton } from '../../../ui/Button.tsx'
import { useRowsDenied } from '../rows-denied.ts'
import { requestImport, useImportedRows } from './import-request.ts'

const importable: ReadonlySet<TableDetail['kind']> = new Set([
  'table',
  'partitioned_table',
  'foreign_table',
])

type Props = { table: TableDetail; onDone: () => void }

export function ImportButton({ table, onDone }: Props) {
  const denied = useRowsDenied(rowRights.insert, 'insert rows')
  const kind = importable.has(table.kind)
    ? undefined
    : 'Rows are imported into tables, not into views'
  const refused = denied ?? kind
  useImportedRows({ tableId: table.id, refresh: onDone, refused })
  return (
    <IconButton
      icon={FileUp}
      label="Import data"
      disabledReason={refused}
      onClick={() => requestImport({ tableId: table.id })}
    />
  )
}
