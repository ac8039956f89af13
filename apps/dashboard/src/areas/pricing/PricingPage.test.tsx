import { computeSizes } from '@basalt/catalog'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { storage } from '../../lib/storage/storage.ts'
import { acme, install, refusal, signedIn, unbilledInstall } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const withBilling = { ...install, capabilities: [...install.capabilities, 'billing' as const] }
const open = (answers = {}) => openApp('/pricing', answers, withBilling)
const signedOut = {
  'GET /platform/profile': refusal(401, { kind: 'unauthorized', message: 'Sign in' }),
}
const button = (plan: string, name: RegExp | string) =>
  within(screen.getByRole('region', { name: plan })).getByRole('link', { name })
const target = (link: HTMLElement) => link.getAttribute('href')

test('a visitor reads the prices and is led to sign up, on the chosen plan', async () => {
  const { address } = open(signedOut)
  await screen.findByRole('heading', { name: 'Pricing', level: 1 })
  expect(target(button('Pro', 'Choose Pro'))).toBe('/sign-up?returnTo=%2Fnew%3Fplan%3Dpro')
  expect(target(button('Free', 'Start for free'))).toBe('/sign-up?returnTo=%2Fnew%3Fplan%3Dfree')
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
  expect(address()).toBe('/pricing')
})

test('SPEC.md section 2: "The enterprise plan links to a contact form"', async () => {
  open(signedOut)
  await screen.findByRole('heading', { name: 'Pricing', level: 1 })
  expect(target(button('Enterprise', 'Contact us'))).toBe('/contact/enterprise')
})

test('a signed-in user is led to the billing of the last visited organization', async () => {
  const other = { ...acme, id: 2, name: 'Cobalt', slug: 'cobalt', plan: { id: 'pro', name: 'Pro' } }
  open(signedIn({ 'GET /platform/organizations': [acme, other] }))
  storage.lastOrganization.set('cobalt')
  await screen.findByText(/Cobalt is on the Pro plan/u)
  expect(target(button('Team', 'Upgrade to Team'))).toBe('/org/cobalt/billing')
  const own = within(screen.getByRole('region', { name: 'Pro' })).getByRole('button')
  expect(own.textContent).toBe('Current plan')
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull()
})

test('a signed-in user without an organization creates one, on that plan', async () => {
  open(signedIn({ 'GET /platform/organizations': [] }))
  await screen.findByRole('link', { name: 'Open the dashboard' })
  await waitFor(() => expect(target(button('Pro', 'Choose Pro'))).toBe('/new?plan=pro'))
})

test('every compute size has its price by the hour and by the month', async () => {
  open(signedOut)
  const table = within(await screen.findByRole('region', { name: 'Compute prices' }))
  expect(table.getAllByRole('rowheader')).toHaveLength(computeSizes.length)
  expect(table.getByRole('rowheader', { name: 'Medium' }).closest('tr')?.textContent).toContain(
    '$0.01344$10.00',
  )
})

test('an install without billing has no such page', async () => {
  openApp('/pricing', signedOut, unbilledInstall)
  await screen.findByRole('heading', { name: /not found|does not exist|nothing here/iu })
  expect(screen.queryByRole('heading', { name: 'Pricing' })).toBeNull()
})
