import {
  databaseTables,
  foreignKeyActions,
  type ForeignKeyAction,
  type TableSummary,
} from '@basalt/contract'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Plus, Trash2 } from 'lucide-react'

import { query } from '../../../lib/api.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Input.tsx'
import { Picker } from '../../../ui/Picker.tsx'
import { tableQuery } from '../queries.ts'
import { Checkbox } from './Checkbox.tsx'
import type { ColumnErrors } from './ColumnRow.tsx'
import type { DraftColumn, DraftKey } from './table-draft.ts'
import { Violations } from './Violations.tsx'

/** SPEC.md's five actions, as people choose them. */
const actionWords: Record<ForeignKeyAction, string> = {
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
  draftKey: DraftKey
  columns: readonly DraftColumn[]
  errors: ColumnErrors
  /** It is in the database already: its name stays. */
  isExisting: boolean
  onChange: (more: Partial<DraftKey>) => void
  onRemove: () => void
}

/** A foreign key over one column or several, and what happens when the other row changes. */
export function ForeignKeyForm(props: ForeignKeyFormProps) {
  const { projectRef, draftKey, errors, isExisting, onChange, onRemove } = props
  const { references } = draftKey
  const label = references.table === '' ? 'new foreign key' : `key to ${references.table}`
  return (
    <fieldset className="flex flex-col gap-3 rounded-card border border-line p-3">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-start gap-2">
        <TargetPicker {...{ projectRef, draftKey, onChange }} />
        <span className="flex-1" />
        <IconButton icon={Trash2} label={`Remove the ${label}`} onClick={onRemove} />
      </div>
      <Pairs {...props} />
      {[errors['columns'], errors['references'], errors['name']]
        .filter((error) => error !== undefined)
        .map((error) => (
          <p key={error} role="alert" className="text-xs text-bad">
            {error}
          </p>
        ))}
      <div className="grid gap-3 tablet:grid-cols-2">
        <ActionField
          label="When the other row is changed"
          value={draftKey.on_update}
          onChange={(on_update) => onChange({ on_update })}
        />
        <ActionField
          label="When the other row is deleted"
          value={draftKey.on_delete}
          onChange={(on_delete) => onChange({ on_delete })}
        />
      </div>
      {props.tableId !== undefined && (
        <>
          <Checkbox
            label="Rows that are there obey it too"
            isChecked={draftKey.is_valid}
            help={
              isExisting
                ? 'They are read and checked when this is switched on'
                : 'Without this it holds for new rows only and can be checked later'
            }
            onChange={(is_valid) => onChange({ is_valid })}
          />
          <Violations projectRef={projectRef} tableId={props.tableId} draftKey={draftKey} />
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
              {actionWords[action]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

const listed: readonly TableSummary['kind'][] = ['table', 'partitioned_table']

type TargetProps = Pick<ForeignKeyFormProps, 'projectRef' | 'draftKey' | 'onChange'>

function TargetPicker({ projectRef, draftKey, onChange }: TargetProps) {
  const { data } = useQuery(allTablesQuery(projectRef))
  const tables = (data?.tables ?? []).filter(({ kind }) => listed.includes(kind))
  const { schema, table } = draftKey.references
  return (
    <Picker
      placeholder="Find a table"
      empty="No such table"
      items={tables.map((one) => ({
        id: String(one.id),
        label: one.name,
        group: one.schema,
      }))}
      onPick={(id) => {
        const found = tables.find((one) => String(one.id) === id)
        if (found === undefined) return
        onChange({
          references: { schema: found.schema, table: found.name, columns: [''] },
          columns: draftKey.columns.slice(0, 1),
        })
      }}
      trigger={
        <Button aria-label={table === '' ? 'Choose a table' : `Refers to ${schema}.${table}`}>
          {table === '' ? 'Choose a table' : `${schema}.${table}`}
        </Button>
      }
    />
  )
}

/** Up to 500 tables; others are reached by writing SQL. */
const allTablesQuery = (ref: string) =>
  query(databaseTables.list, { params: { ref }, query: { limit: 500 } })

function Pairs(props: ForeignKeyFormProps) {
  const { draftKey, columns, onChange } = props
  const { references } = draftKey
  const others = useTargetColumns(props)
  const own = columns.map(({ name }) => name).filter((name) => name !== '')
  const set = (mine: string[], theirs: string[]) =>
    onChange({ columns: mine, references: { ...references, columns: theirs } })
  const count = Math.max(draftKey.columns.length, references.columns.length)
  return (
    <div className="flex flex-col gap-2">
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className="flex items-center gap-2">
          <ColumnSelect
            label={`Column ${at + 1} of this table`}
            names={own}
            value={draftKey.columns[at] ?? ''}
            onChange={(name) => set(draftKey.columns.with(at, name), references.columns)}
          />
          <ArrowRight aria-hidden className="flex-none text-ink-faint" />
          <ColumnSelect
            label={`Column ${at + 1} of the other table`}
            names={others}
            value={references.columns[at] ?? ''}
            onChange={(name) => set(draftKey.columns, references.columns.with(at, name))}
          />
          {count > 1 && (
            <IconButton
              icon={Trash2}
              label={`Remove pair ${at + 1}`}
              onClick={() =>
                set(draftKey.columns.toSpliced(at, 1), references.columns.toSpliced(at, 1))
              }
            />
          )}
        </div>
      ))}
      <Button
        size="small"
        variant="ghost"
        icon={Plus}
        className="self-start"
        onClick={() => set([...draftKey.columns, ''], [...references.columns, ''])}
      >
        Another pair of columns
      </Button>
    </div>
  )
}

function useTargetColumns({ projectRef, draftKey }: ForeignKeyFormProps): readonly string[] {
  const { schema, table, columns } = draftKey.references
  const list = useQuery(allTablesQuery(projectRef))
  const target = list.data?.tables.find((one) => one.schema === schema && one.name === table)
  const { data } = useQuery({
    ...tableQuery(projectRef, target?.id ?? 0),
    enabled: target !== undefined,
  })
  return data?.columns.map(({ name }) => name) ?? columns
}

type SelectProps = {
  label: string
  names: readonly string[]
  value: string
  onChange: (name: string) => void
}

function ColumnSelect({ label, names, value, onChange }: SelectProps) {
  return (
    <Select
      aria-label={label}
      className="min-w-0 flex-1"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {!names.includes(value) && <option value={value}>{value === '' ? 'Choose' : value}</option>}
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
  )
}
