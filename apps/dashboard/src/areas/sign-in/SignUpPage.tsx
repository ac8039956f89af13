import { signIn } from '@basalt/contract/account/sign-in'
import { useState } from 'react'

import { useStrength } from '../../lib/forms/password-strength.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Offered, useInstall } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { homePath } from '../../lib/session/home.ts'
import { returnTarget } from '../../lib/session/return-to.ts'
import { focusOnMount } from '../../ui/focus.ts'
import { Form, FormFailure, FormField, SubmitButton } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { NewPasswordField, passwordProblem } from '../../ui/NewPasswordField.tsx'
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
  const [typed, setTyped] = useState('')
  const { strength, isChecking } = useStrength(typed)
  const form = useForm({
    route: signIn.signUp,
    initial: { email: '', password: '' },
    check: ({ password }) => {
      const weak = passwordProblem(password, isChecking ? undefined : strength)
      return weak === undefined ? {} : { password: weak }
    },
    send: (body) => call(signIn.signUp, { body }),
    onSuccess: ({ verification_required }) => (verification_required ? undefined : enter(target)),
  })

  if (form.answer?.verification_required === true) return <CheckMail email={form.values.email} />
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
      <Form form={form} isGuarded={false} className="flex flex-col gap-4">
        <FormField form={form} name="email" label="Email">
          {(control) => (
            <Input
              {...control}
              ref={focusOnMount}
              size="large"
              type="email"
              autoComplete="username"
            />
          )}
        </FormField>
        <NewPasswordField
          label="Password"
          password={form.values.password}
          strength={strength}
          error={strength?.isEnough === false ? undefined : form.errors['password']}
          onChange={(password) => {
            setTyped(password)
            form.set({ password })
          }}
        />
        <FormFailure form={form} />
        <SubmitButton form={form} size="large">
          Sign up
        </SubmitButton>
      </Form>
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
