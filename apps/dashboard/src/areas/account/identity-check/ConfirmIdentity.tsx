import { type AccountSecurity, accountSecurity } from '@basalt/contract/account/second-factors'
import { ApiError } from '@basalt/contract/errors'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'

import { askPasskey, passkeyProblem } from '../../../lib/forms/passkey.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { Link } from '../../../lib/Link.tsx'
import { call, query } from '../../../lib/network/api.ts'
import { paths } from '../../../lib/paths.ts'
import { Panel } from '../../../product/Panel.tsx'
import { PasskeyProblemText } from '../../../product/PasskeyProblemText.tsx'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Form, FormFailure, FormField, SubmitButton } from '../../../ui/Form.tsx'
import { Input } from '../../../ui/Input.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PasswordInput } from '../../../ui/PasswordInput.tsx'

/** The user closed the dialog; nothing was changed and no message is needed. */
export class NotConfirmed extends Error {
  override readonly name = 'NotConfirmed'
}

export const isNotConfirmed = (error: Error): boolean => error instanceof NotConfirmed

type Guard = <Answer>(work: () => Promise<Answer>) => Promise<Answer>
type Question = { answer: () => void; refuse: () => void }

const GuardContext = createContext<Guard>((work) => work())

/**
 * Runs a call; when the server requires a confirmation of identity, asks for it and runs the call
 * again.
 */
export const useConfirmed = (): Guard => use(GuardContext)

/** Provides the dialog that confirms the identity before a change of sign-in methods. */
export function ConfirmIdentity({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>()
  const guard = useMemo<Guard>(
    () => async (work) => {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== 'confirmation_required') throw error
      }
      await new Promise<void>((resolve, reject) => {
        setQuestion({ answer: resolve, refuse: () => reject(new NotConfirmed('Not confirmed')) })
      })
      return work()
    },
    [],
  )
  const close = (end: 'answer' | 'refuse') => {
    question?.[end]()
    setQuestion(undefined)
  }
  return (
    <GuardContext value={guard}>
      {children}
      {question !== undefined && (
        <Dialog
          isOpen
          width="small"
          title="Confirm your identity"
          description="You are about to change how you sign in."
          onClose={() => close('refuse')}
        >
          <Panel failure="The confirmation methods could not be loaded">
            <Ways onConfirmed={() => close('answer')} />
          </Panel>
        </Dialog>
      )}
    </GuardContext>
  )
}

type WaysProps = { onConfirmed: () => void }

function Ways({ onConfirmed }: WaysProps) {
  const { data } = useSuspenseQuery(query(accountSecurity.get, {}))
  const field = getField(data)
  if (field === undefined && data.passkeys.length === 0) return <SignInAgain />
  return (
    <div className="flex flex-col gap-4">
      {field !== undefined && <Secret field={field} onConfirmed={onConfirmed} />}
      {data.passkeys.length > 0 && (
        <WithPasskey origin={data.passkey_origin} onConfirmed={onConfirmed} />
      )}
    </div>
  )
}

const getField = ({ has_password, authenticators }: AccountSecurity) => {
  if (has_password) return 'password'
  return authenticators.length > 0 ? 'code' : undefined
}

function Secret({ field, onConfirmed }: WaysProps & { field: 'password' | 'code' }) {
  const form = useForm({
    initial: { [field]: '' },
    check: (values) =>
      values[field] === ''
        ? { [field]: field === 'code' ? 'Enter a code' : 'Enter your password' }
        : {},
    send: (body) => call(accountSecurity.confirm, { body }),
    onSuccess: onConfirmed,
  })
  return (
    <Form form={form} isGuarded={false} className="flex flex-col gap-4">
      {field === 'password' ? (
        <FormField form={form} name="password" label="Your password">
          {(control) => (
            <PasswordInput {...control} ref={focusNextFrame} autoComplete="current-password" />
          )}
        </FormField>
      ) : (
        <FormField form={form} name="code" label="Authenticator app code">
          {(control) => (
            <Input
              {...control}
              ref={focusNextFrame}
              size="large"
              inputMode="numeric"
              autoComplete="one-time-code"
            />
          )}
        </FormField>
      )}
      <FormFailure form={form} />
      <SubmitButton form={form} size="large">
        Confirm
      </SubmitButton>
    </Form>
  )
}

function WithPasskey({ origin, onConfirmed }: WaysProps & { origin: string }) {
  const confirm = useMutation({
    mutationFn: async () => {
      const credential = await askPasskey(await call(accountSecurity.startConfirmation, {}))
      return call(accountSecurity.confirm, { body: { credential } })
    },
    onSuccess: onConfirmed,
  })
  const problem = passkeyProblem(origin)
  return (
    <>
      <Button
        size="large"
        icon={Fingerprint}
        isPending={confirm.isPending}
        disabledReason={problem?.reason}
        onClick={() => confirm.mutate()}
      >
        Confirm with a passkey
      </Button>
      {problem !== undefined && (
        <p className="text-xs text-ink-soft">
          <PasskeyProblemText problem={problem} />
        </p>
      )}
      {confirm.error !== null && <Notice tone="bad">{confirm.error.message}</Notice>}
    </>
  )
}

/** The dialog may open over another one, which traps the focus until this one has taken over. */
function focusNextFrame(element: HTMLElement | null) {
  if (element !== null) requestAnimationFrame(() => element.focus())
}

function SignInAgain() {
  return (
    <Notice
      tone="info"
      title="Sign in again to continue"
      action={
        <Link className={buttonClass()} href={paths.signIn(paths.accountSecurity())}>
          Sign in
        </Link>
      }
    >
      Your account has no password or second factor to confirm with.
    </Notice>
  )
}
