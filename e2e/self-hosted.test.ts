import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import {
  accessibilityFaults,
  keepScreenshot,
  endVisits,
  openBrowser,
  openVisitor,
  type Visitor,
} from './browser.ts'
import { type BuiltInstall, startBuiltInstall } from './built-install.ts'
import { runSql, untilShown } from './steps.ts'

let install: BuiltInstall
let browser: Browser
let visitor: Visitor
let page: Page

beforeAll(async () => {
  install = await startBuiltInstall({ BASALT_MODE: 'self-hosted' })
  browser = await openBrowser()
  visitor = await openVisitor(browser, { url: install.url })
  page = visitor.page
})

afterAll(async () => {
  await endVisits()
  await install?.stop()
})

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepScreenshot(page, task.name)
})

test('the front page is the only project, without signing in', async () => {
  await page.goto('/')
  await page.waitForURL('**/project/default')
  await untilShown(page.getByText('Healthy', { exact: true }).first(), 30_000)

  expect(await accessibilityFaults(page)).toEqual([])
})

test('its database answers', async () => {
  await page.goto('/project/default/sql/new')
  await runSql(page, "select 'basalt ' || 6 * 7 as answer")

  const results = page.getByRole('region', { name: 'Results' })
  await untilShown(results.getByRole('gridcell', { name: 'basalt 42' }))
  expect(await results.getByRole('gridcell').count()).toBe(1)
})

test('the page of an organization redirects to the only project, with the reason', async () => {
  await page.goto('/org/anything')
  await page.waitForURL('**/project/default?error=org_not_found&org=anything')
  await untilShown(page.getByText("We couldn't find that organization"))
  expect(new URL(page.url()).pathname).toBe('/project/default')
})

test.for(['/organizations', '/new', '/sign-up', '/account/tokens'])(
  '%s does not exist here',
  async (path) => {
    await page.goto(path)
    await untilShown(page.getByRole('heading', { name: /^Page not found/u }))

    expect(await page.getByRole('link', { name: /organization/iu }).count()).toBe(0)
  },
)

test.for(['/platform/organizations', '/platform/signup', '/platform/stripe/invoices/overdue'])(
  'the call %s is answered 404 with a request id',
  async (path) => {
    const response = await fetch(install.url + path)

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 404, requestId: expect.any(String) })
  },
)

test('no request was sent to another host', () => {
  expect(visitor.foreignRequests).toEqual([])
  expect(visitor.errors).toEqual([])
})
