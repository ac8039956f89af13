import { signIn } from '@basalt/contract/account/sign-in'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import {
  checkFields,
  type FieldErrors,
  listFieldErrors,
  clearErrors,
  getFormError,
} from '../../lib/forms/form.ts'
import { useStrength } from '../../lib/forms/password-strength.ts'
import { Offered, useInstall } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { homePath } from '../../lib/session/home.ts'
import { returnTarget } from '../../lib/session/return-to.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Input } from '../../ui/Input.tsx'
import { NewPasswordField, passwordProblem } from '../../ui/NewPasswordField.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { AuthLayout, textLink } from './AuthLayout.tsx'
import { GithubButton } from './GithubButton.tsx'
import { OutboxHint } from './OutboxHint.tsx'
import { useEnter } from './use-enter.ts'

export function SignUpPage() {
  const install = useInstall()
  const { search } = globalThis.location
  const target = returnTarget(search, homePath(install))
  const returnTo = new URLSearchParams(search).get('returnTo') ?? undefined
  const enter = useEnter()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const { strength, isChecking } = useStrength(password)
  const attempt = useMutation({
    mutationFn: () => call(signIn.signUp, { body: { email, password } }),
    onSuccess: ({ verification_required }) => (verification_required ? undefined : enter(target)),
    onError: (error) => setErrors(listFieldErrors(error)),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem = passwordProblem(password, isChecking ? undefined : strength)
    const found = {
      ...checkFields(signIn.signUp, { email, password }),
      ...(problem && { password: problem }),
    }
    setErrors(found)
    attempt.reset()
    if (Object.keys(found).length === 0) attempt.mutate()
  }
  const formError = getFormError(attempt.error)

  if (attempt.data?.verification_required === true) return <CheckMail email={email} />
  return (
    <AuthLayout
      title="Create your account"
      lead="Your own Postgres database in a few seconds."
      footer={
        <>
          Already have an account?{' '}
          <Link className={textLink} href={paths.signIn(returnTo)}>
            Sign in
          </Link>
        </>
      }
    >
      <Offered by="github-sign-in">
        <GithubButton returnTo={target} />
      </Offered>
      <form
        className="flex flex-col gap-4"
        noValidate
        onChange={clearErrors(setErrors)}
        onSubmit={submit}
      >
        <Field label="Email" error={errors['email']}>
          {(control) => (
            <Input
              {...control}
              ref={focusOnMount}
              size="large"
              name="email"
              type="email"
              autoComplete="username"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <NewPasswordField
          label="Password"
          password={password}
          strength={strength}
          error={strength?.isEnough === false ? undefined : errors['password']}
          onChange={setPassword}
        />
        {formError !== undefined && <Notice tone="bad">{formError.message}</Notice>}
        <Button type="submit" variant="primary" size="large" isPending={attempt.isPending}>
          Sign up
        </Button>
      </form>
      <OutboxHint />
    </AuthLayout>
  )
}

function CheckMail({ email }: { email: string }) {
  return (
    <AuthLayout
      title="Check your email"
      lead={`We sent a link to ${email}. Open it to finish signing up.`}
      footer={
        <Link className={textLink} href={paths.signIn()}>
          Back to sign in
        </Link>
      }
    >
      <OutboxHint />
    </AuthLayout>
  )
}
