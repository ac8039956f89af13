import type { DataType } from '@basalt/contract/database/table-changes'
import { use } from 'react'

import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { BrokenRule } from './BrokenRule.tsx'
import type { ColumnErrors } from './ColumnRow.tsx'
import { DefaultField } from './DefaultField.tsx'
import { IsForeign } from './is-foreign.ts'
import type { DraftColumn } from './table-draft.ts'

/** An empty field is null. */
const textOrNull = (text: string): string | null => (text === '' ? null : text)

type Props = {
  column: DraftColumn
  type: DataType | undefined
  isKey: boolean
  errors: ColumnErrors
  onChange: (more: Partial<DraftColumn>) => void
}

/** Everything about a column that has no place in its line. */
export function ColumnDetails({ column, type, isKey, errors, onChange }: Props) {
  return (
    <div className="mt-1.5 mb-1.5 flex tablet:ml-9 flex-col gap-3 rounded-card border border-line bg-surface p-3">
      <div className="grid gap-3 tablet:grid-cols-2">
        <CodeField
          label="Custom type"
          error={errors['data_type']}
          help={
            type?.alternative === undefined || type.alternative === null
              ? 'Include modifiers: numeric(12,2), text[]'
              : `${type.alternative} is recommended for new columns`
          }
          value={column.data_type}
          onChange={(data_type) => onChange({ data_type })}
        />
        <DefaultField
          column={column}
          labels={type?.values ?? []}
          errors={errors}
          onChange={onChange}
        />
      </div>
      {column.was !== null && (column.using !== null || errors['using'] !== undefined) && (
        <CodeField
          label="USING expression"
          error={errors['using']}
          help="Converts the old value, for example trim(code)::integer"
          value={column.using ?? ''}
          onChange={(using) => onChange({ using: textOrNull(using) })}
        />
      )}
      <Rules {...{ column, isKey, errors, onChange }} />
      <Check {...{ column, errors, onChange }} />
      <Field label="Comment" hint="Optional">
        {(control) => (
          <Input
            {...control}
            value={column.comment ?? ''}
            onChange={({ target }) => onChange({ comment: textOrNull(target.value) })}
          />
        )}
      </Field>
    </div>
  )
}

function Check({ column, errors, onChange }: Omit<Props, 'type' | 'isKey'>) {
  const isForeign = use(IsForeign)
  return (
    <>
      <CodeField
        label="Check"
        hint="Optional"
        error={errors['check'] ?? errors['is_unique']}
        help={
          isForeign
            ? 'PostgreSQL assumes that every row meets this condition and does not check it'
            : 'A condition that every row must meet, for example price >= 0'
        }
        value={column.check ?? ''}
        onChange={(check) => onChange({ check: textOrNull(check) })}
      />
      {column.check !== null && (
        <BrokenRule
          column={column}
          rule="check"
          // An invalid condition has no violating rows to list.
          isRefused={errors['check']?.includes('violated') === true}
        />
      )}
    </>
  )
}

type RulesProps = Omit<Props, 'type'>

function Rules({ column, isKey, errors, onChange }: RulesProps) {
  const isForeign = use(IsForeign)
  return (
    <>
      <div className="grid gap-3 tablet:grid-cols-2">
        <Checkbox
          label="Nullable"
          isChecked={column.is_nullable && !isKey && column.identity === null}
          fixedReason={
            isKey || column.identity !== null
              ? 'Primary key and identity columns cannot be NULL'
              : undefined
          }
          onChange={(is_nullable) => onChange({ is_nullable })}
        />
        {isForeign || (
          <Checkbox
            label="Unique"
            isChecked={column.is_unique}
            help="No two rows have the same value"
            onChange={(is_unique) => onChange({ is_unique })}
          />
        )}
      </div>
      {errors['is_nullable'] !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {errors['is_nullable']}
        </p>
      )}
      {errors['is_nullable'] !== undefined && (
        <BrokenRule column={column} rule="not null" isRefused />
      )}
    </>
  )
}

type CodeProps = {
  label: string
  hint?: string
  help: string
  error: string | undefined
  value: string
  onChange: (text: string) => void
}

/** A piece of SQL. */
function CodeField({ value, onChange, ...field }: CodeProps) {
  return (
    <Field {...field}>
      {(control) => (
        <Input
          {...control}
          className="font-mono text-xs"
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
