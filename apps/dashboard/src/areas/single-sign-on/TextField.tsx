import type { ReactNode } from 'react'

import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import type { FormPart } from './form-part.ts'

type Name = 'issuer' | 'client_id' | 'client_secret' | 'email_claim' | 'name_claim' | 'groups_claim'

type Props = {
  label: string
  name: Name
  part: FormPart
  help?: ReactNode
  hint?: string
  placeholder?: string | undefined
  type?: 'text' | 'url' | 'password'
}

/** A line of text of the form. */
export function TextField({ label, name, part, help, hint, placeholder, type = 'text' }: Props) {
  const { form, errors, isReadOnly, change } = part
  return (
    <Field label={label} help={help} hint={hint} error={errors[name]}>
      {(control) => (
        <Input
          {...control}
          type={type}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          readOnly={isReadOnly}
          value={form[name]}
          onChange={(event) => change({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
}
