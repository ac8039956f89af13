import { useId } from 'react'

import { plainKey } from '../../../product/row-changes/key-text.ts'
import { Field } from '../../../ui/Field.tsx'
import { Input, Select } from '../../../ui/Input.tsx'
import type { Plan, Target } from './import-plan.ts'

type Props = {
  target: Target
  plan: Plan
  onChange: (plan: Plan) => void
}

const conflicts: readonly [Plan['onConflict'], string][] = [
  ['fail', 'Reject the row'],
  ['skip', 'Keep the existing row'],
  ['update', 'Update the existing row'],
]

/** The new table, or the handling of existing rows; and when nothing is imported. */
export function ImportOptions({ target, plan, onChange }: Props) {
  const key = plainKey(target?.key ?? [])
  return (
    <div className="flex flex-col gap-4">
      {target === null ? (
        <NewTableFields plan={plan} onChange={onChange} />
      ) : (
        key.length > 0 && (
          <Field label="When a key already exists" help={`Rows are matched by ${key.join(', ')}.`}>
            {(control) => (
              <Select
                {...control}
                value={plan.onConflict}
                onChange={({ target: field }) => {
                  const onConflict = conflicts.find(([one]) => one === field.value)?.[0]
                  if (onConflict !== undefined) onChange({ ...plan, onConflict })
                }}
              >
                {conflicts.map(([value, word]) => (
                  <option key={value} value={value}>
                    {word}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )
      )}
      <Check
        label="All or nothing"
        help="If any row is rejected, nothing is imported."
        isChecked={plan.allOrNothing}
        onChange={(allOrNothing) => onChange({ ...plan, allOrNothing })}
      />
    </div>
  )
}

function NewTableFields({ plan, onChange }: Pick<Props, 'plan' | 'onChange'>) {
  const offered = plan.columns.flatMap(({ name }, at) => (name === '' ? [] : [{ name, at }]))
  const isOffered = offered.some(({ at }) => at === plan.keyAt)
  return (
    <>
      <div className="grid gap-3 tablet:grid-cols-2">
        <Field label="Table name">
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              value={plan.tableName}
              onChange={({ target }) => onChange({ ...plan, tableName: target.value })}
            />
          )}
        </Field>
        <Field label="Primary key">
          {(control) => (
            <Select
              {...control}
              value={isOffered ? String(plan.keyAt) : ''}
              onChange={({ target: { value } }) =>
                onChange({ ...plan, keyAt: value === '' ? null : Number(value) })
              }
            >
              <option value="">None</option>
              {offered.map(({ name, at }) => (
                <option key={at} value={at}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Check
        label="Row level security"
        help="Roles see only the rows that a policy allows. When off, every role with a grant sees all rows."
        isChecked={plan.rls}
        onChange={(rls) => onChange({ ...plan, rls })}
      />
    </>
  )
}

type CheckProps = {
  label: string
  help: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

function Check({ label, help, isChecked, onChange }: CheckProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-2">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5"
        aria-describedby={`${id}-help`}
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-help`} className="text-xs text-ink-faint">
          {help}
        </p>
      </div>
    </div>
  )
}
