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
import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { AuthLayout, textLink } from './AuthLayout.tsx'
import { OutboxHint } from './OutboxHint.tsx'

export function ForgotPasswordPage() {
  const returnTo = new URLSearchParams(globalThis.location.search).get('returnTo') ?? undefined
  const [email, setEmail] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const ask = useMutation({
    mutationFn: () => call(signIn.forgotPassword, { body: { email } }),
    onError: (error) => setErrors(listFieldErrors(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkFields(signIn.forgotPassword, { email })
    setErrors(found)
    if (Object.keys(found).length === 0) ask.mutate()
  }
  const formError = getFormError(ask.error)

  return (
    <AuthLayout
      title="Reset your password"
      lead="Enter your email address to receive a reset link."
      footer={
        <Link className={textLink} href={paths.signIn(returnTo)}>
          Back to sign in
        </Link>
      }
    >
      {ask.isSuccess ? (
        <Notice tone="good" title="Check your email">
          If {email} has an account, you will receive a link to choose a new password.
        </Notice>
      ) : (
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
                name="email"
                size="large"
                type="email"
                autoComplete="username"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          </Field>
          {formError !== undefined && <Notice tone="bad">{formError.message}</Notice>}
          <Button type="submit" variant="primary" size="large" isPending={ask.isPending}>
            Send link
          </Button>
        </form>
      )}
      <OutboxHint />
    </AuthLayout>
  )
}
