import {
  singleSignOn,
  type SsoProvider,
  type SsoState,
} from '@basalt/contract/organization/single-sign-on'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { plural } from '../../lib/format/format.ts'
import { call } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Confirm } from '../../ui/Confirm.tsx'

type Props = {
  slug: string
  provider: SsoProvider
  disabledReason: string | undefined
  onSaved: (state: SsoState) => void
}

/** Removes single sign-on, after naming the affected users. */
export function RemoveCard({ slug, provider, disabledReason, onSaved }: Props) {
  const [isConfirming, setIsConfirming] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(singleSignOn.remove, { params: { slug } }),
    onSuccess: (state) => {
      setIsConfirming(false)
      onSaved(state)
      notify.success('Single sign-on removed')
    },
  })
  const linked = plural(provider.linked_accounts, 'account')
  return (
    <Card
      isDanger
      title="Remove single sign-on"
      description="Members keep their accounts and roles."
      actions={
        <Button
          variant="danger"
          disabledReason={disabledReason}
          onClick={() => {
            remove.reset()
            setIsConfirming(true)
          }}
        >
          Remove
        </Button>
      }
    >
      <Confirm
        isOpen={isConfirming}
        title="Remove single sign-on?"
        confirmLabel="Remove single sign-on"
        typed={slug}
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => setIsConfirming(false)}
        onConfirm={() => remove.mutate()}
      >
        <p>
          Users can no longer sign in through {provider.issuer}
          {provider.linked_accounts > 0 && <>, and {linked} lose their link to it</>}.
        </p>
        <p>
          Users without a password must set one with “Forgot your password?”. The client secret and
          the domain verifications are deleted.
        </p>
      </Confirm>
    </Card>
  )
}
