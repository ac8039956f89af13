import { databaseQuery } from '@basalt/contract/database/query'
import { projects } from '@basalt/contract/project/projects'
import { clientWithCookies, waitFor } from '@basalt/testkit'
import type { Browser, Page } from 'playwright-core'
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
import { runSql, untilShown } from './steps.ts'

// A user's first hour, in order: each step continues where the one before it ended.

let browser: Browser
let visitor: Visitor
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  visitor = await openVisitor(browser, { url: getSharedUrl() })
  page = visitor.page
})

afterAll(endVisits)

stepsInOrder(() => [page])

/** Faults of every visited page, reported at the end: they stop no step. */
const faults: string[] = []
const inspect = async () => faults.push(...(await accessibilityFaults(page)))

const inProject = (path: string) => {
  const [, ref = ''] = /\/project\/([a-z]+)/u.exec(page.url()) ?? []
  return `/project/${ref}${path}`
}

test('a visitor is sent to sign in and can choose to sign up', async () => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Create an account' }).click()

  await untilShown(page.getByRole('heading', { name: 'Create your account' }))
  expect(new URL(page.url()).pathname).toBe('/sign-up')
  await inspect()
})

test('a weak password is refused and a strong one creates an account', async () => {
  await page.getByLabel('Email').fill('mara@example.test')
  await page.getByLabel('Password', { exact: true }).fill('password')
  await untilShown(page.getByText('This password is not acceptable.'))
  await page.getByLabel('Password', { exact: true }).fill('plain-otter-Velvet-41-quarry')
  await untilShown(page.getByText('This password is strong.'))
  await page.getByRole('button', { name: 'Sign up' }).click()

  await untilShown(page.getByRole('heading', { level: 1, name: 'Organizations' }))
  expect(new URL(page.url()).pathname).toBe('/organizations')
  await inspect()
})

test('an organization is created and leads to its first project', async () => {
  await page
    .getByRole('link', { name: /new organization|create/iu })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Fjell Outdoor')
  await inspect()
  await page.getByRole('button', { name: 'Create organization' }).click()

  await page.waitForURL('**/new/*')
  await untilShown(page.getByRole('heading', { name: 'New project' }))
  expect(await page.getByText('Fjell Outdoor').first().isVisible()).toBe(true)
})

test('a project is created and its database starts by itself', async () => {
  await page.getByRole('textbox', { name: 'Name' }).fill('Shop')
  await inspect()
  await page.getByRole('button', { name: 'Create project' }).click()

  await page.waitForURL('**/project/*')
  await untilShown(page.getByText('Healthy', { exact: true }).first(), 30_000)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Shop')
  await inspect()
})

test('several statements run, and the result of each can be read', async () => {
  await page.goto(inProject('/sql/new'))
  await runSql(
    page,
    `create table plants (id bigint primary key, name text not null, height numeric, seen_at timestamptz);
insert into plants values (9007199254740993, 'Moss', 0.10, '2024-02-29 12:00:00.123456+00'), (2, 'Fern', 1.5, null);
select id, name, height from plants order by name;`,
    'Run and enable RLS',
  )

  const results = page.getByRole('region', { name: 'Results' })
  await untilShown(results.getByRole('gridcell', { name: '9007199254740993' }))
  expect(await results.getByRole('gridcell').allTextContents()).toEqual([
    '2',
    'Fern',
    '1.5',
    '9007199254740993',
    'Moss',
    '0.10',
  ])
  await inspect()
})

test('an error is shown with PostgreSQL’s message', async () => {
  await runSql(page, 'select 1;\nselect nme from plants;')

  const results = page.getByRole('region', { name: 'Results' })
  await untilShown(results.getByText('column "nme" does not exist'))
  expect(await results.getByRole('alert').count()).toBe(1)
  await inspect()
})

test('a row is edited in the table editor, exact to the last digit', async () => {
  await page.goto(inProject('/editor'))
  await page.getByRole('link', { name: 'plants' }).click()
  const grid = page.getByRole('grid')
  await untilShown(grid.getByRole('gridcell', { name: '9007199254740993' }))
  await untilShown(grid.getByRole('gridcell', { name: '0.10', exact: true }))
  await inspect()

  await grid.getByRole('gridcell', { name: 'Moss' }).dblclick()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Sphagnum')
  const saved = page.waitForResponse((response) => response.url().endsWith('/changes'))
  await page.keyboard.press('Enter')
  expect((await saved).status()).toBe(200)
  await untilShown(grid.getByRole('gridcell', { name: 'Sphagnum' }))
})

test('the edit is in the database, and nothing else changed', async () => {
  await page.goto(inProject('/sql/new'))
  await runSql(
    page,
    "select id || '/' || name || '/' || height || '/' || coalesce(seen_at::text, '-') as line from plants order by id desc;",
  )

  const results = page.getByRole('region', { name: 'Results' })
  await untilShown(
    results.getByRole('gridcell', {
      name: '9007199254740993/Sphagnum/0.10/2024-02-29 12:00:00.123456+00',
    }),
  )
  expect(await results.getByRole('gridcell', { name: '2/Fern/1.5/-' }).count()).toBe(1)
})

test('a cancelled query stops in the database', async () => {
  await runSql(page, 'select pg_sleep(600);')
  await waitFor(async () => (await sleepers()) === '1', { what: 'The query runs' })
  await page.getByRole('button', { name: 'Cancel' }).first().click()

  await untilShown(
    page
      .getByRole('region', { name: 'Results' })
      .getByText(/cancel/iu)
      .first(),
  )
  await waitFor(async () => (await sleepers()) === '0', { what: 'The query has ended' })
  expect(await sleepers()).toBe('0')
})

/** How many queries sleep in the project's database, queried outside of the browser. */
async function sleepers(): Promise<string | null> {
  const [, ref = ''] = /\/project\/([a-z]+)/u.exec(page.url()) ?? []
  let connection = ''
  const person = clientWithCookies(getSharedUrl(), () => ({ 'x-connection-encrypted': connection }))
  for (const { name, value } of await visitor.context.cookies()) person.cookies.set(name, value)
  connection = (await person.call(projects.detail, { params: { ref } })).connectionString ?? ''
  let count: string | null = null
  const query =
    "select count(*) from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'"
  await person.stream(
    databaseQuery.run,
    { params: { ref }, body: { query } },
    { onLine: (line) => (count = line.type === 'rows' ? (line.rows[0]?.[0] ?? null) : count) },
  )
  return count
}

test('an unknown path shows the not-found page', async () => {
  await page.goto('/there/is/nothing')

  await untilShown(page.getByRole('heading', { name: /^Page not found/u }))
  expect(new URL(page.url()).pathname).toBe('/there/is/nothing')
  await inspect()
})

test('a project of another user leads back with a message', async () => {
  await page.goto('/project/abcdefghijklmnopqrst')

  await untilShown(page.getByText('This project does not exist'))
  expect(new URL(page.url()).pathname).toBe('/organizations')
})

test('none of these pages has an accessibility fault', () => {
  expect(faults).toEqual([])
})

test('no step sent a request to another host or threw an error', () => {
  expect(visitor.foreignRequests).toEqual([])
  expect(visitor.errors).toEqual([])
})
