import type { TableDetail } from '@basalt/contract/database/tables'
import { Lock } from 'lucide-react'

import { Badge } from '../../ui/Status.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { useInsertDenied } from './row-panel/insert-rows.ts'

/** Why no cell of the table can be edited. */
export function ReadOnlyMark({ table, reason }: { table: TableDetail; reason: string }) {
  const word = useInsertDenied(table) === undefined ? 'Cells read-only' : 'Read-only'
  return (
    <Tooltip content={reason}>
      <button type="button" aria-label={`${word}: ${reason}`} className="flex-none">
        <Badge>
          <Lock className="mr-1 size-3!" />
          {word}
        </Badge>
      </button>
    </Tooltip>
  )
}
