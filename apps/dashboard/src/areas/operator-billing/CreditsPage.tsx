import { operatorBilling } from '@basalt/contract/billing/invoices'

import { notify } from '../../lib/browser/toast.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { parseDollars } from '../../lib/format/dollars.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { call } from '../../lib/network/api.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { DollarField } from '../../ui/DollarField.tsx'
import { Form, FormFailure, FormField, SubmitButton } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'

type Values = { slug: string; amount: string; reason: string }

const empty: Values = { slug: '', amount: '', reason: '' }

/** Credits are taken off an organization's next invoices. */
export function CreditsPage() {
  useDocumentTitle('Credits', 'Operator')
  const form = useForm({
    route: operatorBilling.grantCredit,
    initial: empty,
    getBody,
    paths: { slug: 'organization_slug', amount: 'amount_micros' },
    check: ({ amount }) =>
      parseDollars(amount) === undefined
        ? { amount_micros: 'Enter an amount in dollars, such as 50 or 49.50' }
        : {},
    send: (values) => call(operatorBilling.grantCredit, { body: getBody(values) }),
    onSuccess: (_, { slug, amount }) => {
      const micros = parseDollars(amount) ?? 0
      notify.success(
        micros > 0
          ? `${slug} received ${formatMoney(micros)} in credits`
          : `${slug} lost ${formatMoney(-micros)} in credits`,
      )
      form.reset()
    },
  })

  return (
    <PageBody width="form">
      <PageHeader
        title="Credits"
        description="Deducted from the next invoices of the organization."
      />
      <Form form={form} label="Grant credits">
        <Card title="Grant credits" footer={<SubmitButton form={form}>Grant credits</SubmitButton>}>
          <CardBody>
            <FormField
              form={form}
              name="slug"
              label="Organization"
              help="Slug of the organization, as in its URL"
            >
              {(control) => (
                <Input {...control} autoComplete="off" autoCapitalize="none" spellCheck={false} />
              )}
            </FormField>
            <DollarField
              label="Amount"
              help="Enter a negative amount to deduct credits"
              value={form.values.amount}
              error={form.errors['amount_micros']}
              onChange={(amount) => form.set({ amount })}
            />
            <FormField
              form={form}
              name="reason"
              label="Reason"
              help="Shown to the organization next to the amount"
            >
              {(control) => <Input {...control} autoComplete="off" />}
            </FormField>
            <FormFailure form={form} />
          </CardBody>
        </Card>
      </Form>
    </PageBody>
  )
}

const getBody = ({ slug, amount, reason }: Values) => ({
  organization_slug: slug.trim(),
  amount_micros: parseDollars(amount) ?? 0,
  reason,
})
