import { profiles } from '@basalt/contract/account/profile'
import { signIn } from '@basalt/contract/account/sign-in'
import { databaseQuery } from '@basalt/contract/database/query'
import { databaseTables } from '@basalt/contract/database/tables'
import { projects } from '@basalt/contract/project/projects'
import { clientWithCookies } from '@basalt/testkit'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import {
  accessibilityFaults,
  keepScreenshot,
  endVisits,
  openBrowser,
  openVisitor,
  screens,
} from './browser.ts'
import { getSharedUrl } from './built-install.ts'
import { createProject, type MadeProject, untilShown } from './steps.ts'

let browser: Browser
let page: Page
let project: MadeProject
let person: ReturnType<typeof clientWithCookies>
let connection = ''

beforeAll(async () => {
  browser = await openBrowser()
  const visitor = await openVisitor(browser, { url: getSharedUrl(), screen: screens.phone })
  page = visitor.page
  person = clientWithCookies(getSharedUrl(), () => ({ 'x-connection-encrypted': connection }))
  await person.call(signIn.signUp, {
    body: { email: 'phone@example.test', password: 'plain-otter-Velvet-41-quarry' },
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

const pages: [name: string, path: () => string, heading: string][] = [
  ['the organizations', () => '/organizations', 'Organizations'],
  ['a new project', () => `/new/${project.slug}`, 'New project'],
  ['a project', () => `/project/${project.ref}`, 'Pocket'],
  ['the extensions', () => `/project/${project.ref}/database/extensions`, 'Extensions'],
  ['the account', () => '/account/me', 'Account'],
  ['the guides', () => '/guides', 'Guides'],
  ['a guide', () => '/guides/database/extensions/pg_trgm', 'pg_trgm'],
]

test.for(pages)('%s fits a phone and has no accessibility fault', async ([, path, heading]) => {
  await page.goto(path())
  await untilShown(page.getByRole('heading', { name: new RegExp(heading, 'iu') }).first())

  expect(await overhang(page)).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
})

test('every area of a project can be reached from the bar at the bottom', async () => {
  await page.goto(`/project/${project.ref}`)
  const bar = page
    .getByRole('navigation')
    .filter({ has: page.getByRole('link', { name: 'SQL editor' }) })
  await untilShown(bar)
  // The consent toast appears when the page is idle, and is below the bar.
  const toast = await page.getByRole('region', { name: 'Privacy' }).boundingBox()
  expect(toast?.height).toBeLessThanOrEqual(32)
  await page.getByRole('button', { name: 'Opt out', exact: true }).click()
  const bottom = async () => {
    const box = await bar.boundingBox()
    return Math.round((box?.y ?? 0) + (box?.height ?? 0))
  }
  await expect.poll(bottom).toBe(screens.phone.height)

  await bar.getByRole('link', { name: 'SQL editor' }).click()
  await untilShown(page.getByRole('textbox', { name: 'SQL' }))
  await page.getByRole('link', { name: 'Table editor' }).first().click()
  await page.waitForURL('**/editor')
  expect(await overhang(page)).toBe(0)
})

test("the table's toolbar scrolls next to the button for a new row, not below it", async () => {
  await page.goto(`/project/${project.ref}/editor/${await madeTable()}`)
  const insert = page.getByRole('button', { name: 'Insert row' })
  const bar = page.locator('section h1').locator('..')
  await untilShown(bar.getByRole('button', { name: 'Export rows' }))
  const edges = async (found: Locator) => {
    const { x, width } = (await found.boundingBox()) ?? { x: 0, width: 0 }
    return [x, x + width]
  }
  const [, end = Infinity] = await edges(bar)
  const [start = 0, side = Infinity] = await edges(insert)
  expect(end).toBeLessThanOrEqual(start)
  expect(side).toBeLessThanOrEqual(screens.phone.width)
  expect(await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
  // It fades out at the side where it continues, and only there.
  const fades = () =>
    bar.evaluate((element) => {
      const stops = getComputedStyle(element).maskImage.match(/rgba?\([^)]*\)/gu) ?? []
      return [stops.at(0), stops.at(-1)].map((stop) => stop === 'rgba(0, 0, 0, 0)')
    })
  await expect.poll(fades).toEqual([false, true])
  await bar.evaluate((element) => element.scrollTo(60, 0))
  await expect.poll(fades).toEqual([true, true])
  await bar.evaluate((element) => element.scrollTo(9999, 0))
  await expect.poll(fades).toEqual([true, false])
})

async function madeTable(): Promise<number> {
  const { ref } = project
  const { connectionString } = await person.call(projects.detail, { params: { ref } })
  connection = connectionString ?? ''
  const query = 'create table leaves (id int primary key)'
  await person.stream(databaseQuery.run, { params: { ref }, body: { query } }, { onLine: () => {} })
  const { tables } = await person.call(databaseTables.list, {
    params: { ref },
    query: { included_schemas: ['public'] },
  })
  return tables.find(({ name }) => name === 'leaves')?.id ?? 0
}

/** By how many pixels the page can be scrolled sideways. */
const overhang = (shown: Page) =>
  shown.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
