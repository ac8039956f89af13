import { accountSecurity } from '@basalt/contract/account/second-factors'
import type { ReactNode } from 'react'

import { useForm } from '../../../lib/forms/use-form.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { focusOnMount } from '../../../ui/focus.ts'
import { Form, FormActions, FormField } from '../../../ui/Form.tsx'
import { Input } from '../../../ui/Input.tsx'
import { isNotConfirmed } from '../identity-check/ConfirmIdentity.tsx'

type Props = {
  title: string
  description?: ReactNode
  initial?: string
  submitLabel: string
  change: (name: string) => Promise<unknown>
  onClose: () => void
}

export function PasskeyNameDialog(props: Props) {
  const { title, description, initial = '', submitLabel, change, onClose } = props
  const form = useForm({
    route: accountSecurity.renamePasskey,
    initial: { name: initial },
    send: ({ name }) => change(name),
    isIgnored: isNotConfirmed,
  })
  return (
    <Dialog isOpen onClose={onClose} title={title} description={description}>
      <Form form={form} className="flex flex-col gap-4">
        <FormField form={form} name="name" label="Name">
          {(control) => (
            <Input {...control} ref={focusOnMount} size="large" placeholder="My laptop" />
          )}
        </FormField>
        <FormActions form={form} label={submitLabel} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
