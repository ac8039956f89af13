import { type SupportRequest, supportLimits } from '@basalt/contract/support'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'

import { type FieldErrors, listFieldErrors, getFormError } from '../../lib/forms/form.ts'
import { storage } from '../../lib/storage/storage.ts'
import { useSetting } from '../../lib/storage/use-setting.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Textarea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'

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
  const [errors, setErrors] = useState<FieldErrors>({})
  const text = stored ?? ''
  const submit = useMutation({
    mutationFn: send,
    onSuccess: (changed) => {
      keep(undefined)
      onSent(changed)
    },
    onError: (error) => setErrors(listFieldErrors(error)),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const problem = getProblem(text)
    setErrors(problem === undefined ? {} : { text: problem })
    if (problem === undefined && !submit.isPending) submit.mutate(text)
  }
  const failure = getFormError(submit.error)
  return (
    <form className="flex flex-col gap-3" noValidate onSubmit={onSubmit}>
      <Field label={label} help={help} error={errors['text']}>
        {(control) => (
          <Textarea
            {...control}
            rows={5}
            value={text}
            onChange={({ target }) => {
              setErrors({})
              keep(target.value === '' ? undefined : target.value)
            }}
          />
        )}
      </Field>
      {failure !== undefined && <Notice tone="bad">{failure.message}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isPending={submit.isPending}>
          {submitLabel}
        </Button>
        {actions}
      </div>
    </form>
  )
}

function getProblem(text: string): string | undefined {
  if (text.trim() === '') return 'Enter a message'
  return text.trim().length > supportLimits.message ? 'Use at most 10,000 characters' : undefined
}
