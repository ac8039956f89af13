import { Field } from './Field.tsx'
import { Input } from './Input.tsx'

type Props = {
  label: string
  help?: string
  value: string
  error?: string | undefined
  isFixed?: boolean
  onChange: (text: string) => void
}

/** An amount in dollars, as the text that was typed. */
export const DollarField = ({ label, help, value, error, isFixed = false, onChange }: Props) => (
  <Field label={label} help={help} error={error}>
    {(control) => (
      <span className="relative block">
        <span
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-ink-faint"
        >
          $
        </span>
        <Input
          {...control}
          className="tabular pl-5"
          inputMode="decimal"
          autoComplete="off"
          readOnly={isFixed}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
    )}
  </Field>
)
