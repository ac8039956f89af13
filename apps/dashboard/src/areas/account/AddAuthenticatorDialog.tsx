import { accountSecurity } from '@basalt/contract/account/second-factors'
import { type FormEvent, useState } from 'react'

import { checkFields, listFieldErrors, getFormError } from '../../lib/forms/form.ts'
import { call } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Input } from '../../ui/Input.tsx'
import { late } from '../../ui/late.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
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
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const start = useSecurityChange(
    () => call(accountSecurity.startAuthenticator, { body: { name } }),
    onStarted,
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkFields(accountSecurity.startAuthenticator, { name })['name']
    setProblem(found)
    if (found === undefined) start.mutate()
  }
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
      <Field label="Name" error={problem}>
        {(control) => (
          <Input
            {...control}
            ref={focusOnMount}
            size="large"
            placeholder="My phone"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      {start.error !== null && <Notice tone="bad">{start.error.message}</Notice>}
      <div className="flex justify-end gap-2">
        <Button size="large" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" size="large" isPending={start.isPending}>
          Continue
        </Button>
      </div>
    </form>
  )
}

type CodeProps = Props & { started: Started }

function FirstCode({ started, onClose, onAdded }: CodeProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const params = { id: started.id }
  const verify = useSecurityChange(
    () => call(accountSecurity.verifyAuthenticator, { params, body: { code } }),
    ({ recovery_codes: codes }) => onAdded(codes),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkFields(accountSecurity.verifyAuthenticator, { code })['code']
    setProblem(found)
    if (found === undefined) verify.mutate()
  }
  const formError = getFormError(verify.error)
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
      <Secret started={started} />
      <Field label="Code" error={problem ?? listFieldErrors(verify.error)['code']}>
        {(control) => (
          <Input
            {...control}
            ref={focusOnMount}
            size="large"
            className="font-mono tracking-[0.12em]"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => {
              setCode(event.target.value)
              setProblem(undefined)
              verify.reset()
            }}
          />
        )}
      </Field>
      {formError !== undefined && <Notice tone="bad">{formError.message}</Notice>}
      <div className="flex justify-end gap-2">
        <Button size="large" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" size="large" isPending={verify.isPending}>
          Add app
        </Button>
      </div>
    </form>
  )
}

/** The secret as a picture for a camera, and as text for who cannot use one. */
function Secret({ started }: { started: Started }) {
  return (
    <div className="flex flex-col items-center gap-4 tablet:flex-row tablet:items-start">
      <QrCode
        meanwhile={<Skeleton className="size-48" />}
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
