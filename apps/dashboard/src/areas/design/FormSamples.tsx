import { contact } from '@basalt/contract/contact'
import { ApiError } from '@basalt/contract/errors'

import { noChanges, useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Form, FormFailure, FormField, SubmitButton } from '../../ui/Form.tsx'
import { Input, Textarea } from '../../ui/Input.tsx'

const initial = { name: 'Ann', email: 'ann@example.com', company: '', message: '' }

/** Answers like a server: one company is known already, and one is too much for it. */
async function send({ company }: typeof initial): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 600))
  if (company === 'Acme')
    throw new ApiError('invalid_request', '', { fields: { company: 'Acme is a customer already' } })
  if (company === 'Crash') throw new ApiError('internal', 'The server failed. Try again.')
}

/** A form with its errors, its refusals and its states. */
export function FormSamples() {
  const form = useForm({ route: contact.enterprise, initial, send, mustChange: true })
  return (
    <Form form={form} label="Sample form">
      <Card
        title="A form"
        description="The company Acme is refused at its field, and Crash above the buttons."
        footer={
          <>
            <Button
              disabledReason={form.isChanged ? undefined : noChanges}
              onClick={() => form.reset()}
            >
              Reset
            </Button>
            <SubmitButton form={form}>Send</SubmitButton>
          </>
        }
      >
        <CardBody>
          <div className="grid gap-4 tablet:grid-cols-2">
            <FormField form={form} name="name" label="Name">
              {(control) => <Input {...control} autoComplete="off" />}
            </FormField>
            <FormField form={form} name="email" label="Email" help="We reply to this address.">
              {(control) => <Input {...control} type="email" autoComplete="off" />}
            </FormField>
          </div>
          <FormField form={form} name="company" label="Company">
            {(control) => <Input {...control} autoComplete="off" />}
          </FormField>
          <FormField form={form} name="message" label="Message" hint="Ctrl+Enter sends">
            {(control) => <Textarea {...control} rows={3} />}
          </FormField>
          <FormFailure form={form} />
        </CardBody>
      </Card>
    </Form>
  )
}
