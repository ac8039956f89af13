import { secondStep } from '@basalt/contract/account/second-factors'
import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'

import { askPasskey, passkeyProblem } from '../../lib/forms/passkey.ts'
import { call } from '../../lib/network/api.ts'
import { PasskeyProblemText } from '../../product/PasskeyProblemText.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Props = {
  label: string
  /** With the challenge of a first step it is the second one; without, it is the whole sign-in. */
  challenge?: string | undefined
  onSuccess: () => Promise<void>
}

export function PasskeyButton({ label, challenge, onSuccess }: Props) {
  const attempt = useMutation({
    mutationFn: async () => {
      const bound = challenge === undefined ? {} : { challenge }
      const options = await call(secondStep.startPasskey, { body: bound })
      const credential = await askPasskey(options)
      return call(secondStep.finishPasskey, { body: { ...bound, credential } })
    },
    onSuccess,
  })
  const problem = passkeyProblem()
  return (
    <>
      <Button
        size="large"
        icon={Fingerprint}
        isPending={attempt.isPending}
        disabledReason={problem?.reason}
        onClick={() => attempt.mutate()}
      >
        {label}
      </Button>
      {problem !== undefined && (
        <p className="-mt-1 text-center text-xs text-ink-soft">
          <PasskeyProblemText problem={problem} />
        </p>
      )}
      {attempt.error !== null && <Notice tone="bad">{attempt.error.message}</Notice>}
    </>
  )
}
