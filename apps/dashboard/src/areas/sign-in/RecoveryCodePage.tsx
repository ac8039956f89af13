import { secondStep } from '@basalt/contract/account/second-factors'

import { notify } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { Form, FormFailure, SubmitButton } from '../../ui/Form.tsx'
import { AuthLayout, textLink } from './AuthLayout.tsx'
import { CodeField } from './CodeField.tsx'
import { signInMfa } from './paths.ts'
import { SignInNotStarted } from './SignInNotStarted.tsx'
import { useEnter } from './use-enter.ts'
import { useSecondStep } from './use-second-step.ts'

/** The second step for who has lost the device with the codes or the passkey. */
export function RecoveryCodePage() {
  const { challenge, target, returnTo } = useSecondStep()
  const enter = useEnter()
  const getBody = ({ code }: { code: string }) => ({ challenge: challenge?.token ?? '', code })
  const form = useForm({
    route: secondStep.verifyRecoveryCode,
    initial: { code: '' },
    getBody,
    send: (values) => call(secondStep.verifyRecoveryCode, { body: getBody(values) }),
    onSuccess: async ({ recovery_codes_left: remaining }) => {
      notify.info(remainingText(remaining))
      await enter(target)
    },
  })

  if (challenge === undefined) return <SignInNotStarted returnTo={returnTo} />
  return (
    <AuthLayout
      title="Use a recovery code"
      lead="You got ten codes when you turned on two-factor sign-in. Each code works once."
      footer={
        <Link className={textLink} href={signInMfa(returnTo)}>
          Back to other methods
        </Link>
      }
    >
      <Form form={form} isGuarded={false} className="flex flex-col gap-4">
        <CodeField form={form} label="Recovery code" hasLetters />
        <FormFailure form={form} />
        <SubmitButton form={form} size="large">
          Verify
        </SubmitButton>
      </Form>
    </AuthLayout>
  )
}

function remainingText(remaining: number): string {
  if (remaining === 0)
    return 'That was your last recovery code. Generate new ones in Account, Security.'
  return `${remaining} recovery ${remaining === 1 ? 'code' : 'codes'} remaining`
}
