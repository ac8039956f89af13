import type { ReactNode } from 'react'

import type { CodeBody } from '../../../product/sql-code/position-of.ts'
import { SqlInput } from '../../../product/sql-code/SqlInput.tsx'
import { Field } from '../../../ui/Field.tsx'
import type { FormProps } from '../model/object-kind.ts'

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

/** SQL of several lines in the design of an object. */
export function SqlField({ rows = 4, ...props }: Props) {
  const { design, set, errorOf, faultOf, projectRef, name, placeholder, frame, body, ...field } =
    props
  const text: unknown = Reflect.get(design, name)
  const value = typeof text === 'string' ? text : ''
  const fault = faultOf?.(name)
  const error = errorOf(name) ?? (fault && describeFault(value, fault))
  return (
    <Field {...field} error={error}>
      {(control) => (
        <SqlInput
          {...{ projectRef, name, control, value, frame, body, fault, placeholder, rows }}
          label={field.label}
          onChange={(next) => set({ [name]: next })}
        />
      )}
    </Field>
  )
}

function describeFault(text: string, { position, message }: Fault): string {
  if (!text.includes('\n')) return message
  return `line ${text.slice(0, position).split('\n').length}: ${message}`
}
