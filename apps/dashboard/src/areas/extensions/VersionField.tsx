import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Input.tsx'

type Props = {
  versions: readonly string[]
  value: string
  error: string | undefined
  onChange: (version: string) => void
}

/** The versions that PostgreSQL offers, newest first. */
export function VersionField({ versions, value, error, onChange }: Props) {
  const names = [...new Set([...versions, value])].filter((version) => version !== '')
  return (
    <Field label="Version" error={error}>
      {(control) => (
        <Select
          {...control}
          size="large"
          name="version"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {names.toReversed().map((version) => (
            <option key={version} value={version}>
              {version}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
