import { readFile } from 'node:fs/promises'

import { audit } from '@basalt/contract/organization/audit'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { accessibilityFaults } from './browser.ts'
import { editorJourney } from './editor-journey.ts'
import type { EditorVisit } from './editor-visit.ts'
import { runSql, untilSaved, untilShown } from './steps.ts'

// A query on a production project, in an organization, on another device and after a session
// expired.

let browser: Browser
let visit: EditorVisit
let page: Page

const faults: string[] = []
const email = 'everywhere@basalt.test'

const journey = editorJourney({
  email,
  setup: `create table pots (id int primary key, price int);
      insert into pots select n, 10 from generate_series(1, 300) n`,
})

beforeAll(async () => {
  ;({ page, visit, browser } = journey())
  // The file picker cannot be operated here; without it the browser downloads.
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
})

const at = (path: string) => `/project/${visit.project.ref}${path}`
const editor = (where = page) => where.getByRole('textbox', { name: 'SQL' })
const results = () => page.getByRole('region', { name: 'Results' })
/** Leaving the page would take the answer away. */
async function tick(name: RegExp) {
  const saved = page.waitForResponse((response) => response.request().method() !== 'GET')
  await page.getByRole('checkbox', { name }).click()
  expect((await saved).status()).toBe(200)
  await expect.poll(() => page.getByRole('checkbox', { name }).isChecked()).toBe(true)
}
const prices = async () => (await visit.ask('select sum(price) from pots'))[0]?.[0]

test('in a production project writes are previewed by default', async () => {
  await page.goto(at(''))
  await tick(/This is a production project/u)
  await page.goto(at('/sql/new'))
  await runSql(page, 'update pots set price = 0', 'Run and hold')
  const panel = page.getByRole('region', { name: 'Changes before commit' })
  await untilShown(panel.getByText('300 updated, of 300 rows'))
  expect(await prices()).toBe('3000')
  faults.push(...(await accessibilityFaults(page)))
  await panel.getByRole('button', { name: 'Roll back' }).click()
  await untilShown(panel.getByText('Rolled back', { exact: true }))
  expect(await prices()).toBe('3000')
})

test('the text of a run is in the audit log where the organization requires it', async () => {
  const runs = async () =>
    (
      await visit.owner.client.call(audit.list, {
        params: { slug: visit.project.slug },
        query: { action: 'sql.run' },
      })
    ).rows.map(({ after }) => JSON.stringify(after))
  await runSql(page, "select 'not kept'")
  await untilShown(results().getByRole('gridcell', { name: 'not kept' }))
  await page.goto(`/org/${visit.project.slug}/security`)
  await tick(/Store the full text/u)
  await page.goto(at('/sql/new'))
  await runSql(page, "select 'kept here'")
  await untilShown(results().getByRole('gridcell', { name: 'kept here' }))
  await expect.poll(async () => (await runs()).join('\n')).toContain("select 'kept here'")
  expect((await runs()).join('\n')).not.toContain('not kept')
})

test('all rows of a result are exported, of which the page shows the first', async () => {
  await runSql(page, 'select id from pots order by id')
  await untilShown(results().getByText('100 rows').first())
  await page.getByRole('button', { name: 'Download rows' }).click()
  await page.getByRole('menuitem', { name: 'Run again and export…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run again and export' })
  faults.push(...(await accessibilityFaults(page)))
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Run again' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.trim().split(/\r?\n/u)).toEqual([
    'id',
    ...Array.from({ length: 300 }, (_, n) => `${n + 1}`),
  ])
})

test('another device continues the query', async () => {
  await page.waitForURL(/\/sql\/[0-9a-f-]{36}/u)
  await untilSaved(page)
  const device = await visit.owner.open(browser)
  await device.page.goto(page.url())
  await untilShown(editor(device.page))
  await expect.poll(() => editor(device.page).innerText()).toContain('order by id')
  await editor(device.page).press('ControlOrMeta+End')
  const saved = device.page.waitForResponse(
    (response) => response.request().method() !== 'GET' && response.url().includes('/content/'),
  )
  await device.page.keyboard.insertText(' desc')
  expect((await saved).status()).toBe(200)
  await page.reload()
  await expect.poll(() => editor().innerText()).toContain('order by id desc')
  await device.context.close()
})

test('text that is written while the session has expired is there after signing in again', async () => {
  await editor().press('ControlOrMeta+End')
  await visit.visitor.context.clearCookies()
  await page.keyboard.insertText(' limit 7')
  // Any request of the page may lead there as well.
  const way = page.getByRole('link', { name: 'Sign in again' })
  void way.click().catch(() => undefined)
  await page.waitForURL('**/sign-in?**')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('plain-otter-Velvet-41-quarry')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/sql\/[0-9a-f-]{36}/u)
  await expect.poll(() => editor().innerText()).toContain('order by id desc limit 7')
  expect(await prices()).toBe('3000')
})

test('none of these pages has an accessibility fault or threw an error', () => {
  expect(faults).toEqual([])
  expect(visit.visitor.errors).toEqual([])
})
