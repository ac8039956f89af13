import { signIn } from '@basalt/contract/account/sign-in'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import { listFieldErrors, getFormError } from '../../lib/forms/form.ts'
import { useStrength } from '../../lib/forms/password-strength.ts'
import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { readText, type UrlQuery } from '../../lib/routes/url-query.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
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
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const { strength, isChecking } = useStrength(password)
  const reset = useMutation({
    mutationFn: () => call(signIn.resetPassword, { body: { token, password } }),
    onSuccess: () => {
      notify.success('Password changed. Sessions ended and access tokens were revoked.')
      go(paths.signIn(), { replace: true })
    },
    onError: (error) => setProblem(listFieldErrors(error)['password']),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = passwordProblem(password, isChecking ? undefined : strength)
    setProblem(found)
    if (found === undefined) reset.mutate()
  }
  const formError = getFormError(reset.error)

  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
      <NewPasswordField
        label="New password"
        password={password}
        strength={strength}
        error={strength?.isEnough === false ? undefined : problem}
        onChange={setPassword}
      />
      {formError !== undefined && (
        <Notice tone="bad" action={<NewLink />}>
          {formError.message}
        </Notice>
      )}
      <Button type="submit" variant="primary" size="large" isPending={reset.isPending}>
        Change password
      </Button>
    </form>
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
