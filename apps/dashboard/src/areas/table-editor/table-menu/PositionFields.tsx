import { Field } from '../../../ui/Field.tsx'
import { Input, Select } from '../../../ui/Input.tsx'
import { useOpenSchemas } from '../table-panel/use-open-schemas.ts'

type Position = { schema: string; name: string }

type Props = {
  projectRef: string
  position: Position
  nameLabel: string
  errors: Readonly<Record<string, string>>
  onChange: (position: Partial<Position>) => void
}

/** The schema and the name of an object. */
export function PositionFields({ projectRef, position, nameLabel, errors, onChange }: Props) {
  const schemas = useOpenSchemas(projectRef, position.schema)
  return (
    <div className="grid gap-3 tablet:grid-cols-[1fr_2fr]">
      <Field label="Schema" error={errors['schema']}>
        {(control) => (
          <Select
            {...control}
            value={position.schema}
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
            value={position.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </Field>
    </div>
  )
}
