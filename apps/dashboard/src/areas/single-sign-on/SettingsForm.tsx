import { singleSignOn, type SsoState } from '@basalt/contract/organization/single-sign-on'

import { notify } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { call } from '../../lib/network/api.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Form, FormFailure, SubmitButton } from '../../ui/Form.tsx'
import { JoiningFields } from './JoiningFields.tsx'
import { ProviderFields } from './ProviderFields.tsx'
import { getBody, getForm } from './sso-form.ts'
import { TestConnection } from './TestConnection.tsx'

type Props = {
  slug: string
  state: SsoState
  disabledReason: string | undefined
  onSaved: (state: SsoState) => void
}

export function SettingsForm({ slug, state, disabledReason, onSaved }: Props) {
  const form = useForm({
    route: singleSignOn.update,
    initial: getForm(state),
    getBody,
    check: ({ client_secret: secret }) =>
      state.provider === null && secret.trim() === ''
        ? { client_secret: 'Enter the client secret' }
        : {},
    disabledReason,
    mustChange: true,
    send: (values) => call(singleSignOn.update, { params: { slug }, body: getBody(values) }),
    onSuccess: (saved) => {
      form.reset(getForm(saved))
      onSaved(saved)
      notify.success('Single sign-on saved')
    },
  })
  const { values, errors } = form
  const isReadOnly = disabledReason !== undefined
  const part = { form: values, errors, isReadOnly, change: form.set }

  return (
    <Form form={form} label="Identity provider">
      <Card
        title="Identity provider"
        description="The client secret is encrypted and cannot be shown again."
        footer={
          <>
            <FormFailure form={form} />
            <SubmitButton form={form}>Save</SubmitButton>
          </>
        }
      >
        <CardBody>
          <ProviderFields part={part} hasSecret={state.provider !== null} />
          <TestConnection slug={slug} issuer={values.issuer} disabledReason={disabledReason} />
          <JoiningFields part={part} />
        </CardBody>
      </Card>
    </Form>
  )
}
