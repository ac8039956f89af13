import { type BillingEmails, customers } from '@basalt/contract/billing/customer'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { type FormState, useForm } from '../../lib/forms/use-form.ts'
import { call } from '../../lib/network/api.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Form, FormFailure, FormField, SubmitButton } from '../../ui/Form.tsx'
import { Input, Textarea } from '../../ui/Input.tsx'
import { emailBody, emailErrors, type EmailForm, emailForm } from './billing-emails.ts'
import { emailsQuery, refreshBilling } from './queries.ts'

/** Recipients of invoices and warnings. */
export function EmailsCard({ slug }: { slug: string }) {
  const { data: emails } = useSuspenseQuery(emailsQuery(slug))
  return <EmailsForm key={JSON.stringify(emails)} slug={slug} emails={emails} />
}

function EmailsForm({ slug, emails }: { slug: string; emails: BillingEmails }) {
  const client = useQueryClient()
  const denied = useDenied(customers.updateEmails, 'change the billing email')
  const form = useForm({
    initial: emailForm(emails),
    getBody: emailBody,
    check: emailErrors,
    disabledReason: denied,
    mustChange: true,
    send: (values) => call(customers.updateEmails, { params: { slug }, body: emailBody(values) }),
    onSuccess: async (answer) => {
      client.setQueryData(emailsQuery(slug).queryKey, answer)
      notify.success('Billing email saved')
      await refreshBilling(client)
    },
  })

  return (
    <Form form={form} label="Billing email">
      <Card
        title="Billing email"
        description={<Receiver email={emails.billing_email} />}
        footer={<SubmitButton form={form}>Save</SubmitButton>}
      >
        <CardBody>
          <EmailFields form={form} isFixed={denied !== undefined} />
          {denied !== undefined && <p className="text-xs text-ink-faint">{denied}</p>}
          <FormFailure form={form} />
        </CardBody>
      </Card>
    </Form>
  )
}

/** SPEC.md section 3: `billing_email` is "shown as Unknown when null". */
const Receiver = ({ email }: { email: string | null }) => (
  <>
    Invoices and warnings are sent to:{' '}
    <span className="font-medium text-ink">{email ?? 'Unknown'}</span>
    {email === null && '. Without an address, they are sent to the owners.'}
  </>
)

/** The server names the position of an address in the list, which here is one field. */
const withListErrors = (form: FormState<EmailForm, BillingEmails>) => {
  const wrong = Object.entries(form.errors).find(([path]) => path.startsWith('extra_emails'))
  return { ...form, errors: { ...form.errors, ...(wrong && { extra_emails: wrong[1] }) } }
}

type FieldsProps = { form: FormState<EmailForm, BillingEmails>; isFixed: boolean }

const EmailFields = ({ form, isFixed }: FieldsProps) => (
  <div className="grid gap-4 tablet:grid-cols-2">
    <FormField form={form} name="billing_email" label="Billing email">
      {(control) => (
        <Input
          {...control}
          type="email"
          autoComplete="email"
          spellCheck={false}
          placeholder="Unknown"
          readOnly={isFixed}
        />
      )}
    </FormField>
    <FormField
      form={withListErrors(form)}
      name="extra_emails"
      label="Also send to"
      hint="Optional"
      help="One address per line, at most 10"
    >
      {(control) => (
        <Textarea
          {...control}
          rows={3}
          spellCheck={false}
          autoCapitalize="none"
          readOnly={isFixed}
        />
      )}
    </FormField>
  </div>
)
