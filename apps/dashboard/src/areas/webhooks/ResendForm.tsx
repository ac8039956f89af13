import { type DeliveryDetails, hookDeliveries } from '@basalt/contract/webhooks/deliveries'
import { useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { call } from '../../lib/network/api.ts'
import { Form, FormFailure, FormField, SubmitButton } from '../../ui/Form.tsx'
import { Textarea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { refresh } from './queries.ts'

type Props = {
  projectRef: string
  details: DeliveryDetails
  deniedWrite: string | undefined
  onClose: () => void
}

type Values = { record: string; old_record: string }

/** The rows of an event, which may be edited before it is sent again. */
export function ResendForm(props: Props) {
  const { details } = props
  const form = useResendForm(props)
  return (
    <Form form={form} label="Send again" className="flex flex-col gap-4">
      {details.is_cut ? (
        <Notice tone="info">The rows are too long to be edited. They are sent as they were.</Notice>
      ) : (
        <>
          <RowField form={form} name="record" label="Row" text={details.record} />
          <RowField form={form} name="old_record" label="Row before" text={details.old_record} />
        </>
      )}
      <p className="text-ink-soft">
        {form.isChanged
          ? 'It is sent as a new event with a new webhook-id, to the receiver that the webhook has now.'
          : 'It is sent with the same webhook-id, so that a receiver can ignore what it has processed. It goes to the receiver that the webhook has now.'}
      </p>
      <FormFailure form={form} />
      <div className="flex justify-end">
        <SubmitButton form={form}>
          {form.isChanged ? 'Send edited event' : 'Send again'}
        </SubmitButton>
      </div>
    </Form>
  )
}

type RowProps = {
  form: ReturnType<typeof useResendForm>
  name: keyof Values
  label: string
  text: string | null
}

function RowField({ form, name, label, text }: RowProps) {
  if (text === null) return null
  return (
    <FormField form={form} name={name} label={label}>
      {(control) => <Textarea {...control} rows={5} className="font-mono" spellCheck={false} />}
    </FormField>
  )
}

function useResendForm({ projectRef: ref, details, deniedWrite, onClose }: Props) {
  const client = useQueryClient()
  const initial = { record: details.record ?? '', old_record: details.old_record ?? '' }
  // Only edited rows: the server has the others.
  const getBody = (values: Values) => ({
    ...(values.record !== initial.record && { record: values.record }),
    ...(values.old_record !== initial.old_record && { old_record: values.old_record }),
  })
  return useForm<Values, { event_id: string }>({
    route: hookDeliveries.resend,
    initial,
    getBody,
    disabledReason:
      details.delivery.hook_id === null ? 'The webhook of this event was removed' : deniedWrite,
    send: (values) =>
      call(hookDeliveries.resend, {
        params: { ref, id: details.delivery.id },
        body: getBody(values),
      }),
    onSuccess: async ({ event_id: id }) => {
      notify.success(`Sent again as event ${id}`)
      onClose()
      await refresh(client)
    },
  })
}
