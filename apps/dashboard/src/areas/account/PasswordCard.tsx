import { type AccountSecurity, accountSecurity } from '@basalt/contract/account/second-factors'
import { type FormEvent, useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { listFieldErrors, getFormError } from '../../lib/forms/form.ts'
import { useStrength } from '../../lib/forms/password-strength.ts'
import { call } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { NewPasswordField, passwordProblem } from '../../ui/NewPasswordField.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { useSecurityChange } from './use-security.ts'

export function PasswordCard({ security }: { security: AccountSecurity }) {
  const { has_password: hasPassword } = security
  const [isOpen, setIsOpen] = useState(false)
  const label = hasPassword ? 'Change password' : 'Set a password'
  return (
    <Card
      title="Password"
      description={
        hasPassword
          ? 'Changing the password ends all other sessions and revokes your access tokens.'
          : 'You sign in without a password. You can add one as another sign-in method.'
      }
      actions={!isOpen && <Button onClick={() => setIsOpen(true)}>{label}</Button>}
    >
      {isOpen && (
        <PasswordForm hasPassword={hasPassword} label={label} onClose={() => setIsOpen(false)} />
      )}
    </Card>
  )
}

type FormProps = { hasPassword: boolean; label: string; onClose: () => void }

function usePasswordChange(hasPassword: boolean, onClose: () => void) {
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Record<string, string>>({})
  const { strength, isChecking } = useStrength(password)
  const change = useSecurityChange(
    () =>
      call(accountSecurity.changePassword, {
        body: { ...(hasPassword && { current_password: current }), password },
      }),
    () => {
      notify.success('Password changed. All other sessions ended.')
      onClose()
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const weak = passwordProblem(password, isChecking ? undefined : strength)
    const found = {
      ...(hasPassword && current === '' && { current_password: 'Enter your current password' }),
      ...(weak !== undefined && { password: weak }),
    }
    setProblems(found)
    change.reset()
    if (Object.keys(found).length === 0) change.mutate()
  }
  return {
    current: { value: current, set: setCurrent },
    password: { value: password, set: setPassword, strength },
    errors: { ...problems, ...listFieldErrors(change.error) },
    formError: getFormError(change.error),
    isPending: change.isPending,
    submit,
  }
}

function PasswordForm({ hasPassword, label, onClose }: FormProps) {
  const form = usePasswordChange(hasPassword, onClose)
  const { current, password, errors, formError } = form
  return (
    <CardBody>
      <form className="flex max-w-[360px] flex-col gap-4" noValidate onSubmit={form.submit}>
        {hasPassword && (
          <Field label="Current password" error={errors['current_password']}>
            {(control) => (
              <PasswordInput
                {...control}
                autoComplete="current-password"
                value={current.value}
                onChange={(event) => current.set(event.target.value)}
              />
            )}
          </Field>
        )}
        <NewPasswordField
          label="New password"
          password={password.value}
          strength={password.strength}
          error={password.strength?.isEnough === false ? undefined : errors['password']}
          onChange={password.set}
        />
        {formError !== undefined && <Notice tone="bad">{formError.message}</Notice>}
        <div className="flex gap-2">
          <Button type="submit" variant="primary" size="large" isPending={form.isPending}>
            {label}
          </Button>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </CardBody>
  )
}
