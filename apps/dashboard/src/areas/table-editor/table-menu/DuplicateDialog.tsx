import type { TableSummary } from '@basalt/contract/database/tables'
import { useState } from 'react'

import { useGo } from '../../../lib/browser/use-go.ts'
import { paths } from '../../../lib/paths.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { PositionFields } from './PositionFields.tsx'

type Props = { projectRef: string; table: TableSummary; onClose: () => void }

const parts = [
  ['with_data', 'Rows', 'Copies every row without blocking reads or writes'],
  ['with_indexes', 'Primary key, unique constraints and indexes', undefined],
  ['with_policies', 'Policies, with row level security on', undefined],
  [
    'with_foreign_keys',
    'Foreign keys',
    'References to the table itself point to the copy if its primary key is copied',
  ],
] as const

/** A second table of the same columns. */
export function DuplicateDialog({ projectRef, table, onClose }: Props) {
  const go = useGo()
  // A foreign table has no other parts, and its copy is an ordinary table.
  const isForeign = table.kind === 'foreign_table'
  const shown = isForeign ? parts.slice(0, 1) : parts
  const [chosen, setChosen] = useState({
    schema: table.schema,
    name: `${table.name}_copy`,
    with_data: false,
    with_indexes: true,
    with_policies: true,
    with_foreign_keys: true,
  })
  return (
    <ChangeDialog
      projectRef={projectRef}
      title={`Duplicate ${table.name}`}
      label="Duplicate table"
      change={{ action: 'duplicate', table_id: table.id, ...chosen }}
      disabledReason={chosen.name === '' ? 'Enter a name first' : undefined}
      done={`Created ${chosen.name}`}
      onClose={onClose}
      onDone={(id) => id !== null && go(paths.table(projectRef, id))}
    >
      {(errors) => (
        <>
          <PositionFields
            projectRef={projectRef}
            position={chosen}
            nameLabel="Table name"
            errors={errors}
            onChange={(more) => setChosen({ ...chosen, ...more })}
          />
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-2 font-medium">Also copy</legend>
            {shown.map(([part, label, help]) => (
              <Checkbox
                key={part}
                label={label}
                help={help}
                isChecked={chosen[part]}
                onChange={(isChecked) => setChosen({ ...chosen, [part]: isChecked })}
              />
            ))}
            <p className="text-ink-soft">
              {isForeign
                ? 'The copy is a local table: changes to its rows do not reach the foreign server.'
                : 'Triggers and grants are not copied.'}
            </p>
          </fieldset>
        </>
      )}
    </ChangeDialog>
  )
}
