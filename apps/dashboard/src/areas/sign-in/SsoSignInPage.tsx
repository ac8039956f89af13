import { ssoSignIn } from '@basalt/contract/account/sso'
import { Building2 } from 'lucide-react'

import { useForm } from '../../lib/forms/use-form.ts'
import { useInstall } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { homePath } from '../../lib/session/home.ts'
import { returnTarget } from '../../lib/session/return-to.ts'
import { focusOnMount } from '../../ui/focus.ts'
import { Form, FormFailure, FormField, SubmitButton } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { AuthLayout, textLink } from './AuthLayout.tsx'

/** Asks for the address, whose domain determines the identity provider. */
export function SsoSignInPage() {
  const install = useInstall()
  const target = returnTarget(globalThis.location.search, homePath(install))
  const form = useForm({
    route: ssoSignIn.start,
    initial: { email: '' },
    send: ({ email }) => call(ssoSignIn.start, { body: { email, return_to: target } }),
    onSuccess: ({ url }) => globalThis.location.assign(url),
  })

  return (
    <AuthLayout
      title="Single sign-on"
      lead="Enter your work email to sign in through your organization."
      footer={
        <Link className={textLink} href={paths.signIn(target)}>
          Sign in another way
        </Link>
      }
    >
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
        <SubmitButton
          form={form}
          size="large"
          icon={Building2}
          // The browser is on its way to the provider.
          isPending={form.isPending || form.answer !== undefined}
        >
          Continue
        </SubmitButton>
      </Form>
    </AuthLayout>
  )
}
