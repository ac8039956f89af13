import { type ReactNode, useRef } from 'react'

import { useNames } from '../../../product/names/use-names.ts'
import type { CodeBody } from '../../../product/sql-code/position-of.ts'
import { Field } from '../../../ui/Field.tsx'
import { Textarea } from '../../../ui/Input.tsx'
import { late } from '../../../ui/late.tsx'
import type { FormProps } from '../model/object-kind.ts'

const CodeField = late(
  async () => (await import('../../../product/sql-code/CodeField.tsx')).CodeField,
)

type Fault = { position: number; message: string }

type Props = Pick<FormProps<never>, 'set' | 'errorOf' | 'faultOf' | 'projectRef'> & {
  design: object
  name: string
  label: string
  help?: ReactNode
  hint?: ReactNode
  placeholder?: string
  /** The height of an empty field in lines. */
  rows?: number
  /** SQL around an expression, so that its names are known. */
  frame?: { before: string; after: string } | undefined
  /** The text is the body of a function. */
  body?: CodeBody | undefined
}

/** SQL of several lines, with completion. A plain text field until the editor is loaded. */
export function SqlField({ rows = 4, ...props }: Props) {
  const { design, set, errorOf, faultOf, projectRef, name, placeholder, frame, body, ...field } =
    props
  const names = useNames(projectRef)
  const isFocused = useRef(false)
  const text: unknown = Reflect.get(design, name)
  const value = typeof text === 'string' ? text : ''
  const fault = faultOf?.(name)
  const error = errorOf(name) ?? (fault && describeFault(value, fault))
  const change = (next: string) => set({ [name]: next })
  return (
    <Field {...field} error={error}>
      {(control) => (
        <CodeField
          id={control.id}
          label={field.label}
          value={value}
          onChange={change}
          names={names}
          frame={frame}
          body={body}
          fault={fault}
          isInvalid={error !== undefined}
          placeholder={placeholder}
          rows={rows}
          takesFocus={() => isFocused.current}
          fallback={
            <Textarea
              {...control}
              name={name}
              rows={rows}
              spellCheck={false}
              className="font-mono text-xs leading-5"
              placeholder={placeholder}
              value={value}
              onChange={({ target }) => change(target.value)}
              onFocus={() => (isFocused.current = true)}
              onBlur={() => (isFocused.current = false)}
            />
          }
        />
      )}
    </Field>
  )
}

function describeFault(text: string, { position, message }: Fault): string {
  if (!text.includes('\n')) return message
  return `line ${text.slice(0, position).split('\n').length}: ${message}`
}
