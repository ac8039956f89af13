import { type SupportRequest, supportLimits } from '@basalt/contract/support'
import type { ReactNode } from 'react'

import { useForm } from '../../lib/forms/use-form.ts'
import { storage } from '../../lib/storage/storage.ts'
import { useSetting } from '../../lib/storage/use-setting.ts'
import { Form, FormFailure, FormField, SubmitButton } from '../../ui/Form.tsx'
import { Textarea } from '../../ui/Input.tsx'

type Props = {
  request: SupportRequest
  label: string
  help: string
  submitLabel: string
  actions?: ReactNode
  send: (text: string) => Promise<SupportRequest>
  onSent: (request: SupportRequest) => void
}

/** Adds a message; unsent text is stored. */
export function MessageForm({ request, label, help, submitLabel, actions, send, onSent }: Props) {
  const [stored, keep] = useSetting(storage.supportMessage(request.id))
  const form = useForm({
    initial: { text: stored ?? '' },
    check: ({ text }) => {
      const problem = getProblem(text)
      return problem === undefined ? {} : { text: problem }
    },
    send: ({ text }) => send(text),
    onSuccess: (changed) => {
      keep(undefined)
      form.reset({ text: '' })
      onSent(changed)
    },
  })
  const set = (part: { text?: string }) => {
    form.set(part)
    keep(part.text === '' ? undefined : part.text)
  }
  return (
    <Form form={form} isGuarded={false} className="flex flex-col gap-3">
      <FormField form={{ ...form, set }} name="text" label={label} help={help}>
        {(control) => <Textarea {...control} rows={5} />}
      </FormField>
      <FormFailure form={form} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton form={form}>{submitLabel}</SubmitButton>
        {actions}
      </div>
    </Form>
  )
}

function getProblem(text: string): string | undefined {
  if (text.trim() === '') return 'Enter a message'
  return text.trim().length > supportLimits.message ? 'Use at most 10,000 characters' : undefined
}
