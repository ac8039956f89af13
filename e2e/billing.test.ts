import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import {
  accessibilityFaults,
  keepScreenshot,
  endVisits,
  openBrowser,
  openVisitor,
  screens,
  type Visitor,
} from './browser.ts'
import { getSharedUrl } from './built-install.ts'
import { untilShown } from './steps.ts'

let browser: Browser
let visitor: Visitor
let page: Page
let slug = ''

beforeAll(async () => {
  browser = await openBrowser()
  visitor = await openVisitor(browser, { url: getSharedUrl() })
  ;({ page } = visitor)
})
afterAll(endVisits)
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepScreenshot(page, task.name)
})

const banner = (title: string) => page.getByRole('region', { name: 'Banners' }).getByText(title)

describe('from the price list to the bill', () => {
  test('a visitor compares plans before signing up', async () => {
    await page.goto('/pricing')
    await untilShown(page.getByRole('heading', { name: 'Pricing' }))
    for (const price of ['$0.00', '$25.00', '$599.00']) {
      await expect(page.getByText(price, { exact: true }).first().isVisible()).resolves.toBe(true)
    }
  })

  test('a visitor who chose a plan there signs up and starts on it', async () => {
    await page.goto('/sign-up')
    await page.getByLabel('Email').fill('payer@example.test')
    await page.getByLabel('Password', { exact: true }).fill('plain-otter-Velvet-41-quarry')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.waitForURL('**/organizations')
    await page.getByRole('button', { name: 'Opt out' }).click()
    await page.goto('/new?plan=pro')
    await page.getByLabel('Name').fill('Payers')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.waitForURL('**/new/*')
    slug = /\/new\/([^/?]+)/u.exec(page.url())?.[1] ?? ''
    expect(slug).not.toBe('')
  })

  test('an organization on Pro is warned that its billing address is missing, with a link to the form', async () => {
    await page.goto(`/org/${slug}`)
    await untilShown(banner('Missing Billing Information'))
    await untilShown(
      banner(
        'Please add a billing address. If you are a registered business, please add a tax ID too.',
      ),
    )
    await page.getByRole('link', { name: 'View Details' }).click()
    await page.waitForURL(`**/org/${slug}/billing#address`)
    await untilShown(page.getByLabel('Street and number'))
    expect(new URL(page.url()).hash).toBe('#address')
  })

  test('the banner disappears once there is an address', async () => {
    const form = page.getByRole('form', { name: 'Billing address and tax ID' })
    await form.getByLabel('Street and number').fill('12 Quarry Lane')
    await form.getByLabel('City').fill('Basel')
    await form.getByLabel('Country').selectOption({ label: 'Switzerland' })
    await form.getByRole('button', { name: 'Save' }).click()
    await banner('Missing Billing Information').waitFor({ state: 'hidden' })
    await page.reload()
    await expect(form.getByLabel('Street and number').inputValue()).resolves.toBe('12 Quarry Lane')
  })

  test('a change of plan shows its charge first, and a smaller plan the lost features', async () => {
    await page.goto(`/org/${slug}/billing`)
    await page.getByRole('button', { name: 'Change plan' }).click()
    await page.getByRole('button', { name: 'Change to Free' }).click()
    await untilShown(page.getByRole('heading', { name: 'Losses' }))
    await untilShown(page.getByRole('dialog').getByText('Database size').first())
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Upgrade to Team' }).click()
    await untilShown(page.getByRole('heading', { name: 'Cost' }))
    await page
      .getByRole('button', { name: /^(?:Upgrade|Change|Confirm)/u })
      .last()
      .click()
    // Leaving the page would abort the request.
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.goto(`/org/${slug}/billing`)
    const fee = page.getByText('$599.00 per month').first()
    await untilShown(fee)
    await expect(fee.isVisible()).resolves.toBe(true)
  })

  test('a spend cap is set after previewing its effect at $30', async () => {
    await page.goto(`/org/${slug}/billing`)
    await page.getByLabel('Effects at').fill('30')
    const last = page.getByRole('row', { name: /\$45\.00.*Projects are paused/u })
    await untilShown(last)
    await expect(last.count()).resolves.toBe(1)
  })

  test('a support request survives a reload, is sent and listed', async () => {
    await page.goto('/support/new?category=Billing&subject=Two+invoices&message=Which+one%3F')
    await untilShown(page.getByRole('heading', { name: /support/iu }).first())
    await expect(page.getByLabel('Subject').inputValue()).resolves.toBe('Two invoices')
    await page.getByLabel('Message').fill('Which of the two is due first?')
    await page.reload()
    await expect(page.getByLabel('Message').inputValue()).resolves.toBe(
      'Which of the two is due first?',
    )
    await page.getByRole('button', { name: /^Send/u }).click()
    await page.goto('/support')
    await untilShown(page.getByText('Two invoices').first())
  })

  test('no request left this machine on the way', () => {
    expect(visitor.foreignRequests).toEqual([])
    expect(visitor.errors).toEqual([])
  })
})

describe('each page of billing', () => {
  const pages: [name: string, path: () => string][] = [
    ['pricing', () => '/pricing'],
    ['billing', () => `/org/${slug}/billing`],
    ['usage', () => `/org/${slug}/usage`],
    ['support form', () => '/support/new'],
    ['support requests', () => '/support'],
    ['a new organization', () => '/new'],
    ['sales form', () => '/contact/enterprise'],
    ['status', () => '/status'],
  ]

  test.for(pages)('%s has no accessibility fault, and fits a phone', async ([, path]) => {
    await page.goto(path())
    await untilShown(page.getByRole('heading').first())
    await page.waitForLoadState('networkidle')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.setViewportSize(screens.phone)
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBe(0)
    await page.setViewportSize(screens.desktop)
  })
})

test('the status page can be read without signing in, without scripts', async () => {
  const answer = await fetch(`${getSharedUrl()}/status`)
  const html = await answer.text()
  expect(answer.status).toBe(200)
  expect(html).not.toContain('<script')
  expect(html).toContain('All systems')
})
