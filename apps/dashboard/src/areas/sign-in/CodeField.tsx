import { Field } from '../../ui/Field.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Input } from '../../ui/Input.tsx'

type Props = {
  label: string
  value: string
  error: string | undefined
  /** Recovery codes have letters; the digits of an app do not. */
  hasLetters?: boolean
  onChange: (value: string) => void
}

/** A code from a device or app; phones and password managers fill it in. */
export function CodeField({ label, value, error, hasLetters = false, onChange }: Props) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Input
          {...control}
          ref={focusOnMount}
          size="large"
          name="code"
          className="font-mono tracking-[0.12em]"
          autoComplete={hasLetters ? 'off' : 'one-time-code'}
          inputMode={hasLetters ? 'text' : 'numeric'}
          autoCapitalize="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
