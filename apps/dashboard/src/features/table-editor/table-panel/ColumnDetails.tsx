import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { Checkbox } from './Checkbox.tsx'
import type { ColumnRowProps } from './ColumnRow.tsx'
import { DefaultField } from './DefaultField.tsx'

/** An empty field is nothing at all. */
const textOrNull = (text: string): string | null => (text === '' ? null : text)

/** Everything about a column that has no place in its line. */
export function ColumnDetails({ column, types, isKey, errors, onChange }: ColumnRowProps) {
  const known = types.find(({ name }) => name === column.data_type)
  return (
    <div className="mb-3 ml-9 flex flex-col gap-3 rounded-card border border-line bg-surface p-3">
      <div className="grid gap-3 tablet:grid-cols-2">
        <Field
          label="Type as written"
          error={errors['data_type']}
          help={
            known?.alternative === undefined || known.alternative === null
              ? 'With its limits: numeric(12,2), character varying(40), text[]'
              : `${known.alternative} is mostly better for new columns`
          }
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono text-xs"
              spellCheck={false}
              value={column.data_type}
              onChange={({ target }) => onChange({ data_type: target.value })}
            />
          )}
        </Field>
        <DefaultField column={column} errors={errors} onChange={onChange} />
      </div>
      {column.was !== null && (column.using !== null || errors['using'] !== undefined) && (
        <UsingField value={column.using} error={errors['using']} onChange={onChange} />
      )}
      <Rules {...{ column, isKey, errors, onChange }} />
      <Field
        label="Check"
        hint="Optional"
        error={errors['check'] ?? errors['is_unique']}
        help="A condition that every row has to meet, for example price >= 0"
      >
        {(control) => (
          <Input
            {...control}
            className="font-mono text-xs"
            spellCheck={false}
            value={column.check ?? ''}
            onChange={({ target }) => onChange({ check: textOrNull(target.value) })}
          />
        )}
      </Field>
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

type RulesProps = Pick<ColumnRowProps, 'column' | 'isKey' | 'errors' | 'onChange'>

function Rules({ column, isKey, errors, onChange }: RulesProps) {
  return (
    <>
      <div className="grid gap-3 tablet:grid-cols-2">
        <Checkbox
          label="May be empty (NULL)"
          isChecked={column.is_nullable && !isKey && column.identity === null}
          fixedReason={
            isKey || column.identity !== null
              ? 'A key or a counting column always has a value'
              : undefined
          }
          onChange={(is_nullable) => onChange({ is_nullable })}
        />
        <Checkbox
          label="Unique"
          isChecked={column.is_unique}
          help="No two rows have the same value"
          onChange={(is_unique) => onChange({ is_unique })}
        />
      </div>
      {errors['is_nullable'] !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {errors['is_nullable']}
        </p>
      )}
    </>
  )
}

type UsingProps = {
  value: string | null
  error: string | undefined
  onChange: ColumnRowProps['onChange']
}

function UsingField({ value, error, onChange }: UsingProps) {
  return (
    <Field
      label="How values become the new type"
      error={error}
      help="An expression over the old value, for example trim(code)::integer"
    >
      {(control) => (
        <Input
          {...control}
          className="font-mono text-xs"
          spellCheck={false}
          value={value ?? ''}
          onChange={({ target }) => onChange({ using: textOrNull(target.value) })}
        />
      )}
    </Field>
  )
}
