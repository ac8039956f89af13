import {
  type AccountSecurity,
  accountSecurity,
  type Passkey,
} from '@basalt/contract/account/second-factors'
import { Fingerprint, Plus } from 'lucide-react'
import { useState } from 'react'

import { createPasskey, passkeyProblem } from '../../../lib/forms/passkey.ts'
import { call } from '../../../lib/network/api.ts'
import { PasskeyProblemText } from '../../../product/PasskeyProblemText.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card, CardBody } from '../../../ui/Card.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { FactorRow } from './FactorRow.tsx'
import { lastFactorWarning } from './last-factor.ts'
import { PasskeyNameDialog } from './PasskeyNameDialog.tsx'
import { useSecurityChange } from './use-security.ts'

type Props = { security: AccountSecurity; onRecoveryCodes: (codes: string[]) => void }
type Open = { kind: 'rename' | 'remove'; passkey: Passkey } | { kind: 'add' }

export function PasskeysCard({ security, onRecoveryCodes }: Props) {
  const { passkeys, passkey_origin: origin } = security
  const [open, setOpen] = useState<Open>()
  const problem = passkeyProblem(origin)
  const close = () => setOpen(undefined)
  return (
    <Card
      title="Passkeys"
      description={
        <span className="block max-w-[440px]">
          Sign in with a fingerprint, face, PIN or security key instead of a password. A passkey
          also counts as a second factor.
        </span>
      }
      actions={
        <Button
          icon={Plus}
          disabledReason={problem?.reason}
          onClick={() => setOpen({ kind: 'add' })}
        >
          Add passkey
        </Button>
      }
    >
      {problem !== undefined && (
        <CardBody>
          <Notice tone="info" title="Passkeys are not available here">
            <PasskeyProblemText problem={problem} />
          </Notice>
        </CardBody>
      )}
      {passkeys.length > 0 && <PasskeyList passkeys={passkeys} onOpen={setOpen} />}
      {open?.kind === 'add' && <AddPasskey onClose={close} onRecoveryCodes={onRecoveryCodes} />}
      {open?.kind === 'rename' && <RenamePasskey passkey={open.passkey} onClose={close} />}
      {open?.kind === 'remove' && (
        <RemovePasskey
          passkey={open.passkey}
          isLast={passkeys.length + security.authenticators.length === 1}
          onClose={close}
        />
      )}
    </Card>
  )
}

type ListProps = { passkeys: readonly Passkey[]; onOpen: (open: Open) => void }

function PasskeyList({ passkeys, onOpen }: ListProps) {
  return (
    <ul aria-label="Passkeys">
      {passkeys.map((passkey) => (
        <FactorRow
          key={passkey.id}
          icon={Fingerprint}
          name={passkey.name}
          badge={passkey.is_backed_up && <Badge>Synced</Badge>}
          createdAt={passkey.created_at}
          lastUsedAt={passkey.last_used_at}
          actions={
            <>
              <Button
                variant="ghost"
                aria-label={`Rename ${passkey.name}`}
                onClick={() => onOpen({ kind: 'rename', passkey })}
              >
                Rename
              </Button>
              <Button
                aria-label={`Remove ${passkey.name}`}
                onClick={() => onOpen({ kind: 'remove', passkey })}
              >
                Remove
              </Button>
            </>
          }
        />
      ))}
    </ul>
  )
}

type AddProps = { onClose: () => void; onRecoveryCodes: (codes: string[]) => void }

function AddPasskey({ onClose, onRecoveryCodes }: AddProps) {
  const add = useSecurityChange(
    async (name: string) => {
      const credential = await createPasskey(await call(accountSecurity.startPasskey, {}))
      return call(accountSecurity.addPasskey, { body: { name, credential } })
    },
    ({ recovery_codes: codes }) => {
      onClose()
      if (codes !== null) onRecoveryCodes(codes)
    },
  )
  return (
    <PasskeyNameDialog
      title="Add a passkey"
      description="Enter a name for the device or key. Your browser then guides you through creating the passkey."
      submitLabel="Continue"
      change={add.mutateAsync}
      onClose={onClose}
    />
  )
}

type OneProps = { passkey: Passkey; onClose: () => void }

function RenamePasskey({ passkey, onClose }: OneProps) {
  const rename = useSecurityChange(
    (name: string) =>
      call(accountSecurity.renamePasskey, { params: { id: passkey.id }, body: { name } }),
    onClose,
  )
  return (
    <PasskeyNameDialog
      title="Rename passkey"
      initial={passkey.name}
      submitLabel="Rename"
      change={rename.mutateAsync}
      onClose={onClose}
    />
  )
}

function RemovePasskey({ passkey, isLast, onClose }: OneProps & { isLast: boolean }) {
  const remove = useSecurityChange(
    () => call(accountSecurity.removePasskey, { params: { id: passkey.id } }),
    onClose,
  )
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={`Remove ${passkey.name}?`}
      confirmLabel="Remove passkey"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      <p>
        It can no longer be used to sign in. Delete it on the device too, so that your browser stops
        offering it.
      </p>
      {isLast && <p>{lastFactorWarning}</p>}
    </Confirm>
  )
}
