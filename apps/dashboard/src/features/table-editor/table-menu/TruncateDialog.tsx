import type { TableSummary } from '@basalt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { formatEstimate } from '../../../lib/format.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { Checkbox } from '../table-panel/Checkbox.tsx'
import { dependentsQuery } from '../table-panel/queries.ts'
import { ChangeDialog } from './ChangeDialog.tsx'

type Props = { projectRef: string; table: TableSummary; onClose: () => void }

/** Deletes every row of a table, and says which other tables would lose theirs. */
export function TruncateDialog({ projectRef, table, onClose }: Props) {
  const { data } = useQuery(dependentsQuery(projectRef, table.id))
  const [cascade, setCascade] = useState(false)
  const [restarts, setRestarts] = useState(false)
  const referring = data?.referring ?? []
  const heirs = data?.heirs ?? []
  const estimate = data === undefined ? table.row_estimate : data.row_estimate
  const rows = estimate === null ? 'All rows' : `${formatEstimate(estimate)} rows`
  return (
    <ChangeDialog
      projectRef={projectRef}
      title={`Empty ${table.name}`}
      label="Delete every row"
      isDanger
      typed={table.name}
      change={{ action: 'truncate', table_id: table.id, cascade, restart_identity: restarts }}
      disabledReason={
        data === undefined
          ? 'What depends on it is being read'
          : referring.length > 0 && !cascade
            ? 'Other tables refer to its rows'
            : undefined
      }
      done={`${table.name} is empty`}
      onClose={onClose}
    >
      {() => (
        <>
          <p className="text-ink-soft">
            {rows} of {table.schema}.{table.name} are deleted. This cannot be undone.
          </p>
          {heirs.length > 0 && (
            <Notice tone="warn" title="Tables that inherit from it are emptied, too">
              <p className="font-mono text-xs break-words">{heirs.join(', ')}</p>
            </Notice>
          )}
          {referring.length > 0 && (
            <Checkbox
              label={`Empty ${referring.join(', ')} too`}
              help="Their rows refer to this table"
              isChecked={cascade}
              onChange={setCascade}
            />
          )}
          <Checkbox
            label="Begin to count from the start"
            help="Numbers that were used before come again"
            isChecked={restarts}
            onChange={setRestarts}
          />
        </>
      )}
    </ChangeDialog>
  )
}
