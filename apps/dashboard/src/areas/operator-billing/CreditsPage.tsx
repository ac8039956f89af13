import { operatorBilling } from '@basalt/contract/billing/invoices'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { parseDollars } from '../../lib/format/dollars.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import {
  checkFields,
  type FieldErrors,
  listFieldErrors,
  getFormError,
} from '../../lib/forms/form.ts'
import { call } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { DollarField } from '../../ui/DollarField.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'

type Form = { slug: string; amount: string; reason: string }

const empty: Form = { slug: '', amount: '', reason: '' }

/** Credits are taken off an organization's next invoices. */
export function CreditsPage() {
  useDocumentTitle('Credits', 'Operator')
  const [form, setForm] = useState(empty)
  const [errors, setErrors] = useState<FieldErrors>({})
  const grant = useMutation({
    mutationFn: (amount: number) =>
      call(operatorBilling.grantCredit, { body: getBody(form, amount) }),
    onSuccess: (_, amount) => {
      notify.success(
        amount > 0
          ? `${form.slug} received ${formatMoney(amount)} in credits`
          : `${form.slug} lost ${formatMoney(-amount)} in credits`,
      )
      setForm(empty)
    },
    onError: (error) => setErrors(listFieldErrors(error)),
  })
  const change = (part: Partial<Form>) => {
    setForm((before) => ({ ...before, ...part }))
    setErrors({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const amount = parseDollars(form.amount)
    const found = checkFields(operatorBilling.grantCredit, getBody(form, amount ?? 0))
    if (amount === undefined) {
      found['amount_micros'] = 'Enter an amount in dollars, such as 50 or 49.50'
    }
    setErrors(found)
    if (Object.keys(found).length === 0 && amount !== undefined) grant.mutate(amount)
  }
  const formError = getFormError(grant.error)

  return (
    <PageBody width="form">
      <PageHeader
        title="Credits"
        description="Deducted from the next invoices of the organization."
      />
      <form noValidate aria-label="Grant credits" onSubmit={submit}>
        <Card
          title="Grant credits"
          footer={
            <Button type="submit" variant="primary" isPending={grant.isPending}>
              Grant credits
            </Button>
          }
        >
          <CardBody>
            <Field
              label="Organization"
              help="Slug of the organization, as in its URL"
              error={errors['organization_slug']}
            >
              {(control) => (
                <Input
                  {...control}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  value={form.slug}
                  onChange={({ target }) => change({ slug: target.value })}
                />
              )}
            </Field>
            <DollarField
              label="Amount"
              help="Enter a negative amount to deduct credits"
              value={form.amount}
              error={errors['amount_micros']}
              onChange={(amount) => change({ amount })}
            />
            <Field
              label="Reason"
              help="Shown to the organization next to the amount"
              error={errors['reason']}
            >
              {(control) => (
                <Input
                  {...control}
                  autoComplete="off"
                  value={form.reason}
                  onChange={({ target }) => change({ reason: target.value })}
                />
              )}
            </Field>
            {formError !== undefined && <Notice tone="bad">{formError.message}</Notice>}
          </CardBody>
        </Card>
      </form>
    </PageBody>
  )
}

const getBody = ({ slug, reason }: Form, amount: number) => ({
  organization_slug: slug.trim(),
  amount_micros: amount,
  reason,
})
