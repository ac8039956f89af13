import { alerts, type AlertRule } from '@basalt/contract/alerts/alerts'
import { useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, FormField } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'

const lengths = [
  { value: '60', label: '1 hour' },
  { value: '240', label: '4 hours' },
  { value: '1440', label: '1 day' },
  { value: '10080', label: '7 days' },
  { value: 'other', label: 'Until a time' },
]

type Values = { length: string; time: string; reason: string }

const untilOf = ({ length, time }: Values): string | null => {
  const at = length === 'other' ? new Date(time) : new Date(Date.now() + Number(length) * 60_000)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

type Props = { rule: AlertRule; projectRef: string; onClose: () => void }

/** Keeps the notifications of a rule back for a time. */
export function SilenceDialog({ rule, projectRef: ref, onClose }: Props) {
  const client = useQueryClient()
  const form = useForm<Values, AlertRule>({
    initial: { length: '60', time: '', reason: '' },
    check: (values) => ({
      ...(untilOf(values) === null && { until: 'Enter a time' }),
      ...(values.reason.trim() === '' && { reason: 'Enter a reason' }),
    }),
    paths: { time: 'until' },
    send: (values) =>
      call(alerts.silence, {
        params: { ref, id: rule.id },
        body: { until: untilOf(values), reason: values.reason },
      }),
    onSuccess: async () => {
      notify.success(`${rule.name} is silenced`)
      onClose()
      await invalidate(client, alerts.list)
    },
  })
  return (
    <Dialog
      isOpen
      title={`Silence ${rule.name}?`}
      description="The rule is still evaluated, and its history goes on. If it still fires at the end of the silence, it notifies."
      onClose={onClose}
    >
      <Form form={form} label="Silence" className="flex flex-col gap-4">
        <Choice
          label="For"
          value={form.values.length}
          options={lengths}
          onChange={(length) => form.set({ length })}
        />
        {form.values.length === 'other' && (
          <FormField form={form} name="time" label="Until">
            {(control) => <Input {...control} type="datetime-local" />}
          </FormField>
        )}
        <FormField form={form} name="reason" label="Reason">
          {(control) => <Input {...control} maxLength={200} placeholder="Planned maintenance" />}
        </FormField>
        <FormActions form={form} label="Silence alert" onClose={onClose} />
      </Form>
    </Dialog>
  )
}
