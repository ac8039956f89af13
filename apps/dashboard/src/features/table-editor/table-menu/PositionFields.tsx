import { Field } from '../../../ui/Field.tsx'
import { Input, Select } from '../../../ui/Input.tsx'
import { useOpenSchemas } from '../table-panel/use-open-schemas.ts'

type Place = { schema: string; name: string }

type Props = {
  projectRef: string
  place: Place
  nameLabel: string
  errors: Readonly<Record<string, string>>
  onChange: (place: Partial<Place>) => void
}

/** In which schema something is, and what it is called there. */
export function PositionFields({ projectRef, place, nameLabel, errors, onChange }: Props) {
  const schemas = useOpenSchemas(projectRef, place.schema)
  return (
    <div className="grid gap-3 tablet:grid-cols-[1fr_2fr]">
      <Field label="Schema" error={errors['schema']}>
        {(control) => (
          <Select
            {...control}
            value={place.schema}
            onChange={({ target }) => onChange({ schema: target.value })}
          >
            {schemas.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={nameLabel} error={errors['name']}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            value={place.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </Field>
    </div>
  )
}
