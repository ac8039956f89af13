import type { TableDetail } from '@basalt/contract/database/tables'

import { ChangesPanel } from '../../../product/row-changes/ChangesPanel.tsx'
import { listOperations } from '../../../product/row-changes/staged-rows.ts'
import { deletedKeys } from './dependents.ts'
import { Dependents } from './DependentsNote.tsx'
import type { useStagedRows } from './use-staged-rows.ts'

type Props = {
  projectRef: string
  table: TableDetail
  staged: ReturnType<typeof useStagedRows>
  onSave: () => void
  onClose: () => void
}

/** Everything that waits of one table. */
export function TableChanges({ table, staged: { queue, state }, ...props }: Props) {
  if (queue === undefined || state === undefined) return null
  const deleted = deletedKeys(state.rows, table)
  return (
    <ChangesPanel
      {...props}
      title={`Changes to ${table.name}`}
      getTable={() => table}
      queue={queue}
      state={state}
      listOperations={(rows) => listOperations(rows, table)}
      note={
        deleted.length > 0 && (
          <Dependents
            projectRef={props.projectRef}
            table={table}
            keys={deleted}
            them={deleted.length === 1 ? 'the row to be deleted' : 'the rows to be deleted'}
          />
        )
      }
    />
  )
}
