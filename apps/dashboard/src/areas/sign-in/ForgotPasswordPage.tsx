import { signIn } from '@basalt/contract/account/sign-in'

import { useForm } from '../../lib/forms/use-form.ts'
import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { focusOnMount } from '../../ui/focus.ts'
import { Form, FormFailure, FormField, SubmitButton } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { AuthLayout, textLink } from './AuthLayout.tsx'
import { OutboxHint } from './OutboxHint.tsx'

export function ForgotPasswordPage() {
  const returnTo = new URLSearchParams(globalThis.location.search).get('returnTo') ?? undefined
  const form = useForm({
    route: signIn.forgotPassword,
    initial: { email: '' },
    send: (body) => call(signIn.forgotPassword, { body }),
  })

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
      {form.answer !== undefined ? (
        <Notice tone="good" title="Check your email">
          If {form.values.email} has an account, you will receive a link to choose a new password.
        </Notice>
      ) : (
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
          <FormFailure form={form} />
          <SubmitButton form={form} size="large">
            Send link
          </SubmitButton>
        </Form>
      )}
      <OutboxHint />
    </AuthLayout>
  )
}
