import { TOTP } from 'otpauth'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  accessibilityFaults,
  endVisits,
  openBrowser,
  openVisitor,
  type Visitor,
} from './browser.ts'
import { getSharedUrl } from './built-install.ts'
import { stepsInOrder } from './in-order.ts'
import { untilShown } from './steps.ts'

// One account adds second factors and signs in with each of them, in order. The authenticator is
// Chromium's virtual one; codes are computed as an app would.

let browser: Browser
let visitor: Visitor
let page: Page
let devtools: CDPSession

const email = 'two-factors@example.test'
const password = 'plain-otter-Velvet-41-quarry'
let secret = ''
let recoveryCodes: string[] = []

beforeAll(async () => {
  browser = await openBrowser()
  // Passkeys belong to a name; the address of this machine has none.
  const url = getSharedUrl().replace('127.0.0.1', 'localhost')
  visitor = await openVisitor(browser, { url })
  page = visitor.page
  devtools = await visitor.context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await addVirtualAuthenticator()
})

afterAll(endVisits)

stepsInOrder(() => [page])

const addVirtualAuthenticator = () =>
  devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })

/** Faults of every visited page, reported at the end: they stop no step. */
const faults: string[] = []
const inspect = async () => faults.push(...(await accessibilityFaults(page)))

/** The code of now, or of so many steps later: each is accepted once only. */
const getCode = (steps: number) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

const signOut = async () => {
  await page.goto('/logout')
  await untilShown(page.getByRole('heading', { name: 'Sign in' }))
}

const enterPassword = async (search = '') => {
  await page.goto(`/sign-in${search}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The server's status for the page after the sign-in: 200 with a session. */
const statusInside = async () => {
  await page.waitForURL('**/organizations')
  return statusOfProfile()
}

const statusOfProfile = () =>
  page.evaluate(() => fetch('/platform/profile').then(({ status }) => status))

test('an authenticator app is added with the secret that the page shows', async () => {
  await page.goto('/sign-up')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await untilShown(page.getByText('This password is strong.'))
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL('**/organizations')
  await page.goto('/account/security')
  await untilShown(page.getByText('MFA off'))
  await inspect()

  await page.getByRole('button', { name: 'Add app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await dialog.getByLabel('Name').fill('Phone')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await untilShown(dialog.getByRole('img', { name: /QR code/u }))
  await inspect()
  secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('Code', { exact: true }).fill(getCode(-1))
  await dialog.getByRole('button', { name: 'Add app' }).click()

  const codes = page.getByRole('list', { name: 'Recovery codes' })
  await untilShown(codes)
  recoveryCodes = await codes.getByRole('listitem').allTextContents()
  expect(recoveryCodes).toHaveLength(10)
  await inspect()
  await page.getByRole('button', { name: 'I saved my codes' }).click()
  await untilShown(page.getByText('MFA on'))
})

test('the next sign-in asks for a code and leads to the requested page', async () => {
  await signOut()
  await enterPassword('?returnTo=%2Faccount%2Fsecurity')
  await untilShown(page.getByRole('heading', { name: 'Two-factor sign-in' }))
  expect(new URL(page.url()).pathname).toBe('/sign-in-mfa')
  await inspect()
  expect(await statusOfProfile()).toBe(401)
  await page.getByLabel('Code', { exact: true }).fill('12345')
  await page.getByRole('button', { name: 'Verify' }).click()
  await untilShown(page.getByText('Enter the six digits that your app shows'))
  await page.getByLabel('Code', { exact: true }).fill(getCode(0))
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.waitForURL('**/account/security')
  await untilShown(page.getByText('MFA on'))
})

test('the first step survives a reload, and a recovery code is the second', async () => {
  await signOut()
  await enterPassword()
  await page.waitForURL('**/sign-in-mfa*')
  await page.reload()
  await page.getByRole('link', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  await inspect()
  await page.getByRole('button', { name: 'Verify' }).click()
  await untilShown(page.getByText('9 recovery codes remaining'))
  expect(await statusInside()).toBe(200)
})

test('a used recovery code is refused', async () => {
  await signOut()
  await enterPassword()
  await page.getByRole('link', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
  await untilShown(page.getByText(/Incorrect recovery code/u))
  await page.getByLabel('Recovery code').fill(recoveryCodes[1] ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
  expect(await statusInside()).toBe(200)
})

test('a passkey is added, and the same device is not added twice', async () => {
  await page.goto('/account/security')
  const add = async (name: string) => {
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  }
  await add('Laptop')
  await untilShown(page.getByRole('button', { name: 'Remove Laptop' }))
  await inspect()
  await add('Laptop again')
  await untilShown(page.getByText('This device already has a passkey for your account.'))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await untilShown(page.getByRole('button', { name: 'Remove Laptop' }))
  expect(await page.getByRole('button', { name: /^Remove Laptop/u }).count()).toBe(1)
})

test('the passkey signs in without an address, a password or a code', async () => {
  await signOut()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  expect(await statusInside()).toBe(200)
  await page.goto('/account/security')
  const passkeys = page.getByRole('list', { name: 'Passkeys' })
  await untilShown(passkeys.getByText(/last used/u))
})

test('the passkey is a second factor after the password too', async () => {
  await signOut()
  await enterPassword()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  expect(await statusInside()).toBe(200)
})

test('a session of another browser is listed and ended from here', async () => {
  const elsewhere = await openVisitor(browser, { url: new URL(page.url()).origin })
  const other = elsewhere.page
  await other.goto('/sign-in')
  await other.getByLabel('Email').fill(email)
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.getByRole('link', { name: 'Use a recovery code' }).click()
  await other.getByLabel('Recovery code').fill(recoveryCodes[2] ?? '')
  await other.getByRole('button', { name: 'Verify' }).click()
  await other.waitForURL('**/organizations')

  await page.goto('/account/security')
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await untilShown(sessions.nth(1))
  await page.getByRole('button', { name: 'End all others' }).click()
  await untilShown(page.getByText('1 session ended'))
  await other.goto('/account/me')
  await untilShown(other.getByRole('heading', { name: 'Sign in' }))
  expect(new URL(other.url()).searchParams.get('returnTo')).toBe('/account/me')
  await elsewhere.context.close()
})

test('at the address of this machine the page explains where passkeys work', async () => {
  const numbered = await openVisitor(browser, { url: getSharedUrl() })
  await numbered.page.goto('/sign-in')
  const button = numbered.page.getByRole('button', { name: 'Sign in with a passkey' })
  await untilShown(numbered.page.getByText('Passkeys need a host name, not an IP address.'))
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  await numbered.page.getByRole('link', { name: /^Open this page at localhost:\d+$/u }).click()
  await numbered.page.waitForURL(/^http:\/\/localhost:\d+\/sign-in/u)
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe(null)
  await numbered.context.close()
})

test('the last factors are removed, and the password alone signs in again', async () => {
  for (const name of ['Laptop', 'Phone']) {
    await page.getByRole('button', { name: `Remove ${name}` }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/u })
      .click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await untilShown(page.getByText('MFA off'))
  await signOut()
  await enterPassword()
  expect(await statusInside()).toBe(200)
})

test('none of these pages has an accessibility fault', () => {
  expect(faults).toEqual([])
})

test('no step sent a request to another host or threw an error', () => {
  expect(visitor.foreignRequests).toEqual([])
  expect(visitor.errors).toEqual([])
})
