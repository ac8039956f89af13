import type { Strength } from '../lib/forms/password-strength.ts'
import { Field } from './Field.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { StrengthMeter } from './StrengthMeter.tsx'

type Props = {
  label: string
  password: string
  strength: Strength | undefined
  error: string | undefined
  onChange: (password: string) => void
}

/** A new password, with the server's strength check. */
export function NewPasswordField({ label, password, strength, error, onChange }: Props) {
  return (
    <div className="flex flex-col gap-1.5">
      <Field label={label} error={error}>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      {strength !== undefined && <StrengthMeter strength={strength} />}
    </div>
  )
}

/** Why the password cannot be taken yet, or undefined when it can. */
export function passwordProblem(
  password: string,
  strength: Strength | undefined,
): string | undefined {
  if (password === '') return 'Enter a password'
  if (strength === undefined || strength.isEnough) return undefined
  return strength.warning ?? strength.message
}
