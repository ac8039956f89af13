import { secondStep } from '@basalt/contract/account/second-factors'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { checkFields, listFieldErrors, getFormError } from '../../lib/forms/form.ts'
import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { AuthLayout, textLink } from './AuthLayout.tsx'
import { CodeField } from './CodeField.tsx'
import { NothingBegun } from './NothingBegun.tsx'
import { signInMfa } from './paths.ts'
import { useEnter } from './use-enter.ts'
import { useSecondStep } from './use-second-step.ts'

/** The second step for who has lost the device with the codes or the passkey. */
export function RecoveryCodePage() {
  const { challenge, target, returnTo } = useSecondStep()
  const enter = useEnter()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const body = { challenge: challenge?.token ?? '', code }
  const verify = useMutation({
    mutationFn: () => call(secondStep.verifyRecoveryCode, { body }),
    onSuccess: async ({ recovery_codes_left: left }) => {
      notify.info(remainingText(left))
      await enter(target)
    },
    onError: (error) => setProblem(listFieldErrors(error)['code']),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkFields(secondStep.verifyRecoveryCode, body)['code']
    setProblem(found)
    if (found === undefined) verify.mutate()
  }
  const formError = getFormError(verify.error)

  if (challenge === undefined) return <NothingBegun returnTo={returnTo} />
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
      <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
        <CodeField
          label="Recovery code"
          value={code}
          error={problem}
          hasLetters
          onChange={(next) => {
            setCode(next)
            setProblem(undefined)
          }}
        />
        {formError !== undefined && <Notice tone="bad">{formError.message}</Notice>}
        <Button type="submit" variant="primary" size="large" isPending={verify.isPending}>
          Verify
        </Button>
      </form>
    </AuthLayout>
  )
}

function remainingText(left: number): string {
  if (left === 0) return 'That was your last recovery code. Generate new ones in Account, Security.'
  return `${left} recovery ${left === 1 ? 'code' : 'codes'} remaining`
}
