import type { TableSummary } from '@basalt/contract/database/tables'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Checkbox } from '../../../ui/Checkbox.tsx'
import { viewDesignQuery } from '../table-panel/queries.ts'
import { ChangeDialog } from './ChangeDialog.tsx'

type Props = { projectRef: string; table: TableSummary; onClose: () => void }

/** Runs the query of a materialized view again. */
export function RefreshDialog({ projectRef, table, onClose }: Props) {
  const { data } = useQuery(viewDesignQuery(projectRef, table.id))
  const [concurrently, setConcurrently] = useState(false)
  const canGoOn = data?.has_unique_index === true
  return (
    <ChangeDialog
      projectRef={projectRef}
      title={`Refresh ${table.name}`}
      label="Refresh"
      change={{ action: 'refresh', table_id: table.id, concurrently: concurrently && canGoOn }}
      done={`${table.name} was refreshed`}
      onClose={onClose}
    >
      {() => (
        <>
          <p className="text-ink-soft">Runs the query again and replaces all rows.</p>
          <Checkbox
            label="Refresh concurrently"
            isChecked={concurrently && canGoOn}
            fixedReason={canGoOn ? undefined : 'Requires a unique index on plain columns'}
            help="Does not block reads, but takes longer"
            onChange={setConcurrently}
          />
        </>
      )}
    </ChangeDialog>
  )
}
