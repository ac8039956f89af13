import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { type Answers, profile, refusal, unbilledInstall } from '../../testing/answers.ts'
import { billed, dollars, invoice, openBilled, listQueries } from '../../testing/billing.ts'
import { requested } from '../../testing/open-team.ts'

afterEach(() => vi.unstubAllGlobals())

const list = '/platform/operator/invoices'
const paid = { ...invoice, id: '00000000-0000-4000-8000-000000000001', number: 'N-1' }

const open = (more: Answers = {}, url = '/operator/invoices', on = billed) =>
  openBilled(
    {
      'GET /platform/profile': { ...profile, is_operator: true },
      [`GET ${list}`]: [invoice, { ...paid, status: 'paid', paid_at: '2026-11-03T00:00:00Z' }],
      ...more,
    },
    url,
    on,
  )

describe('invoices of every organization', () => {
  test('show organization, due date and the outstanding amount', async () => {
    open()
    const [, first, second] = await screen.findAllByRole('row')
    expect(first?.textContent).toContain('ACME-2026-0007Acmeacme01 Oct 2026 – 31 Oct 2026')
    expect(first?.textContent).toContain('15 Nov 2026Overdue$26.13')
    expect(second?.textContent).toContain('Paidon 03 Nov 2026')
    expect(screen.getByText('2 invoices · $26.13 outstanding')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Mark N-1 as paid' })).toBeNull()
  })

  test('are filtered by status and found by name, both in the address', async () => {
    const { address } = open()
    await userEvent.selectOptions(await screen.findByLabelText('Status'), 'overdue')
    await waitFor(() => expect(listQueries(list)).toEqual([{}, { status: 'overdue' }]))
    await userEvent.type(screen.getByRole('searchbox'), 'nobody')
    expect(await screen.findByText('No invoice matches “nobody”')).toBeTruthy()
    expect(address()).toBe('/operator/invoices?status=overdue&search=nobody')
  })

  test('are marked as paid after a confirmation', async () => {
    const route = `POST ${list}/${invoice.id}/paid`
    const { calls } = open({ [route]: { ...invoice, status: 'paid' } })
    await userEvent.click(
      await screen.findByRole('button', { name: 'Mark ACME-2026-0007 as paid' }),
    )
    const dialog = await screen.findByRole('dialog', { name: 'Mark ACME-2026-0007 as paid?' })
    expect(dialog.textContent).toContain('you received $26.13 from Acme')
    expect(requested(calls, route)).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mark as paid' }))
    expect(await screen.findByText('Invoice ACME-2026-0007 marked as paid')).toBeTruthy()
    expect(requested(calls, route)).toHaveLength(1)
  })

  test('are voided only after typing their number', async () => {
    const route = `POST ${list}/${invoice.id}/void`
    const { calls } = open({ [route]: { ...invoice, status: 'void' } })
    await userEvent.click(await screen.findByRole('button', { name: 'Void ACME-2026-0007' }))
    const dialog = await screen.findByRole('dialog', { name: 'Void invoice ACME-2026-0007?' })
    const confirm = within(dialog).getByRole('button', { name: 'Void invoice' })
    await userEvent.click(confirm)
    expect(requested(calls, route)).toEqual([])
    await userEvent.type(within(dialog).getByRole('textbox'), 'ACME-2026-0007')
    await userEvent.click(confirm)
    expect(await screen.findByText('Invoice ACME-2026-0007 voided')).toBeTruthy()
    expect(requested(calls, route)).toHaveLength(1)
  })

  test('that another operator settled report that and stay open', async () => {
    const route = `POST ${list}/${invoice.id}/paid`
    const message = 'The invoice is void already'
    open({ [route]: refusal(409, { kind: 'conflict', message }) })
    await userEvent.click(
      await screen.findByRole('button', { name: 'Mark ACME-2026-0007 as paid' }),
    )
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mark as paid' }))
    expect((await within(dialog).findByRole('alert')).textContent).toBe(message)
  })

  test('have an empty state', async () => {
    open({ [`GET ${list}`]: [] })
    expect(await screen.findByText('No invoices yet')).toBeTruthy()
  })
})

describe('credits', () => {
  const route = 'POST /platform/operator/credits'
  const fill = async (slug: string, amount: string, reason: string) => {
    await userEvent.type(await screen.findByLabelText('Organization'), slug)
    await userEvent.type(screen.getByLabelText('Amount'), amount)
    await userEvent.type(screen.getByLabelText('Reason'), `${reason}{Enter}`)
  }

  test('are granted in micro-dollars with a reason, and the form is reset', async () => {
    const { calls } = open({ [route]: { ok: true } }, '/operator/credits')
    await fill('acme', '49.50', 'For the outage')
    expect(await screen.findByText('acme received $49.50 in credits')).toBeTruthy()
    expect(requested(calls, route)).toEqual([
      { organization_slug: 'acme', amount_micros: dollars(49.5), reason: 'For the outage' },
    ])
    expect(screen.getByLabelText('Organization')).toHaveProperty('value', '')
  })

  test('are reduced with an amount below zero', async () => {
    const { calls } = open({ [route]: { ok: true } }, '/operator/credits')
    await fill('acme', '-10', 'Granted twice')
    expect(await screen.findByText('acme lost $10.00 in credits')).toBeTruthy()
    expect(requested(calls, route)).toMatchObject([{ amount_micros: dollars(-10) }])
  })

  test('without slug, amount or reason are refused at the fields', async () => {
    const { calls } = open({}, '/operator/credits')
    await userEvent.click(await screen.findByRole('button', { name: 'Grant credits' }))
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
      'Name an organization',
      'Enter an amount in dollars, such as 50 or 49.50',
      'Say what it is for',
    ])
    expect(requested(calls, route)).toEqual([])
  })

  test('for an unknown organization keep the typed values', async () => {
    const message = 'No organization has this slug'
    const refused = { kind: 'invalid_request', message, fields: { organization_slug: message } }
    open({ [route]: refusal(400, refused) }, '/operator/credits')
    await fill('acne', '5', 'Hello')
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'Hello')
  })
})

test.each(['/operator/invoices', '/operator/credits'])(
  '%s does not exist without billing, nor for other users',
  async (url) => {
    open({}, url, unbilledInstall)
    expect(await screen.findByRole('heading', { name: /^Page not found/u })).toBeTruthy()
    const { calls } = open({ 'GET /platform/profile': profile }, url)
    expect(await screen.findAllByRole('heading', { name: /^Page not found/u })).toBeTruthy()
    expect(calls.filter(({ route }) => route.includes('/operator/'))).toEqual([])
  },
)
