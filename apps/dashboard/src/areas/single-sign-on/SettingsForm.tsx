import { singleSignOn, type SsoState } from '@basalt/contract/organization/single-sign-on'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import {
  checkFields,
  type FieldErrors,
  listFieldErrors,
  getFormError,
} from '../../lib/forms/form.ts'
import { call } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { JoiningFields } from './JoiningFields.tsx'
import { ProviderFields } from './ProviderFields.tsx'
import { getBody, getForm, isChanged, type SsoForm } from './sso-form.ts'
import { TestConnection } from './TestConnection.tsx'

type Props = {
  slug: string
  state: SsoState
  disabledReason: string | undefined
  onSaved: (state: SsoState) => void
}

export function SettingsForm({ slug, state, disabledReason, onSaved }: Props) {
  const [form, setForm] = useState(() => getForm(state))
  const [errors, setErrors] = useState<FieldErrors>({})
  const save = useMutation({
    mutationFn: () => call(singleSignOn.update, { params: { slug }, body: getBody(form) }),
    onSuccess: (saved) => {
      onSaved(saved)
      notify.success('Single sign-on saved')
    },
    onError: (error) => setErrors(listFieldErrors(error)),
  })
  const change = (part: Partial<SsoForm>) => {
    setForm((before) => ({ ...before, ...part }))
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))),
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkFields(singleSignOn.update, getBody(form))
    if (state.provider === null && form.client_secret.trim() === '') {
      found['client_secret'] = 'Enter the client secret'
    }
    setErrors(found)
    save.reset()
    if (Object.keys(found).length === 0) save.mutate()
  }
  const isReadOnly = disabledReason !== undefined
  const part = { form, errors, isReadOnly, change }
  const formError = getFormError(save.error)
  const reason = disabledReason ?? (isChanged(form, state) ? undefined : 'No changes to save')

  return (
    <form noValidate onSubmit={submit} aria-label="Identity provider">
      <Card
        title="Identity provider"
        description="The client secret is encrypted and cannot be shown again."
        footer={
          <>
            {formError !== undefined && <Notice tone="bad">{formError.message}</Notice>}
            <Button
              type="submit"
              variant="primary"
              isPending={save.isPending}
              disabledReason={reason}
            >
              Save
            </Button>
          </>
        }
      >
        <CardBody>
          <ProviderFields part={part} hasSecret={state.provider !== null} />
          <TestConnection slug={slug} issuer={form.issuer} disabledReason={disabledReason} />
          <JoiningFields part={part} />
        </CardBody>
      </Card>
    </form>
  )
}
