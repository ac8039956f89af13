import { type AccountSecurity, accountSecurity } from '@basalt/contract'
import { useState } from 'react'

import { call } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { useSecurityChange } from './use-security.ts'

type Props = { security: AccountSecurity; onRecoveryCodes: (codes: string[]) => void }

const few = 3

export function RecoveryCodesCard({ security, onRecoveryCodes }: Props) {
  const [isAsking, setIsPending] = useState(false)
  const isOn = security.authenticators.length + security.passkeys.length > 0
  const renew = useSecurityChange(
    () => call(accountSecurity.renewRecoveryCodes, {}),
    ({ recovery_codes: codes }) => {
      setIsPending(false)
      onRecoveryCodes(codes)
    },
  )
  return (
    <Card
      title="Recovery codes"
      description={describe(isOn, security.recovery_codes_left)}
      actions={
        <Button
          disabledReason={isOn ? undefined : 'Add an authenticator app or a passkey first'}
          onClick={() => setIsPending(true)}
        >
          New codes
        </Button>
      }
    >
      <Confirm
        isOpen={isAsking}
        onClose={() => setIsPending(false)}
        title="Make new recovery codes?"
        confirmLabel="Make new codes"
        isDanger={false}
        isPending={renew.isPending}
        error={renew.error}
        onConfirm={() => renew.mutate()}
      >
        <p>The codes that you have no longer work. You are shown ten new ones.</p>
      </Confirm>
    </Card>
  )
}

function describe(isOn: boolean, left: number): string {
  if (!isOn) return 'They let you in when a device is lost, and come with your first second factor.'
  if (left === 0) return 'None is left. Make new ones, or a lost device locks you out.'
  const text = `${left} of 10 ${left === 1 ? 'is' : 'are'} left. Each lets you in once when a device is lost.`
  return left <= few ? `${text} Make new ones soon.` : text
}
