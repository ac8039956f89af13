import type { TableSummary } from '@basalt/contract/database/tables'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useRowCountText } from '../../../product/row-counts.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { dependentsQuery } from '../table-panel/queries.ts'
import { ChangeDialog } from './ChangeDialog.tsx'

type Props = { projectRef: string; table: TableSummary; onClose: () => void }

/** Truncates a table, and names the tables that would be truncated with it. */
export function TruncateDialog({ projectRef, table, onClose }: Props) {
  const { data } = useQuery(dependentsQuery(projectRef, table.id))
  const [cascade, setCascade] = useState(false)
  const [restarts, setRestarts] = useState(false)
  const referring = data?.referring ?? []
  const childTables = data?.child_tables ?? []
  const change = {
    action: 'truncate' as const,
    table_id: table.id,
    cascade,
    restart_identity: restarts,
  }
  return (
    <ChangeDialog
      projectRef={projectRef}
      title={`Truncate ${table.name}`}
      label="Truncate table"
      isDanger
      typed={table.name}
      change={change}
      previewed={data === undefined ? null : { ...change, cascade: referring.length > 0 }}
      disabledReason={
        data === undefined
          ? 'Loading dependent objects'
          : referring.length > 0 && !cascade
            ? 'Other tables reference its rows'
            : undefined
      }
      done={`${table.name} is empty`}
      onClose={onClose}
    >
      {() => (
        <>
          <Outcome {...{ projectRef, table, childTables }} estimate={data?.row_estimate ?? null} />
          {referring.length > 0 && (
            <Checkbox
              label={`Also truncate ${referring.join(', ')}`}
              help="Their rows reference this table"
              isChecked={cascade}
              onChange={setCascade}
            />
          )}
          {data?.can_restart === true && (
            <Checkbox
              label="Restart identity"
              help="Sequences start over, so numbers are used again"
              isChecked={restarts}
              onChange={setRestarts}
            />
          )}
        </>
      )}
    </ChangeDialog>
  )
}

type OutcomeProps = {
  projectRef: string
  table: TableSummary
  childTables: readonly string[]
  /** With the rows of child tables, which the list does not include. */
  estimate: number | null
}

function Outcome({ projectRef, table, childTables, estimate }: OutcomeProps) {
  const { schema, name, kind } = table
  const count = useRowCountText(projectRef, { ...table, row_estimate: estimate })
  // Of none and of one it reads as well: all of them.
  const rows = count === undefined || count === '0' || count === '1' ? 'All rows' : `${count} rows`
  const where = kind === 'foreign_table' ? ' on the foreign server' : ''
  const others = childTables.length > 0 ? ' and its child tables' : ''
  return (
    <>
      <p className="text-ink-soft">
        {`${rows} of ${schema}.${name}${others} are deleted${where}. This cannot be undone.`}
      </p>
      {childTables.length > 0 && (
        <Notice tone="warn" title="Child tables are truncated too">
          <p className="font-mono text-xs break-words">{childTables.join(', ')}</p>
        </Notice>
      )}
    </>
  )
}
