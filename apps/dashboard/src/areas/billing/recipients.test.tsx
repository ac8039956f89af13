import type { Customer } from '@basalt/contract/billing/customer'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { refusal } from '../../testing/answers.ts'
import { base, emptyCustomer, openBilled, sectionWith } from '../../testing/billing.ts'
import { requested } from '../../testing/open-team.ts'

afterEach(() => vi.unstubAllGlobals())

describe('email recipients', () => {
  const emails = `${base}/billing/emails`

  test('SPEC.md section 3: "billing_email (shown as Unknown when null)"', async () => {
    openBilled({ [`GET ${emails}`]: { billing_email: null, extra_emails: [] } })
    const section = await sectionWith('Billing email', 'Unknown')
    expect(section.textContent).toContain('Invoices and warnings are sent to: Unknown')
  })

  test('further addresses are pasted in any format, and each is sent once', async () => {
    const { calls } = openBilled({ [`PUT ${emails}`]: (body: unknown) => body as object })
    const extra = await screen.findByLabelText('Also send to')
    await userEvent.type(extra, 'ada@acme.test, bill@acme.test ada@acme.test')
    const form = screen.getByRole('form', { name: 'Billing email' })
    await userEvent.click(within(form).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Billing email saved')).toBeTruthy()
    expect(requested(calls, `PUT ${emails}`)).toEqual([
      { billing_email: 'bill@acme.test', extra_emails: ['ada@acme.test'] },
    ])
  })

  test('invalid addresses are named at their field, and typed text stays', async () => {
    const { calls } = openBilled()
    const extra = await screen.findByLabelText('Also send to')
    await userEvent.type(extra, 'ada@acme.test ben zoe')
    const form = screen.getByRole('form', { name: 'Billing email' })
    await userEvent.click(within(form).getByRole('button', { name: 'Save' }))
    expect(await within(form).findByText('Enter valid email addresses: ben, zoe')).toBeTruthy()
    expect(extra).toHaveProperty('value', 'ada@acme.test ben zoe')
    expect(requested(calls, `PUT ${emails}`)).toEqual([])
  })
})

describe('the billing address', () => {
  const saved: Customer = {
    billing_name: 'Acme GmbH',
    address: {
      line1: 'Invalidenstraße 116',
      line2: null,
      city: 'Berlin',
      postal_code: '10115',
      state: null,
      country: 'DE',
    },
    tax_id: { type: 'eu_vat', value: 'DE123456789' },
    billing_via_partner: false,
  }
  const path = `${base}/customer`
  const save = async () => {
    const form = screen.getByRole('form', { name: 'Billing address and tax ID' })
    await userEvent.click(within(form).getByRole('button', { name: 'Save' }))
    return form
  }

  test('is sent with the country and the tax ID', async () => {
    const { calls } = openBilled({ [`PUT ${path}`]: saved })
    await userEvent.type(await screen.findByLabelText('Street and number'), 'Invalidenstraße 116')
    await userEvent.type(screen.getByLabelText('Postal code'), '10115')
    await userEvent.type(screen.getByLabelText('City'), 'Berlin')
    await userEvent.type(screen.getByLabelText('Name'), 'Acme GmbH')
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'Germany')
    await userEvent.type(screen.getByLabelText('Tax ID'), 'DE123456789')
    await save()
    expect(await screen.findByText('Billing address saved')).toBeTruthy()
    const { billing_via_partner: _, ...body } = saved
    expect(requested(calls, `PUT ${path}`)).toEqual([{ ...body, tax_id: { value: 'DE123456789' } }])
  })

  test('without street or country is refused at these fields, and nothing is sent', async () => {
    const { calls } = openBilled({ [`GET ${path}`]: emptyCustomer })
    await userEvent.type(await screen.findByLabelText('City'), 'Berlin')
    await userEvent.type(screen.getByLabelText('Tax ID'), '123')
    const form = await save()
    expect(
      within(form)
        .getAllByRole('alert')
        .map((alert) => alert.textContent),
    ).toEqual(['Enter street and number', 'Choose a country'])
    expect(screen.getByLabelText('City')).toHaveProperty('value', 'Berlin')
    expect(requested(calls, `PUT ${path}`)).toEqual([])
  })

  test('a VAT number without its country code is refused with an example', async () => {
    openBilled({ [`GET ${path}`]: saved })
    const number = await screen.findByLabelText('Tax ID')
    await userEvent.clear(number)
    await userEvent.type(number, '123')
    const form = await save()
    expect(within(form).getByRole('alert').textContent).toBe(
      'Enter a VAT number with its country code, such as DE123456789',
    )
    expect(number.getAttribute('aria-invalid')).toBe('true')
  })

  test('a refusal of the server is shown at its field, and typed text stays', async () => {
    openBilled({
      [`GET ${path}`]: saved,
      [`PUT ${path}`]: refusal(400, {
        kind: 'invalid_request',
        message: 'No such code',
        fields: { 'address.postal_code': 'No such code' },
      }),
    })
    const code = await screen.findByLabelText('Postal code')
    await userEvent.type(code, '9')
    const form = await save()
    expect((await within(form).findByRole('alert')).textContent).toBe('No such code')
    expect(code).toHaveProperty('value', '101159')
  })
})
