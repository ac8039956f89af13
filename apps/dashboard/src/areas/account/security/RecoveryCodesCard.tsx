import { type AccountSecurity, accountSecurity } from '@basalt/contract/account/second-factors'
import { useState } from 'react'

import { call } from '../../../lib/network/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { useSecurityChange } from './use-security.ts'

type Props = { security: AccountSecurity; onRecoveryCodes: (codes: string[]) => void }

const few = 3

export function RecoveryCodesCard({ security, onRecoveryCodes }: Props) {
  const [isConfirming, setIsConfirming] = useState(false)
  const isOn = security.authenticators.length + security.passkeys.length > 0
  const renew = useSecurityChange(
    () => call(accountSecurity.renewRecoveryCodes, {}),
    ({ recovery_codes: codes }) => {
      setIsConfirming(false)
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
          onClick={() => setIsConfirming(true)}
        >
          Generate codes
        </Button>
      }
    >
      <Confirm
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        title="Generate new recovery codes?"
        confirmLabel="Generate codes"
        isDanger={false}
        isPending={renew.isPending}
        error={renew.error}
        onConfirm={() => renew.mutate()}
      >
        <p>Your current codes stop working. You get ten new ones.</p>
      </Confirm>
    </Card>
  )
}

function describe(isOn: boolean, remaining: number): string {
  if (!isOn)
    return 'Recovery codes let you sign in if you lose a device. You get them with your first second factor.'
  if (remaining === 0)
    return 'No codes remaining. Generate new ones to avoid being locked out if you lose a device.'
  const text = `${remaining} of 10 ${remaining === 1 ? 'remains' : 'remain'}. Each code signs you in once if you lose a device.`
  return remaining <= few ? `${text} Generate new ones soon.` : text
}
