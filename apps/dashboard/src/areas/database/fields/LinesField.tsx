import { Field } from '../../../ui/Field.tsx'
import { Textarea } from '../../../ui/Input.tsx'
import type { FormProps } from '../model/object-kind.ts'

type Props = Pick<FormProps<never>, 'set' | 'errorOf'> & {
  design: object
  name: string
  label: string
  help?: string
}

/** A list of texts, one a line. */
export function LinesField({ design, set, errorOf, name, label, help }: Props) {
  const value: unknown = Reflect.get(design, name)
  const lines = Array.isArray(value) ? value.map(String) : []
  return (
    <Field label={label} hint="Optional, one per line" help={help} error={errorOf(name)}>
      {(control) => (
        <Textarea
          {...control}
          name={name}
          rows={Math.max(2, Math.min(lines.length, 8))}
          spellCheck={false}
          value={lines.join('\n')}
          onChange={({ target }) =>
            set({ [name]: target.value === '' ? [] : target.value.split('\n') })
          }
        />
      )}
    </Field>
  )
}
