import { account, type AccountDetails } from '@basalt/contract/account/account'
import type { Profile } from '@basalt/contract/account/own-profile'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useSwitchedOff } from '../../../lib/access/disabled-features.ts'
import { notify } from '../../../lib/browser/toast.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { call, invalidate } from '../../../lib/network/api.ts'
import { SwitchedOffNotice } from '../../../product/SwitchedOff.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card, CardBody } from '../../../ui/Card.tsx'
import { Form, FormFailure, FormField, SubmitButton } from '../../../ui/Form.tsx'
import { Input } from '../../../ui/Input.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { isNotConfirmed, useConfirmed } from '../identity-check/ConfirmIdentity.tsx'

type Props = { profile: Profile; details: AccountDetails }

/** The address of the account, and the change that waits for its confirmation. */
export function EmailCard({ profile, details }: Props) {
  const switchedOff = useSwitchedOff(account.changeEmail.feature)
  if (switchedOff !== undefined) {
    return <SwitchedOffNotice what="Changing the email address" reason={switchedOff} />
  }
  return (
    <Card title="Email" description={`You sign in as ${profile.primary_email}.`}>
      <CardBody>
        {details.pending_email !== null && <Pending email={details.pending_email} />}
        <ChangeForm />
      </CardBody>
    </Card>
  )
}

function Pending({ email }: { email: string }) {
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => call(account.cancelEmailChange, {}),
    onSuccess: () => invalidate(client, account.details),
    onError: (error) => notify.error(error.message),
  })
  return (
    <Notice
      tone="info"
      title={`Waiting for confirmation of ${email}`}
      action={
        <Button isPending={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel change
        </Button>
      }
    >
      Open the link sent to that address within 24 hours. Your address stays the same until then.
    </Notice>
  )
}

function ChangeForm() {
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const form = useForm({
    route: account.changeEmail,
    initial: { email: '' },
    send: (body) => confirmed(() => call(account.changeEmail, { body })),
    onSuccess: async () => {
      form.reset()
      await invalidate(client, account.details)
      notify.success('Confirmation link sent to the new address')
    },
    isIgnored: isNotConfirmed,
  })
  return (
    <Form form={form} className="flex flex-col gap-4">
      <FormField
        form={form}
        name="email"
        label="New address"
        help="We send a confirmation link to this address."
      >
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <Input
              {...control}
              size="large"
              type="email"
              autoComplete="email"
              className="min-w-0 flex-1 basis-56"
            />
            <SubmitButton form={form} variant="secondary" size="large">
              Change address
            </SubmitButton>
          </div>
        )}
      </FormField>
      <FormFailure form={form} />
    </Form>
  )
}
