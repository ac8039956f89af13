import { Field } from '../ui/Field.tsx'
import { Textarea } from '../ui/Input.tsx'

type Props = { text: string; fault: string | undefined; onChange: (text: string) => void }

/** Claims of a token, for impersonating an application's user. */
export function ClaimsField({ text, fault, onChange }: Props) {
  return (
    <Field
      label="User claims"
      hint="Optional"
      error={fault}
      help="JSON that policies read from request.jwt.claims"
    >
      {(control) => (
        <Textarea
          {...control}
          className="min-h-20 font-mono text-xs"
          rows={4}
          spellCheck={false}
          placeholder={'{"sub": "…", "email": "…"}'}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
