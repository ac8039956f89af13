import { readFile } from 'node:fs/promises'

import { type ForeignServer, foreignServer } from '@basalt/testkit'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  accessibilityFaults,
  endVisits,
  openBrowser,
  openVisitor,
  type Visitor,
} from '../browser.ts'
import { type BuiltInstall, startBuiltInstall } from '../built-install.ts'
import { stepsInOrder } from '../in-order.ts'
import { hoverUntilShown, pressCell, untilShown } from '../steps.ts'

// An external database with foreign tables and views without keys, in order: each step continues
// where the one before it ended.

let server: ForeignServer
let install: BuiltInstall
let browser: Browser
let visitor: Visitor
let page: Page

const setup = /* SQL */ `
  create schema remote;
  create table remote.parcels (id int primary key, name text not null, weight numeric,
    state text not null default 'new' check (state <> 'lost'));
  insert into remote.parcels
    select i, 'parcel ' || i, i * 0.5, case when i % 3 = 0 then 'sent' else 'new' end
    from generate_series(1, 3000) i;
  create foreign table parcels (id int not null, name text, weight numeric, state text)
    server elsewhere options (schema_name 'remote', table_name 'parcels');
  create foreign table fixed (id int, name text)
    server elsewhere options (schema_name 'remote', table_name 'parcels', updatable 'false');
  create server nowhere foreign data wrapper postgres_fdw options (host '127.0.0.1', port '1');
  create user mapping for public server nowhere options (user 'nobody', password 'none');
  create foreign table unreachable (id int) server nowhere;
  create table plants (id int primary key, name text not null);
  insert into plants select i, 'plant ' || i from generate_series(1, 2500) i;
  create view plant_names as select id, name from plants;
  create view states as select state from parcels`

beforeAll(async () => {
  server = await foreignServer()
  for (const statement of setup.split(';')) await server.db.text(statement)
  install = await startBuiltInstall({
    BASALT_MODE: 'self-hosted',
    BASALT_PROJECT_DATABASE_URL: server.url,
  })
  browser = await openBrowser()
  visitor = await openVisitor(browser, { url: install.url })
  page = visitor.page
})
afterAll(async () => {
  await endVisits()
  await install?.stop()
  await server?.dispose()
})
stepsInOrder(() => [page])

const faults: string[] = []
const inspect = async () => faults.push(...(await accessibilityFaults(page)))
const ask = async (query: string) => (await server.db.text(query)).rows
const item = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}\\b`, 'u') })
const cell = (name: string) => page.getByRole('gridcell', { name, exact: true }).first()
const button = (name: string, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const openTab = async (name: string) => {
  await item(name).dblclick()
  await untilShown(page.getByRole('region', { name, exact: true }))
}
const choose = async (name: string, entry: string) => {
  await item(name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** In the order of its first column, from which the keys lead to any row. */
const sortBy = async (column: string) => {
  await button(`Sort by ${column} to load more`).click()
  await untilShown(button('Last rows'))
}

test('a foreign table is read unsorted, and sorted to its end', async () => {
  await page.goto('/project/default/editor')
  await openTab('parcels')
  await untilShown(cell('parcel 1'))
  await untilShown(page.getByText('More rows exist, but they have no order.'))
  await inspect()
  await sortBy('id')
  await pressCell(cell('parcel 1'))
  await page.keyboard.press('ControlOrMeta+ArrowDown')
  await untilShown(cell('parcel 3000'))
  await page.keyboard.press('ControlOrMeta+ArrowUp')
  await untilShown(cell('parcel 1'))
  await page.keyboard.press('ControlOrMeta+g')
  await page.getByRole('textbox', { name: 'Row number' }).fill('1500')
  await page.keyboard.press('Enter')
  await untilShown(cell('parcel 1500'))
  expect(await page.getByRole('rowheader', { name: '1,500', exact: true }).count()).toBe(1)
})

test('it is filtered, searched and counted on its server', async () => {
  await pressCell(cell('sent'))
  await page.getByRole('grid').press('Shift+F10')
  await page.getByRole('menuitem', { name: /^Filter by/u }).click()
  await untilShown(button('Remove state equals sent'))
  await button('Count rows').click()
  await untilShown(page.getByText('1,000 rows', { exact: true }))
  await button('Clear all').click()
  await untilShown(page.getByText('More rows exist, but they have no order.'))
  await page.keyboard.press('ControlOrMeta+Shift+f')
  await page.getByRole('searchbox', { name: 'Search all rows' }).fill('EL 2999')
  await page.keyboard.press('Enter')
  await untilShown(cell('parcel 2999'))
  expect(await page.getByRole('gridcell', { name: /^parcel/u }).count()).toBe(1)
  await untilShown(page.getByText('1 row', { exact: true }))
  await button('Clear all').click()
  await untilShown(page.getByText('More rows exist, but they have no order.'))
})

test('a row that the other server refuses shows the error, is corrected and inserted, without undo', async () => {
  await button('Insert row').click()
  const panel = page.getByRole('complementary').or(page.getByRole('form')).last()
  const field = (name: string) => panel.getByRole('textbox', { name })
  await field('id').fill('3001')
  await field('name').fill('of the other team')
  await field('state').fill('lost')
  await button('Insert row', panel).click()
  await untilShown(panel.getByText(/violates check constraint "parcels_state_check"/u))
  await field('state').fill('found')
  await button('Insert row', panel).click()
  await untilShown(page.getByText('Row inserted into parcels'))
  expect(await button('Undo').count()).toBe(0)
  expect(await ask('select name from remote.parcels where id = 3001')).toEqual([
    ['of the other team'],
  ])
  await button('History').click()
  await hoverUntilShown(
    dialog().getByRole('button', { name: 'Undo', exact: true }),
    page.getByText('The rows inserted into public.parcels have no key').first(),
  )
  await button('Close', dialog()).click()
})

test('rows are imported into it, the refused one is corrected, and all are exported', async () => {
  await choose('parcels', 'Import data…')
  await dialog()
    .getByLabel('Or paste rows')
    .fill('id,name,weight,state\n3002,a,1.5,new\n3003,b,heavy,new\n3004,c,2.5,new\n')
  await button('Use text', dialog()).click()
  await untilShown(dialog().getByText(/^3 rows, 4 columns/u))
  await button('Import 3 rows', dialog()).click()
  await dialog().getByLabel('weight, line 3').fill('9.5')
  await button('Try 1 row again', dialog()).click()
  await untilShown(page.getByText(/3 rows imported|Imported 3 rows/u).first())
  expect(await ask('select id, weight from remote.parcels where id > 3001 order by 1')).toEqual([
    ['3002', '1.5'],
    ['3003', '9.5'],
    ['3004', '2.5'],
  ])
  await button('Export rows').click()
  const coming = page.waitForEvent('download')
  await button('Export', dialog()).click()
  const lines = (await readFile(await (await coming).path(), 'utf8')).trimEnd().split('\r\n')
  expect([lines.length, lines[0]]).toEqual([3005, 'id,name,weight,state'])
})

test('the panel names the server of the rows, and saves a comment', async () => {
  await choose('parcels', 'Edit foreign table')
  await untilShown(dialog().getByText('The rows are on a foreign server'))
  await dialog().getByLabel('Comment').fill('Parcels of the other team')
  await inspect()
  await button('Save changes', dialog()).click()
  await dialog().waitFor({ state: 'detached' })
  expect(await ask(`select obj_description('parcels'::regclass)`)).toEqual([
    ['Parcels of the other team'],
  ])
})

test('read-only and unreachable tables show the reason', async () => {
  await openTab('fixed')
  await untilShown(cell('parcel 1'))
  await hoverUntilShown(
    button('Insert row'),
    page.getByText(/This foreign table is read-only/u).first(),
  )
  await openTab('unreachable')
  const failure = page.getByRole('alert')
  await untilShown(failure.getByText('The rows could not be loaded'))
  await untilShown(
    failure.getByText(/could not connect to server "nowhere"\. connection to server at .* failed/u),
  )
  expect(await page.getByRole('grid').count()).toBe(0)
  await inspect()
})

test('a view is read to its end, and accepts a row where PostgreSQL does', async () => {
  await openTab('plant_names')
  await sortBy('id')
  await pressCell(cell('plant 1'))
  await page.keyboard.press('ControlOrMeta+ArrowDown')
  await untilShown(cell('plant 2500'))
  await button('Insert row').click()
  await page.getByRole('textbox', { name: 'id' }).fill('2501')
  await page.getByRole('textbox', { name: 'name' }).fill('through a view')
  await button('Insert row').last().click()
  await untilShown(page.getByText('Row inserted into plant_names'))
  expect(await ask('select name from plants where id = 2501')).toEqual([['through a view']])
})

test('identical rows are read as often as they occur', async () => {
  await openTab('states')
  await sortBy('state')
  await pressCell(cell('found'))
  await page.keyboard.press('ControlOrMeta+ArrowDown')
  await untilShown(cell('sent'))
  // Each page skips as many identical rows as were read before.
  const upwards = async () => {
    await page.getByRole('grid').evaluate((element) => element.scrollTo({ top: 0 }))
    return cell('found').isVisible()
  }
  await expect.poll(upwards, { timeout: 10_000, interval: 50 }).toBe(true)
  await untilShown(page.getByText('3,004 rows', { exact: true }))
})

test('a foreign table is dropped, and its rows stay on their server', async () => {
  await choose('fixed', 'Drop foreign table')
  await untilShown(
    dialog().getByText(
      'This foreign table is deleted permanently. The rows of a foreign table are elsewhere and stay there.',
    ),
  )
  await dialog().getByRole('textbox').fill('fixed')
  await button('Drop permanently', dialog()).click()
  await item('fixed').waitFor({ state: 'detached' })
  expect(await ask('select count(*) from remote.parcels')).toEqual([['3004']])
})

test('no step threw an error or locked anyone out', () => {
  expect(faults).toEqual([])
  expect(visitor.errors.filter((error) => !/422/u.test(error))).toEqual([])
})
