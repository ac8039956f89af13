import { ApiError, type Column, databaseTables, type TableDetail } from '@basalt/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'

import { call } from '../../lib/api.ts'
import { fieldErrorsOf } from '../../lib/form.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { columnReason } from './cell-edits.ts'
import type { Row } from './row-window.ts'

/** A column that has no entry is left out and gets its default. */
type Values = Readonly<Record<string, string | null>>

type Props = {
  projectRef: string
  table: TableDetail
  onClose: () => void
  onInserted: (row: Row) => void
}

/** Inserts a row. Default, NULL and an empty text are three different things here. */
export function RowPanel({ projectRef, table, onClose, onInserted }: Props) {
  const formId = useId()
  const [values, setValues] = useState<Values>({})
  const insert = useMutation({
    mutationFn: () =>
      call(databaseTables.insertRow, {
        params: { ref: projectRef, id: table.id },
        body: { values: { ...values } },
      }),
    onSuccess: ({ row }) => onInserted(row),
  })
  const errors = insertErrors(insert.error)
  const hasPlace = table.columns.some(({ name }) => errors[name] !== undefined)

  function change(name: string, value: string | null | undefined) {
    const next: Record<string, string | null> = { ...values }
    if (value === undefined) delete next[name]
    else next[name] = value
    setValues(next)
  }

  return (
    <Dialog
      isOpen
      kind="panel"
      title={`Insert a row into ${table.name}`}
      onClose={onClose}
      footer={<Footer formId={formId} isPending={insert.isPending} onClose={onClose} />}
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (!insert.isPending) insert.mutate()
        }}
      >
        {insert.error !== null && !hasPlace && <InsertFailure error={insert.error} />}
        {table.columns.map((column) => (
          <ColumnField
            key={column.name}
            column={column}
            value={values[column.name]}
            error={errors[column.name]}
            onChange={(value) => change(column.name, value)}
          />
        ))}
      </form>
    </Dialog>
  )
}

function Footer(props: { formId: string; isPending: boolean; onClose: () => void }) {
  return (
    <>
      <Button size="large" onClick={props.onClose}>
        Cancel
      </Button>
      <Button
        size="large"
        variant="primary"
        type="submit"
        form={props.formId}
        isPending={props.isPending}
      >
        Insert row
      </Button>
    </>
  )
}

/** PostgreSQL names the column for some errors; those are shown at its field. */
export function insertErrors(error: Error | null): Record<string, string> {
  const column = error instanceof ApiError ? error.sql?.column : undefined
  if (error === null || column === undefined) return fieldErrorsOf(error)
  return { ...fieldErrorsOf(error), [column]: error.message }
}

function InsertFailure({ error }: { error: Error }) {
  const sql = error instanceof ApiError ? error.sql : undefined
  return (
    <Notice tone="bad" title={error.message}>
      {sql?.detail !== undefined && <p>{sql.detail}</p>}
      {sql?.hint !== undefined && <p>{sql.hint}</p>}
    </Notice>
  )
}

type FieldProps = {
  column: Column
  value: string | null | undefined
  error: string | undefined
  onChange: (value: string | null | undefined) => void
}

function ColumnField({ column, value, error, onChange }: FieldProps) {
  const reason = columnReason(column)
  const options = column.kind === 'boolean' ? ['true', 'false'] : column.enum_values
  return (
    <div className="flex flex-col gap-1">
      <Field
        label={column.name}
        hint={<span className="font-mono">{column.data_type}</span>}
        error={error}
        help={reason ?? stateOf(column, value)}
      >
        {(control) =>
          options.length > 0 && reason === undefined ? (
            <Select
              {...control}
              value={value ?? ''}
              onChange={(event) =>
                onChange(event.target.value === '' ? undefined : event.target.value)
              }
            >
              <option value="">{value === null ? 'NULL' : defaultText(column)}</option>
              {options.map((option) => (
                <option key={option}>{option}</option>
              ))}
            </Select>
          ) : (
            <Input
              {...control}
              className="font-mono text-xs"
              autoComplete="off"
              spellCheck={false}
              readOnly={reason !== undefined}
              placeholder={
                value === null ? 'NULL' : value === '' ? 'Empty text' : defaultText(column)
              }
              value={value ?? ''}
              onChange={(event) => onChange(event.target.value)}
            />
          )
        }
      </Field>
      {reason === undefined && (
        <div className="-mt-0.5 flex gap-1">
          {value !== undefined && (
            <Button size="small" variant="ghost" onClick={() => onChange(undefined)}>
              {`Use default for ${column.name}`}
            </Button>
          )}
          {column.is_nullable && value !== null && (
            <Button size="small" variant="ghost" onClick={() => onChange(null)}>
              Set to NULL
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

const defaultText = (column: Column): string => {
  if (column.default_value !== null) return `Default: ${column.default_value}`
  if (column.is_identity) return 'Default: the next number'
  return column.is_nullable ? 'Default: NULL' : 'Required'
}

function stateOf(column: Column, value: string | null | undefined): string | undefined {
  if (value === null) return 'Will be NULL'
  if (value === '') return 'Will be an empty text'
  if (value !== undefined || defaultText(column) !== 'Required') return column.comment ?? undefined
  return 'Needs a value: it has no default and may not be NULL'
}
