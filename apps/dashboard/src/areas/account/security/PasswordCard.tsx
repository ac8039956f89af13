import { type AccountSecurity, accountSecurity } from '@basalt/contract/account/second-factors'
import { useState } from 'react'

import { notify } from '../../../lib/browser/toast.ts'
import { useStrength } from '../../../lib/forms/password-strength.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { call } from '../../../lib/network/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, CardBody } from '../../../ui/Card.tsx'
import { Form, FormFailure, FormField, SubmitButton } from '../../../ui/Form.tsx'
import { NewPasswordField, passwordProblem } from '../../../ui/NewPasswordField.tsx'
import { PasswordInput } from '../../../ui/PasswordInput.tsx'
import { isNotConfirmed } from '../identity-check/ConfirmIdentity.tsx'
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

function usePasswordForm({ hasPassword, onClose }: FormProps) {
  const [typed, setTyped] = useState('')
  const { strength, isChecking } = useStrength(typed)
  const change = useSecurityChange(
    ({ current, password }: { current: string; password: string }) =>
      call(accountSecurity.changePassword, {
        body: { ...(hasPassword && { current_password: current }), password },
      }),
    () => {
      notify.success('Password changed. All other sessions ended.')
      onClose()
    },
  )
  const form = useForm({
    initial: { current: '', password: '' },
    paths: { current: 'current_password' },
    check: ({ current, password }) => {
      const weak = passwordProblem(password, isChecking ? undefined : strength)
      return {
        ...(hasPassword && current === '' && { current_password: 'Enter your current password' }),
        ...(weak !== undefined && { password: weak }),
      }
    },
    send: change.mutateAsync,
    isIgnored: isNotConfirmed,
  })
  const setPassword = (password: string) => {
    setTyped(password)
    form.set({ password })
  }
  return { form, strength, setPassword }
}

function PasswordForm(props: FormProps) {
  const { form, strength, setPassword } = usePasswordForm(props)
  return (
    <CardBody>
      <Form form={form} className="flex max-w-[360px] flex-col gap-4">
        {props.hasPassword && (
          <FormField form={form} name="current" label="Current password">
            {(control) => <PasswordInput {...control} autoComplete="current-password" />}
          </FormField>
        )}
        <NewPasswordField
          label="New password"
          password={form.values.password}
          strength={strength}
          error={strength?.isEnough === false ? undefined : form.errors['password']}
          onChange={setPassword}
        />
        <FormFailure form={form} />
        <div className="flex gap-2">
          <SubmitButton form={form} size="large">
            {props.label}
          </SubmitButton>
          <Button size="large" onClick={props.onClose}>
            Cancel
          </Button>
        </div>
      </Form>
    </CardBody>
  )
}
