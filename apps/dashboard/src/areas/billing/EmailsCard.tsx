import { type BillingEmails, customers } from '@basalt/contract/billing/customer'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { type FieldErrors, listFieldErrors, getFormError } from '../../lib/forms/form.ts'
import { call } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, Textarea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
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
  const saved = emailForm(emails)
  const [form, setForm] = useState(saved)
  const [errors, setErrors] = useState<FieldErrors>({})
  const save = useMutation({
    mutationFn: () => call(customers.updateEmails, { params: { slug }, body: emailBody(form) }),
    onSuccess: async (answer) => {
      client.setQueryData(emailsQuery(slug).queryKey, answer)
      notify.success('Billing email saved')
      await refreshBilling(client)
    },
    onError: (error) => setErrors(refusedFields(error)),
  })
  const change = (part: Partial<EmailForm>) => {
    setForm((before) => ({ ...before, ...part }))
    setErrors({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = emailErrors(form)
    setErrors(found)
    if (Object.keys(found).length === 0) save.mutate()
  }
  const isChanged = JSON.stringify(emailBody(form)) !== JSON.stringify(emailBody(saved))
  const formError = getFormError(save.error)

  return (
    <form noValidate aria-label="Billing email" onSubmit={submit}>
      <Card
        title="Billing email"
        description={<Receiver email={emails.billing_email} />}
        footer={
          <Button
            type="submit"
            variant="primary"
            isPending={save.isPending}
            disabledReason={denied ?? (isChanged ? undefined : 'No changes to save')}
          >
            Save
          </Button>
        }
      >
        <CardBody>
          <EmailFields form={form} errors={errors} isFixed={denied !== undefined} change={change} />
          {denied !== undefined && <p className="text-xs text-ink-faint">{denied}</p>}
          {formError !== undefined && <Notice tone="bad">{formError.message}</Notice>}
        </CardBody>
      </Card>
    </form>
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

/** The server names the place of an address in the list, which here is one field. */
const refusedFields = (error: Error): FieldErrors =>
  Object.fromEntries(
    Object.entries(listFieldErrors(error)).map(([path, message]) => [
      path.split('.')[0] ?? path,
      message,
    ]),
  )

type FieldsProps = {
  form: EmailForm
  errors: FieldErrors
  isFixed: boolean
  change: (part: Partial<EmailForm>) => void
}

const EmailFields = ({ form, errors, isFixed, change }: FieldsProps) => (
  <div className="grid gap-4 tablet:grid-cols-2">
    <Field label="Billing email" error={errors['billing_email']}>
      {(control) => (
        <Input
          {...control}
          type="email"
          autoComplete="email"
          spellCheck={false}
          placeholder="Unknown"
          readOnly={isFixed}
          value={form.billing_email}
          onChange={({ target }) => change({ billing_email: target.value })}
        />
      )}
    </Field>
    <Field
      label="Also send to"
      hint="Optional"
      help="One address per line, at most 10"
      error={errors['extra_emails']}
    >
      {(control) => (
        <Textarea
          {...control}
          rows={3}
          spellCheck={false}
          autoCapitalize="none"
          readOnly={isFixed}
          value={form.extra_emails}
          onChange={({ target }) => change({ extra_emails: target.value })}
        />
      )}
    </Field>
  </div>
)
