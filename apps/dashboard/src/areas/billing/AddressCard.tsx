import { type Customer, customers } from '@basalt/contract/billing/customer'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { type FieldErrors, listFieldErrors, getFormError } from '../../lib/forms/form.ts'
import { call } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { AddressFields } from './AddressFields.tsx'
import {
  customerBody,
  customerErrors,
  type CustomerForm,
  customerForm,
  pathOfField,
} from './customer-form.ts'
import { customerQuery } from './queries.ts'
import { TaxIdField } from './TaxIdField.tsx'

/** Whom invoices are made out to. */
export function AddressCard({ slug }: { slug: string }) {
  const { data: customer } = useSuspenseQuery(customerQuery(slug))
  // After saving, the form is remounted with the server's values.
  return <AddressForm key={JSON.stringify(customer)} slug={slug} customer={customer} />
}

function useSaveCustomer(slug: string, onRefused: (errors: FieldErrors) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (form: CustomerForm) =>
      call(customers.update, { params: { slug }, body: customerBody(form) }),
    onSuccess: (answer) => {
      client.setQueryData(customerQuery(slug).queryKey, answer)
      notify.success('Billing address saved')
    },
    onError: (error) => onRefused(listFieldErrors(error)),
  })
}

function AddressForm({ slug, customer }: { slug: string; customer: Customer }) {
  const denied = useDenied(customers.update, 'change the billing address')
  const saved = customerForm(customer)
  const [form, setForm] = useState(saved)
  const [errors, setErrors] = useState<FieldErrors>({})
  const save = useSaveCustomer(slug, setErrors)
  const change = (part: Partial<CustomerForm>) => {
    setForm((before) => ({ ...before, ...part }))
    const changed = Object.keys(part).map((name) => pathOfField[name as keyof CustomerForm])
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([path]) => !changed.includes(path))),
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = customerErrors(form)
    setErrors(found)
    if (Object.keys(found).length === 0) save.mutate(form)
  }
  const isChanged = JSON.stringify(customerBody(form)) !== JSON.stringify(customerBody(saved))
  const part = { form, errors, isFixed: denied !== undefined, change }
  const formError = getFormError(save.error)

  return (
    <form noValidate aria-label="Billing address and tax ID" onSubmit={submit}>
      <Card
        title="Billing address and tax ID"
        description="Shown on your invoices, starting with the next one."
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
          {saved.line1 === '' && (
            <Notice tone="warn">
              No billing address yet. Registered businesses can add a tax ID.
            </Notice>
          )}
          <AddressFields part={part} />
          <TaxIdField part={part} />
          {denied !== undefined && <p className="text-xs text-ink-faint">{denied}</p>}
          {formError !== undefined && <Notice tone="bad">{formError.message}</Notice>}
        </CardBody>
      </Card>
    </form>
  )
}
