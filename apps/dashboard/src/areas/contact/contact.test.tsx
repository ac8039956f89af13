// @vitest-environment jsdom
import type { SalesInquiry } from '@basalt/contract/contact'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { install, profile, refusal, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const withBilling = { ...install, capabilities: [...install.capabilities, 'billing' as const] }
const signedOut = {
  'GET /platform/profile': refusal(401, { kind: 'unauthenticated', message: 'x' }),
}
const send = 'POST /platform/contact/enterprise'
const url = '/contact/enterprise'

const type = async (label: string, text: string) =>
  userEvent.type(await screen.findByLabelText(label), text)

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('SPEC.md section 2: “The enterprise plan links to a contact form”, without a session', async () => {
  const { calls } = openApp(url, { ...signedOut, [send]: { ok: true } }, withBilling)
  await type('Your name', 'Olga')
  await type('Work email', 'olga@example.test')
  await type('Company', 'Works')
  await type('What do you need?', 'Forty projects')
  await press('Send')
  expect(await screen.findByText('We reply to olga@example.test.')).toBeTruthy()
  expect(calls.filter(({ route }) => route === send).map(({ body }) => body)).toEqual([
    { name: 'Olga', email: 'olga@example.test', company: 'Works', message: 'Forty projects' },
  ])
})

test('a missing value is reported at its field, and typed text stays', async () => {
  const limited = refusal(429, { kind: 'rate_limited', message: 'Too many attempts' })
  openApp(url, { ...signedOut, [send]: limited }, withBilling)
  await type('Your name', 'Olga')
  await press('Send')
  const alerts = await screen.findAllByRole('alert')
  expect(alerts.map(({ textContent }) => textContent)).toEqual([
    'Enter a valid email address',
    'Enter the name of your company',
    'Write what you need',
  ])
  await type('Work email', 'olga@example.test')
  await type('Company', 'Works')
  await type('What do you need?', 'Forty projects')
  await press('Send')
  expect(await screen.findByText('Too many attempts')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Your name').value).toBe('Olga')
})

test('the operator marks inquiries as handled', async () => {
  const inquiry: SalesInquiry = {
    id: '273cc1d4-58c7-46ed-a774-e7237549e990',
    name: 'Olga',
    email: 'olga@example.test',
    company: 'Works',
    message: 'Forty projects',
    created_at: '2026-11-21T09:00:00Z',
    handled_at: null,
  }
  let stored = inquiry
  openApp(
    '/operator/sales',
    signedIn({
      'GET /platform/profile': { ...profile, is_operator: true },
      'GET /platform/operator/sales': () => [stored],
      [`POST /platform/operator/sales/${inquiry.id}/handled`]: () => {
        stored = { ...inquiry, handled_at: '2026-11-21T10:00:00Z' }
        return stored
      },
    }),
    withBilling,
  )
  await press('Mark Works as handled')
  await waitFor(() => expect(screen.getByText(/^Handled/u)).toBeTruthy())
  expect(screen.queryByRole('button', { name: 'Mark Works as handled' })).toBeNull()
})

test('the empty page explains the origin of inquiries', async () => {
  openApp(
    '/operator/sales',
    signedIn({
      'GET /platform/profile': { ...profile, is_operator: true },
      'GET /platform/operator/sales': [],
    }),
    withBilling,
  )
  expect(await screen.findByText('No inquiries yet')).toBeTruthy()
})
