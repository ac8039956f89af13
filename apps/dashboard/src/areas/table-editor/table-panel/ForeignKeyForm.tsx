import { foreignKeyActions } from '@basalt/contract/database/table-design'
import type { ForeignKeyAction } from '@basalt/pg-model'
import { Trash2 } from 'lucide-react'

import { IconButton } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Input.tsx'
import type { ColumnErrors } from './ColumnRow.tsx'
import { KeyPairs } from './KeyPairs.tsx'
import { KeyTarget } from './KeyTarget.tsx'
import type { DraftKey, TableDraft } from './table-draft.ts'
import { Violations } from './Violations.tsx'

/** SPEC.md's five actions, as people choose them. */
const actionLabels: Record<ForeignKeyAction, string> = {
  'no action': 'No action',
  cascade: 'Cascade',
  restrict: 'Restrict',
  'set default': 'Set default',
  'set null': 'Set NULL',
}

export type ForeignKeyFormProps = {
  projectRef: string
  /** Undefined for a table that is not there yet. */
  tableId: number | undefined
  draft: TableDraft
  draftKey: DraftKey
  errors: ColumnErrors
  /** It was just added: its table is chosen first. */
  isFresh: boolean
  /** It exists already: its name cannot change. */
  isExisting: boolean
  onChange: (more: Partial<DraftKey>) => void
  onRemove: () => void
}

/** A foreign key over one or several columns, and its actions. */
export function ForeignKeyForm(props: ForeignKeyFormProps) {
  const { projectRef, draftKey, errors, isExisting, onChange, onRemove } = props
  const { references } = draftKey
  const label = references.table === '' ? 'new foreign key' : `key to ${references.table}`
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-card border border-line p-3">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <KeyTarget {...props} />
        </div>
        <IconButton icon={Trash2} label={`Remove the ${label}`} onClick={onRemove} />
      </div>
      <KeyPairs {...props} />
      {[errors['columns'], errors['references'], errors['name']]
        .filter((error) => error !== undefined)
        .map((error) => (
          <p key={error} role="alert" className="text-xs text-bad">
            {error}
          </p>
        ))}
      <div className="grid gap-3 tablet:grid-cols-2">
        <ActionField
          label="On update"
          value={draftKey.on_update}
          onChange={(on_update) => onChange({ on_update })}
        />
        <ActionField
          label="On delete"
          value={draftKey.on_delete}
          onChange={(on_delete) => onChange({ on_delete })}
        />
      </div>
      {props.tableId !== undefined && (
        <>
          <Checkbox
            label="Validate existing rows"
            isChecked={draftKey.is_valid}
            help={
              isExisting
                ? 'Existing rows are checked when you turn this on'
                : 'When off, only new rows are checked. You can validate the others later'
            }
            onChange={(is_valid) => onChange({ is_valid })}
          />
          <Violations
            projectRef={projectRef}
            tableId={props.tableId}
            draftKey={draftKey}
            isRefused={errors['references'] !== undefined}
            onKeepInvalid={() => onChange({ is_valid: false })}
          />
        </>
      )}
    </fieldset>
  )
}

type ActionProps = {
  label: string
  value: ForeignKeyAction
  onChange: (action: ForeignKeyAction) => void
}

function ActionField({ label, value, onChange }: ActionProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={({ target }) => onChange(target.value as ForeignKeyAction)}
        >
          {foreignKeyActions.map((action) => (
            <option key={action} value={action}>
              {actionLabels[action]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
