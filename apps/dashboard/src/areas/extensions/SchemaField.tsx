import { useQuery } from '@tanstack/react-query'

import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Input.tsx'
import { schemasQuery } from './queries.ts'

type Props = {
  projectRef: string
  value: string
  error: string | undefined
  onChange: (schema: string) => void
}

/** The schema of an extension's objects; `extensions` is created when it is chosen first. */
export function SchemaField({ projectRef, value, error, onChange }: Props) {
  const { data = [] } = useQuery(schemasQuery(projectRef))
  const names = new Set([value, 'public', 'extensions', ...data.map(({ name }) => name)])
  const isSystem = (name: string) => name.startsWith('pg_') || name === 'information_schema'
  return (
    <Field
      label="Schema"
      error={error}
      help={
        value === 'public'
          ? undefined
          : `Queries must qualify names, as in ${value}.function(), or include the schema in search_path.`
      }
    >
      {(control) => (
        <Select
          {...control}
          size="large"
          name="schema"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {[...names]
            .filter((name) => !isSystem(name))
            .map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
        </Select>
      )}
    </Field>
  )
}
