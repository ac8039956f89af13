import { expect, test } from 'vitest'

import { emptyCustomer } from '../../testing/billing.ts'
import { emailBody, emailErrors, emailForm } from './billing-emails.ts'
import { customerBody, customerErrors, customerForm } from './customer-form.ts'

const empty = customerForm(emptyCustomer)

test('empty values are sent as null, and are valid', () => {
  expect(customerBody(empty)).toEqual({ billing_name: null, address: null, tax_id: null })
  expect(customerErrors(empty)).toEqual({})
})

test('an untouched form is sent unchanged', () => {
  const customer = {
    billing_name: 'Acme',
    address: {
      line1: 'A 1',
      line2: null,
      city: null,
      postal_code: null,
      state: null,
      country: 'DE',
    },
    tax_id: { type: 'eu_vat', value: 'DE123456789' },
    billing_via_partner: false,
  }
  const { billing_via_partner: _, ...body } = customer
  const sent = { ...body, tax_id: { value: 'DE123456789' } }
  expect(customerBody(customerForm(customer))).toEqual(sent)
})

test('a started address needs street and country; a tax ID needs a country', () => {
  expect(customerErrors({ ...empty, city: 'Berlin', tax_value: '12345' })).toEqual({
    'address.line1': 'Enter street and number',
    'address.country': 'Choose a country',
  })
  expect(customerErrors({ ...empty, tax_value: '12345' })).toEqual({
    'address.country': 'Choose the country of the tax ID',
  })
})

test('an unset billing email is an empty field, and vice versa', () => {
  const form = emailForm({ billing_email: null, extra_emails: [] })
  expect(form).toEqual({ billing_email: '', extra_emails: '' })
  expect(emailBody(form)).toEqual({ billing_email: null, extra_emails: [] })
})

test('addresses are split at any separator and compared ignoring case', () => {
  const form = {
    billing_email: 'A@acme.test',
    extra_emails: 'b@acme.test;\nB@acme.test, a@acme.test',
  }
  expect(emailBody(form)).toEqual({
    billing_email: 'A@acme.test',
    extra_emails: ['b@acme.test'],
  })
})

test('more than ten are refused as by the server', () => {
  const many = Array.from({ length: 11 }, (_, index) => `p${index}@acme.test`).join('\n')
  expect(emailErrors({ billing_email: 'nobody', extra_emails: many })).toEqual({
    billing_email: 'Enter an email address',
    extra_emails: 'Use at most 10 addresses',
  })
})
