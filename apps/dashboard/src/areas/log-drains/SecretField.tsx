import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import type { SecretValue } from './drain-form.ts'

type Props = {
  label: string
  isRequired: boolean
  value: SecretValue | undefined
  error: string | undefined
  onChange: (value: SecretValue) => void
}

/** A secret that can be replaced or removed, and never be read. */
export function SecretField({ label, isRequired, value, error, onChange }: Props) {
  if (value === undefined) return null
  const { isStored, isRemoved } = value
  const isKept = isStored && !isRemoved
  return (
    <Field
      label={label}
      error={error}
      hint={isRequired ? undefined : 'Optional'}
      help={isStored && <StoredNote {...{ label, isRequired, value, onChange }} />}
    >
      {(control) => (
        <PasswordInput
          {...control}
          autoComplete="off"
          maxLength={4000}
          placeholder={isKept ? 'Stored: enter a value to replace it' : undefined}
          value={value.value}
          onChange={({ target }) => onChange({ ...value, value: target.value, isRemoved: false })}
        />
      )}
    </Field>
  )
}

function StoredNote({ label, isRequired, value, onChange }: Omit<Props, 'error'>) {
  if (value === undefined) return null
  const { isRemoved } = value
  return (
    <span className="flex flex-wrap items-center gap-2">
      {isRemoved ? 'Removed when you save' : 'A value is stored'}
      {!isRequired && (
        <Button
          size="small"
          aria-label={isRemoved ? `Keep ${label}` : `Remove ${label}`}
          onClick={() => onChange({ ...value, value: '', isRemoved: !isRemoved })}
        >
          {isRemoved ? 'Keep' : 'Remove'}
        </Button>
      )}
    </span>
  )
}
