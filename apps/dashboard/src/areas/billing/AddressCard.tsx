import { type Customer, customers } from '@basalt/contract/billing/customer'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { call } from '../../lib/network/api.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Form, FormFailure, SubmitButton } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { AddressFields } from './AddressFields.tsx'
import { customerBody, customerErrors, customerForm, pathOfField } from './customer-form.ts'
import { customerQuery } from './queries.ts'
import { TaxIdField } from './TaxIdField.tsx'

/** The recipient that invoices name. */
export function AddressCard({ slug }: { slug: string }) {
  const { data: customer } = useSuspenseQuery(customerQuery(slug))
  // A saved form starts again with the answer of the server.
  return <AddressForm key={JSON.stringify(customer)} slug={slug} customer={customer} />
}

function AddressForm({ slug, customer }: { slug: string; customer: Customer }) {
  const client = useQueryClient()
  const denied = useDenied(customers.update, 'change the billing address')
  const saved = customerForm(customer)
  const form = useForm({
    initial: saved,
    getBody: customerBody,
    paths: pathOfField,
    check: customerErrors,
    disabledReason: denied,
    mustChange: true,
    send: (values) => call(customers.update, { params: { slug }, body: customerBody(values) }),
    onSuccess: (answer) => {
      client.setQueryData(customerQuery(slug).queryKey, answer)
      notify.success('Billing address saved')
    },
  })
  const isFixed = denied !== undefined

  return (
    <Form form={form} label="Billing address and tax ID">
      <Card
        title="Billing address and tax ID"
        description="Shown on your invoices, starting with the next one."
        footer={<SubmitButton form={form}>Save</SubmitButton>}
      >
        <CardBody>
          {saved.line1 === '' && (
            <Notice tone="warn">
              No billing address yet. Registered businesses can add a tax ID.
            </Notice>
          )}
          <AddressFields form={form} isFixed={isFixed} />
          <TaxIdField form={form} isFixed={isFixed} />
          {denied !== undefined && <p className="text-xs text-ink-faint">{denied}</p>}
          <FormFailure form={form} />
        </CardBody>
      </Card>
    </Form>
  )
}
