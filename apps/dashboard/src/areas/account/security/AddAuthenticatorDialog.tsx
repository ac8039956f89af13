import { accountSecurity } from '@basalt/contract/account/second-factors'
import { useState } from 'react'

import { useForm } from '../../../lib/forms/use-form.ts'
import { call } from '../../../lib/network/api.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { focusOnMount } from '../../../ui/focus.ts'
import { Form, FormActions, FormField } from '../../../ui/Form.tsx'
import { Input } from '../../../ui/Input.tsx'
import { late } from '../../../ui/late.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { isNotConfirmed } from '../identity-check/ConfirmIdentity.tsx'
import { useSecurityChange } from './use-security.ts'

const QrCode = late(async () => (await import('./QrCode.tsx')).QrCode)

type Started = { id: string; secret: string; uri: string }

type Props = {
  onClose: () => void
  /** With the recovery codes when this was the first second factor of the account. */
  onAdded: (recoveryCodes: string[] | null) => void
}

export function AddAuthenticatorDialog({ onClose, onAdded }: Props) {
  const [started, setStarted] = useState<Started>()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add an authenticator app"
      description={
        started === undefined
          ? 'Enter a name to recognize the device by later.'
          : 'Scan the QR code with the app, then enter the code it shows.'
      }
    >
      {started === undefined ? (
        <NameForm onClose={onClose} onStarted={setStarted} />
      ) : (
        <FirstCode started={started} onClose={onClose} onAdded={onAdded} />
      )}
    </Dialog>
  )
}

type NameProps = { onClose: () => void; onStarted: (started: Started) => void }

function NameForm({ onClose, onStarted }: NameProps) {
  const start = useSecurityChange(
    (body: { name: string }) => call(accountSecurity.startAuthenticator, { body }),
    onStarted,
  )
  const form = useForm({
    route: accountSecurity.startAuthenticator,
    initial: { name: '' },
    send: start.mutateAsync,
    isIgnored: isNotConfirmed,
  })
  return (
    <Form form={form} isGuarded={false} className="flex flex-col gap-4">
      <FormField form={form} name="name" label="Name">
        {(control) => <Input {...control} ref={focusOnMount} size="large" placeholder="My phone" />}
      </FormField>
      <FormActions form={form} label="Continue" onClose={onClose} />
    </Form>
  )
}

type CodeProps = Props & { started: Started }

function FirstCode({ started, onClose, onAdded }: CodeProps) {
  const params = { id: started.id }
  const verify = useSecurityChange(
    (body: { code: string }) => call(accountSecurity.verifyAuthenticator, { params, body }),
    ({ recovery_codes: codes }) => onAdded(codes),
  )
  const form = useForm({
    route: accountSecurity.verifyAuthenticator,
    initial: { code: '' },
    send: verify.mutateAsync,
    isIgnored: isNotConfirmed,
  })
  return (
    <Form form={form} isGuarded={false} className="flex flex-col gap-4">
      <Secret started={started} />
      <FormField form={form} name="code" label="Code">
        {(control) => (
          <Input
            {...control}
            ref={focusOnMount}
            size="large"
            className="font-mono tracking-[0.12em]"
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        )}
      </FormField>
      <FormActions form={form} label="Add app" onClose={onClose} />
    </Form>
  )
}

/** The secret as a picture for a camera, and as text for who cannot use one. */
function Secret({ started }: { started: Started }) {
  return (
    <div className="flex flex-col items-center gap-4 tablet:flex-row tablet:items-start">
      <QrCode
        fallback={<Skeleton className="size-48" />}
        text={started.uri}
        label="QR code for the authenticator app"
      />
      <div className="flex w-full min-w-0 flex-col gap-2">
        <p className="text-ink-soft">If you cannot scan the code, enter this key in the app:</p>
        <div className="flex items-center gap-2 rounded-control bg-sunken py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 font-mono text-xs break-words">
            {started.secret.replaceAll(/(.{4})(?=.)/gu, '$1 ')}
          </code>
          <CopyButton text={started.secret} label="Copy key" isIcon />
        </div>
      </div>
    </div>
  )
}
