import { useQuery } from '@tanstack/react-query'

import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { tableQuery } from './queries.ts'

type Values = Readonly<Record<string, string | null>>

type Props = {
  projectRef: string
  tableId: number
  isNew: boolean
  values: Values
  errors: Readonly<Record<string, string>>
  onChange: (values: Values) => void
}

/** One field per column; an empty one is left out of the statement. */
export function ValueFields({ projectRef, tableId, isNew, values, errors, onChange }: Props) {
  const { data } = useQuery(tableQuery(projectRef, tableId))
  if (data === undefined) return <SkeletonRows rows={2} />
  const set = (name: string, text: string) => {
    const { [name]: _, ...rest } = values
    onChange(text === '' ? rest : { ...values, [name]: text })
  }
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">{isNew ? 'New row' : 'Changed columns'}</legend>
      <p className="text-xs text-ink-faint">
        {isNew
          ? 'Empty columns get their defaults.'
          : 'Empty columns keep their values. If all are empty, one column is set to its current value.'}
      </p>
      <div className="grid gap-3 tablet:grid-cols-3">
        {data.columns.map(({ name, data_type: type }) => (
          <Field key={name} label={name} hint={type} error={errors[`values.${name}`]}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                spellCheck={false}
                value={values[name] ?? ''}
                onChange={({ target }) => set(name, target.value)}
              />
            )}
          </Field>
        ))}
      </div>
      {errors['values'] !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {errors['values']}
        </p>
      )}
    </fieldset>
  )
}
