import { queues } from '@basalt/contract/queues/queues'
import { useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { call } from '../../lib/network/api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, FormField } from '../../ui/Form.tsx'
import { Input, Textarea } from '../../ui/Input.tsx'
import { refresh } from './queries.ts'

type Props = { params: { ref: string; name: string }; onClose: () => void }
type Values = { message: string; headers: string; delay_seconds: string }

export function SendPanel({ params, onClose }: Props) {
  const client = useQueryClient()
  const form = useForm<Values, { id: string }>({
    route: queues.send,
    initial: { message: '{}', headers: '', delay_seconds: '0' },
    getBody,
    send: (values) => call(queues.send, { params, body: getBody(values) }),
    onSuccess: async ({ id }) => {
      notify.success(`Message ${id} was sent`)
      onClose()
      await refresh(client)
    },
  })
  return (
    <Dialog isOpen kind="panel" title={`Send a message to ${params.name}`} onClose={onClose}>
      <Form form={form} label="Message" className="flex flex-col gap-5">
        <FormField form={form} name="message" label="Content" help="JSON">
          {(control) => (
            <Textarea {...control} rows={10} className="font-mono" spellCheck={false} />
          )}
        </FormField>
        <FormField form={form} name="headers" label="Headers" hint="optional" help="JSON">
          {(control) => <Textarea {...control} rows={3} className="font-mono" spellCheck={false} />}
        </FormField>
        <FormField form={form} name="delay_seconds" label="Delay in seconds">
          {(control) => <Input {...control} inputMode="numeric" />}
        </FormField>
        <FormActions form={form} label="Send message" onClose={onClose} />
      </Form>
    </Dialog>
  )
}

const getBody = ({ message, headers, delay_seconds: delay }: Values) => ({
  message: message.trim(),
  headers: headers.trim() === '' ? null : headers.trim(),
  delay_seconds: Number(delay),
})
