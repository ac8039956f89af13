import { readFile } from 'node:fs/promises'

import { signIn } from '@basalt/contract/account/sign-in'
import { invitations } from '@basalt/contract/organization/invitations'
import { snippets } from '@basalt/contract/project/snippets'
import { utility } from '@basalt/contract/utility'
import { parquetReadObjects } from 'hyparquet'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { accessibilityFaults } from './browser.ts'
import { editorJourney } from './editor-journey.ts'
import { type EditorVisit, newPerson, type Person } from './editor-visit.ts'
import { runSql, untilShown } from './steps.ts'

// The result of a run outlives its page, for the user who ran it only.

let url = ''
let visit: EditorVisit
let page: Page
let address = ''

const faults: string[] = []
const email = 'saver@basalt.test'

const journey = editorJourney({
  email,
  setup: `create table pots (id bigint primary key, name text);
      insert into pots select 9007199254740992 + n, 'pot ' || n from generate_series(1, 6000) n`,
})

beforeAll(() => {
  ;({ page, visit, url } = journey())
})

const results = () => page.getByRole('region', { name: 'Results' })
const grid = () => page.getByRole('grid', { name: 'Result', exact: true })
const before = () => results().getByText(/^Previous run/u)
const listCells = (name: string) =>
  page
    .getByRole('grid', { name, exact: true })
    .getByRole('gridcell')
    .evaluateAll((cells) => cells.slice(0, 2).map((cell) => cell.textContent))

async function inspect() {
  // The tooltip of a button is not part of the page.
  await page.mouse.move(700, 300)
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
  faults.push(...(await accessibilityFaults(page)))
}

/** The stored runs in the browser, one for each query. */
const storedRuns = () =>
  page.evaluate(async () => {
    const known = await indexedDB.databases()
    if (!known.some(({ name }) => name === 'basalt-runs')) return 0
    const opening = indexedDB.open('basalt-runs')
    // It was deleted just now: opening it must not create it.
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
    const isOpen = await new Promise<boolean>((resolve) => {
      opening.addEventListener('success', () => resolve(true))
      opening.addEventListener('error', () => resolve(false))
    })
    if (!isOpen) return 0
    const counting = opening.result.transaction('runs').objectStore('runs').count()
    await new Promise((resolve) => counting.addEventListener('success', resolve))
    opening.result.close()
    return counting.result
  })

async function runPots() {
  await runSql(page, 'select * from pots order by id;\nselect name, id from pots where id % 2 = 0;')
  await untilShown(page.locator('output').getByText('3,000 rows', { exact: true }))
}

/** From now on this user, who is signed in nowhere else, uses the browser. */
async function become({ client }: Person) {
  await page.context().clearCookies()
  await page
    .context()
    .addCookies([...client.cookies].map(([name, value]) => ({ name, value, url })))
}

test('two statements are shown side by side, each with its own rows', async () => {
  await page.goto(`/project/${visit.project.ref}/sql/new`)
  await page.getByLabel('Row limit').selectOption('No limit')
  await runPots()
  await page.getByRole('button', { name: 'Side by side' }).click()
  const pane = page.getByRole('complementary', { name: 'Second result' })
  await untilShown(pane.getByText(/^6,000 rows: no rows in both results/u))
  expect(await listCells('Second result')).toEqual(['9007199254740993', 'pot 1'])
  expect(await listCells('Result')).toEqual(['pot 2', '9007199254740994'])
  await pane.getByRole('combobox').selectOption({ index: 1 })
  await untilShown(pane.getByText('3,000 rows', { exact: true }))
  await page.setViewportSize({ width: 800, height: 900 })
  const [left, right] = [await grid().boundingBox(), await pane.boundingBox()]
  expect(right?.y).toBeGreaterThan((left?.y ?? 0) + 60)
  await page.setViewportSize({ width: 1280, height: 800 })
  await inspect()
  await page.waitForURL(/\/sql\/[\da-f-]{36}$/u)
  address = page.url()
})

test('after a reload the rows are shown and marked, and nothing was run', async () => {
  await expect.poll(storedRuns).toBe(1)
  const runs: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/query')) runs.push(request.url())
  })
  await page.reload()
  await untilShown(before())
  await untilShown(grid().getByRole('gridcell', { name: 'pot 2', exact: true }))
  await page.getByRole('tab', { name: /^1 SELECT/u }).click()
  expect(await before().textContent()).toMatch(/\d\d:\d\d, 5,000 of 6,000 rows kept$/u)
  await page.getByRole('searchbox', { name: 'Filter rows' }).fill('pot 42')
  await untilShown(page.getByText('111 of 5,000 rows match'))
  await untilShown(page.getByText(/^More rows were returned than the browser keeps/u))
  await inspect()
  expect(runs).toEqual([])
})

test('they are exported as Parquet with all digits', async () => {
  await page.getByRole('searchbox', { name: 'Filter rows' }).fill('')
  await untilShown(grid().getByRole('gridcell', { name: 'pot 1', exact: true }))
  await page.getByRole('button', { name: 'Download rows' }).click()
  await untilShown(page.getByText('Incomplete: more rows were returned than the browser keeps'))
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download Parquet' }).click()
  const file = await readFile(await (await download).path())
  const rows = await parquetReadObjects({ file: new Uint8Array(file).buffer })
  expect(rows).toHaveLength(5000)
  expect(rows[0]).toEqual({ id: 9_007_199_254_740_993n, name: 'pot 1' })
})

test('running again is one click, and the result is current', async () => {
  await results().getByRole('button', { name: 'Run again' }).click()
  await before().waitFor({ state: 'detached' })
  await untilShown(page.locator('output').getByText('3,000 rows', { exact: true }))
  expect(await listCells('Result')).toEqual(['pot 2', '9007199254740994'])
})

test('a run whose page crashed is shown as interrupted, with the rows that arrived', async () => {
  await runSql(page, 'select n, pg_sleep(0.001) from generate_series(1, 1000000) n')
  await untilShown(grid().getByRole('gridcell', { name: '1', exact: true }).first(), 30_000)
  // It is stored for the first time after a second.
  await page.waitForTimeout(2000)
  const { context } = visit.visitor
  const next = await context.newPage()
  await next.goto(address)
  // The run continues here, so it was not interrupted.
  await untilShown(next.getByText(/^Results appear here/u))
  const crash = await context.newCDPSession(page)
  const isDeleted = page.waitForEvent('crash')
  crash.send('Page.crash').catch(() => undefined)
  await isDeleted
  page = next
  await page.goto(address)
  await untilShown(before())
  expect(await before().textContent()).toContain(
    'You left the page while it ran: the statement was cancelled.',
  )
  await untilShown(grid().getByRole('gridcell', { name: '1', exact: true }).first())
})

test('another user in this browser sees none of it, and nothing of it remains', async () => {
  const { owner, project } = visit
  const { call } = owner.client
  const id = address.split('/').at(-1) ?? ''
  await call(snippets.update, { params: { ref: project.ref, id }, body: { visibility: 'project' } })
  const guest = await newPerson(url, 'guest@basalt.test')
  const assignment = { role: 'Developer' as const, project_roles: [] }
  await call(invitations.send, {
    params: { slug: project.slug },
    body: { emails: ['guest@basalt.test'], assignment },
  })
  const mails = await guest.client.call(utility.outbox, {})
  const link = /https?:\/\/\S+/u.exec(
    mails.find(({ to }) => to === 'guest@basalt.test')?.text ?? '',
  )
  const token = new URL(link?.[0] ?? '').searchParams.get('token') ?? ''
  await guest.client.call(invitations.accept, { body: { token } })

  await become(guest)
  await page.goto(address)
  await untilShown(page.getByText(/^Results appear here/u))
  expect(await before().count()).toBe(0)
  await expect.poll(storedRuns).toBe(0)
})

test('signing out, or closing the query, deletes it; the history still has the last run', async () => {
  await become(visit.owner)
  await page.goto(address)
  await runPots()
  await expect.poll(storedRuns).toBe(1)
  await page.goto('/logout')
  await page.waitForURL('**/sign-in')
  await expect.poll(storedRuns).toBe(0)
  const { client } = visit.owner
  await client.call(signIn.signIn, { body: { email, password: 'plain-otter-Velvet-41-quarry' } })
  await become(visit.owner)
  await page.goto(address)
  await untilShown(
    page.getByText(/^Last run \d\d:\d\d, 9,000 rows, .*its rows are not saved in this browser$/u),
  )
  await inspect()
  await page.getByRole('button', { name: 'Run again' }).click()
  await untilShown(page.locator('output').getByText('3,000 rows', { exact: true }))
  await expect.poll(storedRuns).toBe(1)
  await page.keyboard.press('Alt+w')
  await expect.poll(storedRuns).toBe(0)
  expect([...new Set(faults)]).toEqual([])
  expect(visit.visitor.errors).toEqual([])
})
