import { signIn, type SignInStep } from '@basalt/contract/account/sign-in'
import { Building2, LogIn } from 'lucide-react'

import { useSwitchedOff } from '../../lib/access/disabled-features.ts'
import { useMatches } from '../../lib/browser/use-media.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Offered, useCapability, useInstall } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { homePath } from '../../lib/session/home.ts'
import { returnTarget } from '../../lib/session/return-to.ts'
import { storage } from '../../lib/storage/storage.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Form, FormFailure, FormField, SubmitButton } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { late } from '../../ui/late.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { AuthLayout, textLink } from './AuthLayout.tsx'
import { GithubButton } from './GithubButton.tsx'
import { LastUsed } from './LastUsed.tsx'
import { OutboxHint } from './OutboxHint.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { forgotPassword, signInSso } from './paths.ts'
import { useEnter, useGoOn } from './use-enter.ts'

const Testimonial = late(async () => (await import('./Testimonial.tsx')).Testimonial)

export function SignInPage() {
  const isNeeded = [useCapability('admin-password'), useCapability('accounts')].includes(true)
  return isNeeded ? <SignInForm /> : <NothingToSignIn />
}

/** Without accounts and without a password, every user of this machine is signed in. */
function NothingToSignIn() {
  return (
    <AuthLayout
      title="No sign-in required"
      lead="On this machine, you can open this install without signing in."
    >
      <Link
        className={buttonClass({ variant: 'primary', size: 'large' }, 'self-start')}
        href={paths.root()}
      >
        Open the dashboard
      </Link>
    </AuthLayout>
  )
}

function SignInForm() {
  const install = useInstall()
  const isAdmin = useCapability('admin-password')
  const hasAccounts = useCapability('accounts')
  const target = returnTarget(globalThis.location.search, homePath(install))
  const returnTo = new URLSearchParams(globalThis.location.search).get('returnTo') ?? undefined
  const goOn = useGoOn('password')
  const enter = useEnter()
  const switchedOff = useSwitchedOff(hasAccounts ? signIn.signIn.feature : undefined)
  const form = useForm({
    route: hasAccounts ? signIn.signIn : signIn.signInAdmin,
    initial: { email: '', password: '' },
    send: async (body): Promise<SignInStep> => {
      if (!isAdmin || hasAccounts) return call(signIn.signIn, { body })
      await call(signIn.signInAdmin, { body: { password: body.password } })
      return { mfa_required: false }
    },
    onSuccess: (step) => goOn(step, target),
    disabledReason: switchedOff,
  })

  return (
    <AuthLayout
      title="Sign in"
      lead={
        hasAccounts
          ? 'Welcome back to your databases.'
          : 'This install is protected by one password.'
      }
      aside={<TestimonialSlot />}
      footer={
        <Offered by="accounts">
          New here?{' '}
          <Link className={textLink} href={paths.signUp(returnTo)}>
            Create an account
          </Link>
        </Offered>
      }
    >
      <Offered by="github-sign-in">
        <GithubButton returnTo={target} />
        <LastUsed method="github" />
      </Offered>
      <Form form={form} isGuarded={false} className="flex flex-col gap-4">
        {hasAccounts && (
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
        )}
        <FormField
          form={form}
          name="password"
          label="Password"
          help={
            <Offered by="accounts">
              <Link className={textLink} href={forgotPassword(returnTo)}>
                Forgot your password?
              </Link>
            </Offered>
          }
        >
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </FormField>
        {switchedOff !== undefined && (
          <Notice tone="info" title="Password sign-in is turned off">
            {switchedOff}
          </Notice>
        )}
        <FormFailure form={form} />
        <SubmitButton form={form} size="large" icon={LogIn}>
          Sign in
        </SubmitButton>
        <LastUsed method="password" />
      </Form>
      <Offered by="accounts">
        <PasskeyButton
          label="Sign in with a passkey"
          onSuccess={() => {
            storage.lastSignInMethod.set('passkey')
            return enter(target)
          }}
        />
        <LastUsed method="passkey" />
        <Link className={buttonClass({ size: 'large' })} href={signInSso(returnTo)}>
          <Building2 aria-hidden />
          Sign in with single sign-on
        </Link>
        <LastUsed method="sso" />
      </Offered>
      <OutboxHint />
    </AuthLayout>
  )
}

/** Loaded only when there is space for it and it is not switched off. */
function TestimonialSlot() {
  const isWide = useMatches('(width >= 1024px)')
  const isOff = useSwitchedOff('dashboard_auth:show_testimonial') !== undefined
  if (!isWide || isOff) return null
  return <Testimonial />
}
