import { maxTokenDays } from '@basalt/contract/account/access-tokens'

import { Field } from '../../../ui/Field.tsx'
import { focusOnMount } from '../../../ui/focus.ts'
import { Input, Select } from '../../../ui/Input.tsx'
import type { Lifetime, TokenForm } from './token-form.ts'

const lifetimes: readonly { value: Lifetime; label: string }[] = [
  { value: '1-hour', label: '1 hour' },
  { value: '1-day', label: '1 day' },
  { value: '7-days', label: '7 days' },
  { value: '30-days', label: '30 days' },
  { value: 'never', label: 'Never' },
  { value: 'custom', label: 'Custom' },
]

type Props = {
  form: TokenForm
  errors: Record<string, string>
  onChange: (change: Partial<TokenForm>) => void
}

/** The name and lifetime of a token. */
export function TokenBasics({ form, errors, onChange }: Props) {
  return (
    <>
      <Field label="Name" help="Enter a name to recognize its use by later" error={errors['name']}>
        {(control) => (
          <Input
            {...control}
            ref={focusOnMount}
            size="large"
            maxLength={100}
            placeholder="deploy script"
            value={form.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-4 tablet:grid-cols-2">
        <Field
          label="Expires"
          help={form.expires === 'never' ? 'Revoke it when you no longer need it' : undefined}
        >
          {(control) => (
            <Select
              {...control}
              size="large"
              value={form.expires}
              onChange={(event) => onChange({ expires: event.target.value as Lifetime })}
            >
              {lifetimes.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {form.expires === 'custom' && (
          <Field
            label="Last valid day"
            help="At most one year from now"
            error={errors['expires_at']}
          >
            {(control) => (
              <Input
                {...control}
                size="large"
                type="date"
                min={dayIn(0)}
                max={dayIn(maxTokenDays - 1)}
                value={form.lastDay}
                onChange={(event) => onChange({ lastDay: event.target.value })}
              />
            )}
          </Field>
        )}
      </div>
    </>
  )
}

function dayIn(days: number): string {
  const at = new Date()
  at.setDate(at.getDate() + days)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
