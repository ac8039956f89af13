import { signIn } from '@basalt/contract/account/sign-in'
import { useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import { useStrength } from '../../lib/forms/password-strength.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { readText, type UrlQuery } from '../../lib/routes/url-query.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Form, SubmitButton } from '../../ui/Form.tsx'
import { NewPasswordField, passwordProblem } from '../../ui/NewPasswordField.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { forgotPassword } from './paths.ts'

export function ResetPasswordPage({ query }: { query: UrlQuery }) {
  const token = readText(query, 'token')
  return (
    <AuthLayout title="Choose a new password">
      {token === undefined ? <BrokenLink /> : <NewPasswordForm token={token} />}
    </AuthLayout>
  )
}

function NewPasswordForm({ token }: { token: string }) {
  const go = useGo()
  const [typed, setTyped] = useState('')
  const { strength, isChecking } = useStrength(typed)
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => {
      const weak = passwordProblem(password, isChecking ? undefined : strength)
      return weak === undefined ? {} : { password: weak }
    },
    send: ({ password }) => call(signIn.resetPassword, { body: { token, password } }),
    onSuccess: () => {
      notify.success('Password changed. Sessions ended and access tokens were revoked.')
      go(paths.signIn(), { replace: true })
    },
  })
  const { failure } = form

  return (
    <Form form={form} isGuarded={false} className="flex flex-col gap-4">
      <NewPasswordField
        label="New password"
        password={form.values.password}
        strength={strength}
        error={strength?.isEnough === false ? undefined : form.errors['password']}
        onChange={(password) => {
          setTyped(password)
          form.set({ password })
        }}
      />
      {failure !== undefined && (
        <Notice tone="bad" action={<NewLink />}>
          {failure.message}
        </Notice>
      )}
      <SubmitButton form={form} size="large">
        Change password
      </SubmitButton>
    </Form>
  )
}

function BrokenLink() {
  return (
    <Notice tone="warn" title="This link is incomplete" action={<NewLink />}>
      Open the link from the email again, or request a new one.
    </Notice>
  )
}

function NewLink() {
  return (
    <Link className={buttonClass()} href={forgotPassword()}>
      Request a new link
    </Link>
  )
}
