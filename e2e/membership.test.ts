import { billing } from '@basalt/contract/billing/billing'
import { utility } from '@basalt/contract/utility'
import { clientWithCookies } from '@basalt/testkit'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  accessibilityFaults,
  collectErrors,
  endVisits,
  openBrowser,
  openVisitor,
} from './browser.ts'
import { getSharedUrl } from './built-install.ts'
import { stepsInOrder } from './in-order.ts'
import { openPopover, runSql, untilShown } from './steps.ts'
import { signUpTenant, tenantPassword } from './tenant.ts'

// A user becomes a member, reads everything, is refused changes, is promoted and leaves audit
// entries, in order: each step continues where the one before it ended.

const ownerName = 'fjell-outdoor'
const guestEmail = 'invited@example.test'

let browser: Browser
let owner: Page
let guest: Page
let slug = ''
let ref = ''
const errors: string[] = []

beforeAll(async () => {
  const tenant = await signUpTenant(getSharedUrl(), ownerName)
  ;({ ref, slug } = tenant)
  // The read-only role needs this plan.
  await tenant.client.call(billing.changePlan, { params: { slug }, body: { plan: 'team' } })
  await tenant.run(`
    create table orders (id int primary key, total numeric not null);
    insert into orders select i, i * 1.5 from generate_series(1, 100000) as i`)
  browser = await openBrowser()
  const visitors = await Promise.all([
    openVisitor(browser, { url: getSharedUrl() }),
    openVisitor(browser, { url: getSharedUrl() }),
  ])
  ;[owner, guest] = visitors.map(({ page }) => page) as [Page, Page]
  for (const page of [owner, guest]) collectErrors(page, errors)
})
afterAll(endVisits)

stepsInOrder(() => [owner, guest])

/** Faults of every visited page, reported at the end: they stop no step. */
const faults: string[] = []
const inspect = async (page: Page) => faults.push(...(await accessibilityFaults(page)))

/** The link of the newest mail to the address, as its reader would press it. */
async function linkTo(address: string): Promise<string> {
  const mails = await clientWithCookies(getSharedUrl()).call(utility.outbox, {})
  const mail = mails.find((one) => one.to === address)
  return /https?:\/\/\S+/u.exec(mail?.text ?? '')?.[0] ?? ''
}

test('an owner invites a read-only member', async () => {
  await owner.goto('/sign-in')
  await owner.getByLabel('Email').fill(`${ownerName}@example.test`)
  await owner.getByLabel('Password', { exact: true }).fill(tenantPassword)
  await owner.getByRole('button', { name: 'Sign in', exact: true }).click()
  await owner.waitForURL('**/organizations')

  await owner.goto(`/org/${slug}/team`)
  await untilShown(owner.getByRole('heading', { level: 1, name: 'Team' }))
  await inspect(owner)
  await owner.getByRole('button', { name: 'Invite people' }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByLabel('Email addresses').fill(guestEmail)
  await dialog.getByRole('radio', { name: 'Read-only' }).check()
  await inspect(owner)
  await dialog.getByRole('button', { name: 'Send 1 invitation' }).click()

  const revoke = owner.getByRole('button', { name: `Revoke ${guestEmail}` })
  await untilShown(revoke)
  expect(await revoke.count()).toBe(1)
})

test('the invited user follows the link, signs up and joins', async () => {
  const link = new URL(await linkTo(guestEmail))
  await guest.goto(link.pathname + link.search)
  await untilShown(guest.getByRole('heading', { name: 'You are invited' }))
  await inspect(guest)
  await guest.getByRole('link', { name: 'Create an account' }).click()
  await guest.getByLabel('Email').fill(guestEmail)
  await guest.getByLabel('Password', { exact: true }).fill(tenantPassword)
  await untilShown(guest.getByText('This password is strong.'))
  await guest.getByRole('button', { name: 'Sign up' }).click()
  await guest.waitForURL('**/join?*')
  await inspect(guest)
  await guest.getByRole('button', { name: 'Join fjell-outdoor' }).click()

  await guest.waitForURL(`**/org/${slug}`)
  await untilShown(guest.getByRole('link', { name: /Shop/u }).first())
  expect(new URL(guest.url()).pathname).toBe(`/org/${slug}`)
})

test('a read-only member reads everything', async () => {
  await guest.goto(`/project/${ref}/editor`)
  await guest.getByText('orders', { exact: true }).click()
  await untilShown(guest.getByRole('grid').getByRole('gridcell').first())
  await guest.goto(`/project/${ref}/sql/new`)
  await runSql(guest, 'select count(*) as n from orders;')
  const results = guest.getByRole('region', { name: 'Results' })
  await untilShown(results.getByRole('gridcell', { name: '100000' }))
  for (const place of ['team', 'general', 'security', 'audit']) {
    await guest.goto(`/org/${slug}/${place}`)
    await untilShown(guest.getByRole('heading', { level: 1 }))
    expect(new URL(guest.url()).pathname).toBe(`/org/${slug}/${place}`)
    await inspect(guest)
  }
})

test('… and changes nothing, and every control has its reason', async () => {
  await guest.goto(`/org/${slug}/team`)
  await says(guest, 'Invite people', /additional permissions/u)
  await guest.goto(`/project/${ref}`)
  await says(guest, 'Delete project', /additional permissions/u)
  await guest.goto(`/project/${ref}/sql/new`)
  await runSql(guest, 'update orders set total = 0;', 'Run anyway')
  const results = guest.getByRole('region', { name: 'Results' })
  await untilShown(results.getByText(/read-only|permission denied/u).first())
  expect(await results.getByRole('alert').count()).toBe(1)
})

/** A disabled control stays in its place and shows its reason. */
async function says(page: Page, name: string, reason: RegExp) {
  const control = page.getByRole('button', { name }).first()
  await untilShown(control)
  expect(await control.getAttribute('aria-disabled')).toBe('true')
  await control.focus()
  await untilShown(page.getByRole('tooltip').getByText(reason).first())
}

test('the server refuses a call that bypasses the controls', async () => {
  const answer = await guest.evaluate(async (path) => {
    const response = await fetch(path, { method: 'POST' })
    return { status: response.status, body: (await response.json()) as { message: string } }
  }, `/platform/projects/${ref}/pause`)
  expect(answer.status).toBe(403)
  expect(answer.body.message).toBe('You need additional permissions to do this')
})

test('the owner previews the effect of a role change', async () => {
  await owner.reload()
  const change = owner.getByRole('menuitem', { name: /Change role/u })
  await openPopover(owner.getByRole('button', { name: `Actions for ${guestEmail}` }), change)
  await change.click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Developer' }).check()
  const preview = dialog.getByRole('region', { name: 'Changes' })
  await untilShown(preview.getByText(/gains \d+ permissions/u).first())
  await inspect(owner)
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await untilShown(owner.getByText(`Role of ${guestEmail} changed`))

  await guest.goto(`/project/${ref}/sql/new`)
  await runSql(guest, 'create table made_by_guest (id int primary key);', 'Run anyway')
  const done = guest.getByText('CREATE TABLE')
  await untilShown(done.first())
  expect(await done.count()).toBeGreaterThan(0)
})

test('a token loses its right at once, during a request', async () => {
  await guest.goto('/account/tokens/new')
  await guest.getByLabel('Name').fill('night job')
  await guest.getByRole('radio', { name: 'Classic' }).check()
  await inspect(guest)
  await guest.getByRole('button', { name: 'Create token' }).click()
  const dialog = guest.getByRole('dialog')
  const token = await dialog.locator('code').textContent()
  await dialog.getByRole('button', { name: 'Done' }).click()

  const headers = { authorization: `Bearer ${token}` }
  const detail = await fetch(`${getSharedUrl()}/platform/projects/${ref}`, { headers })
  expect(detail.status).toBe(200)
  const { connectionString } = (await detail.json()) as { connectionString: string }
  // It would sleep for longer than any test may take; its first line shows that it started.
  const sleeping = await fetch(`${getSharedUrl()}/platform/pg-meta/${ref}/query`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'x-connection-encrypted': connectionString,
    },
    body: JSON.stringify({ query: 'select pg_sleep(3600);' }),
  })
  expect(sleeping.status).toBe(200)
  const running = sleeping.text().catch(() => 'cut off')

  await guest.getByRole('button', { name: 'Revoke night job' }).click()
  await guest
    .getByRole('dialog')
    .getByRole('button', { name: /^Revoke/u })
    .click()
  await running
  const after = await fetch(`${getSharedUrl()}/platform/projects/${ref}`, { headers })
  expect(after.status).toBe(401)
})

test('all of it is in the audit log, whose hash chain is complete', async () => {
  await owner.goto(`/org/${slug}/audit`)
  await untilShown(owner.getByRole('heading', { level: 1, name: /Audit/u }))
  const table = owner.getByRole('grid')
  const shown = table.getByRole('row').filter({ visible: true })
  await untilShown(shown.filter({ hasText: 'Denied' }).first())
  await untilShown(shown.filter({ hasText: "Changed a member's role" }).first())
  await inspect(owner)
  await owner.getByRole('button', { name: /^Verify/u }).click()
  await untilShown(owner.getByText('Verification passed'))
  expect(await owner.getByText(/is broken/u).count()).toBe(0)
  await inspect(owner)
})

test('none of these pages has an accessibility fault or threw an error', () => {
  expect(faults).toEqual([])
  expect(errors).toEqual([])
})
