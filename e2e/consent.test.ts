import { profiles } from '@basalt/contract/account/profile'
import { signIn } from '@basalt/contract/account/sign-in'
import { clientWithCookies } from '@basalt/testkit'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import {
  accessibilityFaults,
  keepScreenshot,
  endVisits,
  openBrowser,
  openVisitor,
} from './browser.ts'
import type { Visitor } from './browser.ts'
import { getSharedUrl } from './built-install.ts'
import { createProject, type MadeProject, runSql, untilShown } from './steps.ts'

let browser: Browser
let visitor: Visitor
let page: Page
let project: MadeProject
/** The network log: every event that the browser sent. */
const events: { event: string; pathname: string }[] = []

beforeAll(async () => {
  browser = await openBrowser()
  visitor = await openVisitor(browser, { url: getSharedUrl() })
  page = visitor.page
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/platform/telemetry/event') return
    events.push(request.postDataJSON() as (typeof events)[number])
  })
  const person = clientWithCookies(getSharedUrl())
  await person.call(signIn.signUp, {
    body: { email: 'consenting@example.test', password: 'plain-otter-Velvet-41-quarry' },
  })
  await person.call(profiles.get, {})
  project = await createProject(person)
  await visitor.context.addCookies(
    [...person.cookies].map(([name, value]) => ({ name, value, url: getSharedUrl() })),
  )
})

afterAll(endVisits)

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepScreenshot(page, task.name)
})

const cookieNames = async () => (await visitor.context.cookies()).map(({ name }) => name)

const togglePreview = async (button: string) => {
  await page.getByRole('button', { name: /^Account menu/u }).click()
  await page.getByRole('menuitem', { name: 'Feature previews' }).click()
  await page.getByRole('button', { name: 'Column-level privileges' }).click()
  await page.getByRole('button', { name: button }).click()
}

test('no event is sent before consent, with any actions', async () => {
  await page.goto(`/project/${project.ref}`)
  await untilShown(page.getByRole('region', { name: 'Privacy' }))
  expect(await accessibilityFaults(page)).toEqual([])
  await togglePreview('Enable feature')
  await untilShown(page.getByRole('button', { name: 'Disable feature' }))
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(events).toEqual([])
  expect(await cookieNames()).toEqual(['basalt_session', 'basalt_browser'])
})

test('the toast does not cover the page: it is below it', async () => {
  const toast = await page.getByRole('region', { name: 'Privacy' }).boundingBox()
  expect(toast?.height).toBeLessThanOrEqual(22)
  const content = await page.getByRole('main').boundingBox()
  expect((content?.y ?? 0) + (content?.height ?? 0)).toBeLessThanOrEqual((toast?.y ?? 0) + 1)
})

test("the toast does not move the page's controls when it appears", async () => {
  const { page: strange, context } = await openVisitor(browser, { url: getSharedUrl() })
  await strange.addInitScript(() => {
    const places = new Set<number>()
    const appearance = () => {
      const button = document.querySelector('main button[type=submit]')
      if (button !== null) places.add(Math.round(button.getBoundingClientRect().y))
      document.body?.setAttribute('data-places', [...places].join())
      requestAnimationFrame(appearance)
    }
    appearance()
  })
  await strange.goto('/sign-in')
  await untilShown(strange.getByRole('region', { name: 'Privacy' }))
  await strange.waitForTimeout(100)
  const places = await strange.locator('body').getAttribute('data-places')
  const [first = Number.NaN, ...others] = (places ?? '').split(',').map(Number)
  // Half a pixel is rounded either way.
  for (const one of [first, ...others]) expect(Math.abs(one - first)).toBeLessThanOrEqual(1)
  await context.close()
})

test('with consent the next event is sent, and only then there is a cookie', async () => {
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('region', { name: 'Privacy' }).waitFor({ state: 'detached' })
  expect(events).toEqual([])
  expect(await cookieNames()).toEqual(['basalt_session', 'basalt_browser'])
  const answer = page.waitForResponse((response) => response.url().endsWith('/telemetry/event'))
  await togglePreview('Disable feature')
  await (await answer).finished()
  expect(events).toMatchObject([
    { event: 'feature_preview_disabled', pathname: `/project/${project.ref}` },
  ])
  expect((await cookieNames()).toSorted()).toEqual([
    'basalt_browser',
    'basalt_session',
    'basalt_telemetry',
  ])
  await page.getByRole('button', { name: 'Enable feature' }).click()
  await page.keyboard.press('Escape')
})

test('opting out clears the cookie, and no event follows', async () => {
  const sent = events.length
  await page.getByRole('button', { name: /^Account menu/u }).click()
  await page.getByRole('menuitem', { name: 'Privacy settings' }).click()
  await untilShown(page.getByLabel('Essential', { exact: true }))
  expect(await accessibilityFaults(page)).toEqual([])
  const answer = page.waitForResponse((response) => response.url().endsWith('/platform/consent'))
  await page.getByRole('button', { name: 'Opt out of all' }).click()
  await (await answer).finished()
  await togglePreview('Disable feature')
  await page.getByRole('button', { name: 'Enable feature' }).click()
  await page.keyboard.press('Escape')
  expect(events).toHaveLength(sent)
  expect(await cookieNames()).toEqual(['basalt_session', 'basalt_browser'])
})

test('the enabled preview lets a role read one column and not the other', async () => {
  await page.goto(`/project/${project.ref}/sql/new`)
  await runSql(
    page,
    "create table staff (name text, salary numeric); create role clerk; select upper('created')",
    'Run anyway',
  )
  await untilShown(page.getByText('CREATED', { exact: true }).first())
  await page.goto(`/project/${project.ref}`)
  await page.getByRole('link', { name: 'Database' }).click()
  await page.getByRole('link', { name: 'Column-level privileges' }).click()
  await page.getByRole('button', { name: 'Table: none' }).click()
  await page.getByRole('option', { name: 'staff' }).click()
  await page.getByLabel('Role').selectOption('clerk')
  await page.getByLabel('SELECT name').check()
  await page.getByRole('button', { name: 'Review SQL' }).click()
  await untilShown(page.getByText('grant SELECT ("name") on table "public"."staff" to "clerk";'))
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Change privileges' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.reload()
  await untilShown(page.getByLabel('SELECT name'))
  expect(await page.getByLabel('SELECT name').isChecked()).toBe(true)
  expect(await page.getByLabel('SELECT salary').isChecked()).toBe(false)
  expect(await accessibilityFaults(page)).toEqual([])
  expect(visitor.foreignRequests).toEqual([])
  expect(visitor.errors).toEqual([])
})
