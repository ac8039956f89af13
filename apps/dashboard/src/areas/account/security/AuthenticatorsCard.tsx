import {
  type AccountSecurity,
  accountSecurity,
  type Authenticator,
} from '@basalt/contract/account/second-factors'
import { Plus, Smartphone } from 'lucide-react'
import { useState } from 'react'

import { call } from '../../../lib/network/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { AddAuthenticatorDialog } from './AddAuthenticatorDialog.tsx'
import { FactorRow } from './FactorRow.tsx'
import { lastFactorWarning } from './last-factor.ts'
import { useSecurityChange } from './use-security.ts'

type Props = { security: AccountSecurity; onRecoveryCodes: (codes: string[]) => void }

export function AuthenticatorsCard({ security, onRecoveryCodes }: Props) {
  const { authenticators, passkeys } = security
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<Authenticator>()
  const isOn = authenticators.length + passkeys.length > 0
  return (
    <Card
      title="Authenticator apps"
      description={
        <span className="block max-w-[440px]">
          {isOn
            ? 'Every sign-in requires a second factor.'
            : 'An app that shows a new code every 30 seconds. Signing in then requires a code as well as your password.'}
        </span>
      }
      actions={
        <span className="flex items-center gap-3">
          <Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? 'MFA on' : 'MFA off'}</Badge>
          <Button icon={Plus} onClick={() => setIsAdding(true)}>
            Add app
          </Button>
        </span>
      }
    >
      {authenticators.length > 0 && <AppList apps={authenticators} onRemove={setLeaving} />}
      {isAdding && (
        <AddAuthenticatorDialog
          onClose={() => setIsAdding(false)}
          onAdded={(codes) => {
            setIsAdding(false)
            if (codes !== null) onRecoveryCodes(codes)
          }}
        />
      )}
      {leaving !== undefined && (
        <RemoveAuthenticator
          app={leaving}
          isLast={authenticators.length + passkeys.length === 1}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </Card>
  )
}

type ListProps = { apps: readonly Authenticator[]; onRemove: (app: Authenticator) => void }

function AppList({ apps, onRemove }: ListProps) {
  return (
    <ul aria-label="Authenticator apps">
      {apps.map((app) => (
        <FactorRow
          key={app.id}
          icon={Smartphone}
          name={app.name}
          createdAt={app.created_at}
          lastUsedAt={app.last_used_at}
          actions={
            <Button aria-label={`Remove ${app.name}`} onClick={() => onRemove(app)}>
              Remove
            </Button>
          }
        />
      ))}
    </ul>
  )
}

type RemoveProps = { app: Authenticator; isLast: boolean; onClose: () => void }

function RemoveAuthenticator({ app, isLast, onClose }: RemoveProps) {
  const remove = useSecurityChange(
    () => call(accountSecurity.removeAuthenticator, { params: { id: app.id } }),
    onClose,
  )
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={`Remove ${app.name}?`}
      confirmLabel="Remove app"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      <p>Its codes can no longer be used to sign in.</p>
      {isLast && <p>{lastFactorWarning}</p>}
    </Confirm>
  )
}
