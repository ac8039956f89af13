import { type Customer, customers } from '@basalt/contract/billing/customer'

import { type FieldErrors, listIssues } from '../../lib/forms/field-errors.ts'

/** Every field as its text. */
export type CustomerForm = {
  billing_name: string
  line1: string
  line2: string
  city: string
  postal_code: string
  state: string
  country: string
  tax_value: string
}

export function customerForm({ billing_name: name, address, tax_id: tax }: Customer): CustomerForm {
  return {
    billing_name: name ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    city: address?.city ?? '',
    postal_code: address?.postal_code ?? '',
    state: address?.state ?? '',
    country: address?.country ?? '',
    tax_value: tax?.value ?? '',
  }
}

const addressFields = ['line1', 'line2', 'city', 'postal_code', 'state', 'country'] as const

/** The request body: null for an empty address or tax ID. */
export function customerBody(form: CustomerForm) {
  const text = (name: keyof CustomerForm) => (form[name].trim() === '' ? null : form[name].trim())
  const hasAddress = addressFields.some((name) => text(name) !== null)
  return {
    billing_name: text('billing_name'),
    address: hasAddress
      ? {
          line1: form.line1.trim(),
          line2: text('line2'),
          city: text('city'),
          postal_code: text('postal_code'),
          state: text('state'),
          country: form.country,
        }
      : null,
    tax_id: text('tax_value') === null ? null : { value: form.tax_value.trim() },
  }
}

/** Problems by the path of the field in the body: `address.line1`. */
export function customerErrors(form: CustomerForm): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of listIssues(customers.update, customerBody(form)))
    errors[issue.path.join('.')] ??= issue.message
  return errors
}

/** The path of each field in the body. */
export const pathOfField: Record<keyof CustomerForm, string> = {
  billing_name: 'billing_name',
  line1: 'address.line1',
  line2: 'address.line2',
  city: 'address.city',
  postal_code: 'address.postal_code',
  state: 'address.state',
  country: 'address.country',
  tax_value: 'tax_id.value',
}
