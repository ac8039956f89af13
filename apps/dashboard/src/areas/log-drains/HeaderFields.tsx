import { Plus, X } from 'lucide-react'

import { Button, IconButton } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { emptyHeader, type SecretValue } from './drain-form.ts'
import type { DrainFormState } from './DrainPanel.tsx'

/** Headers of each request. Their values are secret, since most of them are credentials. */
export function HeaderFields({ form }: { form: DrainFormState }) {
  const { headers } = form.values
  const change = (at: number, header: SecretValue | undefined) =>
    form.set((now) => ({
      headers: now.headers.flatMap((one, index) => {
        if (index !== at) return [one]
        return header === undefined ? [] : [header]
      }),
    }))
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="pb-1.5 font-medium">Headers</legend>
      {headers.map((header, at) => (
        <HeaderRow
          key={at}
          header={header}
          position={at + 1}
          error={form.errors[`headers.${at}`] ?? form.errors[`secrets.${header.name.trim()}`]}
          onChange={(next) => change(at, next)}
        />
      ))}
      <Button
        icon={Plus}
        className="self-start"
        onClick={() => form.set((now) => ({ headers: [...now.headers, emptyHeader] }))}
      >
        Add header
      </Button>
    </fieldset>
  )
}

type RowProps = {
  header: SecretValue
  position: number
  error: string | undefined
  onChange: (header: SecretValue | undefined) => void
}

function HeaderRow({ header, position, error, onChange }: RowProps) {
  const { name, value, isStored } = header
  const title = isStored ? name : `header ${position}`
  return (
    <div className="flex items-start gap-2">
      <div className="grid min-w-0 flex-1 items-start gap-2 tablet:grid-cols-2">
        <Field label={`Name of ${title}`} error={error}>
          {(control) => (
            <Input
              {...control}
              size="large"
              placeholder="authorization"
              readOnly={isStored}
              maxLength={100}
              value={name}
              onChange={({ target }) => onChange({ ...header, name: target.value })}
            />
          )}
        </Field>
        <Field label={`Value of ${title}`}>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="off"
              maxLength={4000}
              placeholder={isStored ? 'Stored: enter a value to replace it' : undefined}
              value={value}
              onChange={({ target }) => onChange({ ...header, value: target.value })}
            />
          )}
        </Field>
      </div>
      <IconButton
        icon={X}
        label={`Remove ${title}`}
        className="mt-6.5"
        onClick={() => onChange(undefined)}
      />
    </div>
  )
}
