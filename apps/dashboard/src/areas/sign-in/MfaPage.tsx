import { secondStep } from '@basalt/contract/account/second-factors'
import type { SignInStep } from '@basalt/contract/account/sign-in'

import { useForm } from '../../lib/forms/use-form.ts'
import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { Form, FormFailure, SubmitButton } from '../../ui/Form.tsx'
import { AuthLayout, textLink } from './AuthLayout.tsx'
import { CodeField } from './CodeField.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { signInRecoveryCode } from './paths.ts'
import { SignInNotStarted } from './SignInNotStarted.tsx'
import { useEnter } from './use-enter.ts'
import { useSecondStep } from './use-second-step.ts'

/** The second step of a sign-in: a code of an authenticator app, or a passkey. */
export function MfaPage() {
  const { challenge, target, returnTo } = useSecondStep()
  const enter = useEnter()
  if (challenge === undefined) return <SignInNotStarted returnTo={returnTo} />
  const { methods, token } = challenge
  const hasApp = methods.includes('authenticator')
  const hasPasskey = methods.includes('passkey')

  return (
    <AuthLayout
      title="Two-factor sign-in"
      lead={
        hasApp
          ? 'Enter the six-digit code from your authenticator app.'
          : 'Continue with a passkey of your account.'
      }
      footer={<OtherWays methods={methods} returnTo={returnTo} />}
    >
      {hasApp && <CodeForm challenge={token} onSuccess={() => enter(target)} />}
      {hasPasskey && (
        <PasskeyButton label="Use a passkey" challenge={token} onSuccess={() => enter(target)} />
      )}
    </AuthLayout>
  )
}

type WaysProps = {
  methods: NonNullable<SignInStep['challenge']>['methods']
  returnTo: string | undefined
}

function OtherWays({ methods, returnTo }: WaysProps) {
  return (
    <span className="flex flex-col gap-2">
      {methods.includes('recovery_code') && (
        <span>
          Lost your device?{' '}
          <Link className={textLink} href={signInRecoveryCode(returnTo)}>
            Use a recovery code
          </Link>
        </span>
      )}
      <Link className={textLink} href={paths.signIn(returnTo)}>
        Sign in with another account
      </Link>
    </span>
  )
}

type FormProps = { challenge: string; onSuccess: () => Promise<void> }

function CodeForm({ challenge, onSuccess }: FormProps) {
  const form = useForm({
    route: secondStep.verifyCode,
    initial: { code: '' },
    getBody: ({ code }) => ({ challenge, code }),
    send: ({ code }) => call(secondStep.verifyCode, { body: { challenge, code } }),
    onSuccess,
  })
  return (
    <Form form={form} isGuarded={false} className="flex flex-col gap-4">
      <CodeField form={form} label="Code" />
      <FormFailure form={form} />
      <SubmitButton form={form} size="large">
        Verify
      </SubmitButton>
    </Form>
  )
}
