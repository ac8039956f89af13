import { readFile } from 'node:fs/promises'

import { waitFor } from '@basalt/testkit'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { accessibilityFaults, collectErrors } from '../browser.ts'
import { editorJourney } from '../editor-journey.ts'
import type { EditorVisit } from '../editor-visit.ts'
import { untilShown } from '../steps.ts'

// Rows of a spreadsheet become a table, are linked, exported and undone, in order: each step
// continues where the one before it ended.

let visit: EditorVisit
let page: Page

const setup = /* SQL */ `
  create table customers (id int primary key, name text not null, city text);
  alter table customers enable row level security;
  insert into customers select i, 'Customer ' || i from generate_series(1, 50) i;
  create table words (word text);
  insert into words values ('moss'), (null), (''), ('fern'), (null);`

const journey = editorJourney({ email: 'import@example.test', setup })

beforeAll(async () => {
  ;({ page, visit } = journey())
  await visit.visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
})

const faults: string[] = []
const inspect = async () => faults.push(...(await accessibilityFaults(page)))
const dialog = () => page.getByRole('dialog')
const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
const item = (name: RegExp) => page.getByRole('treeitem', { name })

async function choose(table: RegExp, entry: string) {
  await item(table).click({ button: 'right' })
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  await untilShown(dialog())
}

/** As a spreadsheet copies them: an amount, a date and a number are invalid. */
function spreadsheet(): string {
  const lines = Array.from({ length: 5000 }, (_, at) => {
    const id = at + 1
    const amount = id === 17 ? 'n/a' : `${id}.10`
    const day = id === 800 ? '2025-02-31' : `2025-03-${String(1 + (id % 28)).padStart(2, '0')}`
    return [id === 4001 ? 4000 : id, 1 + (id % 50), amount, day, `said "${id}"`].join('\t')
  })
  return ['id\tcustomer\tamount\tordered on\tnote', ...lines, ''].join('\r\n')
}

/** Clicks a download button, and returns the file. */
async function downloaded(name: string): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name, exact: true }).click()
  const file = await coming
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('5,000 pasted rows are to become a table, and the three that do not fit are corrected in place', async () => {
  await page.goto(visit.editor)
  await untilShown(page.getByText('No table selected'))
  await page.evaluate((text) => navigator.clipboard.writeText(text), spreadsheet())
  await page.keyboard.press('ControlOrMeta+v')

  await untilShown(dialog().getByText('5,000 rows, 5 columns'))
  const plan = dialog().getByRole('region', { name: 'Columns' })
  expect(await plan.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await inspect()
  await press('numeric, except 1')
  await press('date, except 1')
  await page.getByLabel('Table name').fill('orders')
  await page.getByLabel('Primary key').selectOption('id')
  await press('Show SQL')
  await untilShown(dialog().getByRole('region', { name: 'SQL of the new table' }))
  await press('Import 5,000 rows')

  await untilShown(dialog().getByRole('heading', { name: '3 rows rejected, 4,997 accepted' }))
  await untilShown(dialog().getByText('Line 4002'))
  expect(await visit.ask(`select to_regclass('orders')`)).toEqual([[null]])
  await inspect()
  await page.getByLabel('amount, line 18').fill('17.10')
  await page.getByLabel('ordered on, line 801').fill('2025-02-28')
})

test('typed corrections survive a reload on the page of the import', async () => {
  await page.reload()
  await untilShown(page.getByLabel('amount, line 18'))
  expect(await page.getByLabel('amount, line 18').inputValue()).toBe('17.10')
  await untilShown(page.getByRole('button', { name: 'Try 2 rows again' }))
})

test('on a phone the fault of a row is visible', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  const field = page.getByLabel('ordered on, line 801')
  await untilShown(field)
  const { x, width } = (await field.boundingBox()) ?? { x: -1, width: 0 }
  expect(x).toBeGreaterThan(0)
  expect(x + width).toBeLessThan(390)
  // The next one is partly visible: the row continues beyond the edge.
  const next = await page.getByLabel('note, line 801', { exact: true }).boundingBox()
  expect(next?.x).toBeLessThan(370)
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('a pending import is shown over another table and in another tab, without covering either', async () => {
  const reported = (shown: Page) =>
    shown.getByText('The import into orders needs your decision: 3 rows rejected')
  const other = await visit.visitor.context.newPage()
  await other.goto(visit.addressOf('customers'))
  await untilShown(reported(other))
  expect(await other.getByRole('dialog').count()).toBe(0)
  await other.setViewportSize({ width: 390, height: 844 })
  const bar = await reported(other).boundingBox()
  const footer = await other.getByRole('button', { name: 'Definition' }).boundingBox()
  expect((bar?.y ?? 900) + (bar?.height ?? 0)).toBeLessThan(footer?.y ?? 0)
  await other.getByRole('button', { name: 'Show', exact: true }).click()
  await untilShown(other.getByText(/^Nothing is imported into orders yet/u))
  expect(await other.getByLabel('amount, line 18').inputValue()).toBe('17.10')
  await other.close()

  await page.goto(visit.addressOf('customers'))
  await untilShown(reported(page))
  expect(await dialog().count()).toBe(0)
  await inspect()
})

test('they survive a crash of the tab too, and the third one creates the table', async () => {
  const session = await visit.visitor.context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  session.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
  page = await visit.visitor.context.newPage()
  collectErrors(page, visit.visitor.errors)
  await page.goto(visit.addressOf('customers'))
  await press('Show')
  await untilShown(page.getByLabel('amount, line 18'))
  expect(await page.getByLabel('amount, line 18').inputValue()).toBe('17.10')
  expect(await page.getByLabel('ordered on, line 801').inputValue()).toBe('2025-02-28')
  await page.getByLabel('id, line 4002').fill('4001')
  await press('Try 3 rows again')

  await untilShown(page.getByText('5,000 rows imported into orders'))
  await untilShown(page.getByRole('gridcell', { name: 'said "5"', exact: true }))
  await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('grid')
  expect(
    await visit.ask(
      `select count(*), count(distinct id), sum(amount), count(distinct customer), min("ordered on") from orders`,
    ),
  ).toEqual([['5000', '5000', '12503000.00', '50', '2025-02-28']])
})

test('the new table is linked to another one', async () => {
  await choose(/^orders/u, 'Edit table')
  await press('Add foreign key')
  await press('Choose a table')
  await untilShown(page.getByPlaceholder('Find a table'))
  await page.keyboard.type('customers')
  await page.getByRole('option', { name: 'customers' }).click()
  await untilShown(page.getByRole('button', { name: 'References public.customers' }))
  await page.getByLabel('Column 1 of this table').selectOption('customer')
  await press('Save changes')
  await untilShown(page.getByText('Table updated'))
  expect(
    await visit.ask(
      `select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'orders'::regclass and contype = 'f'`,
    ),
  ).toEqual([['FOREIGN KEY (customer) REFERENCES customers(id)']])
})

test('the export of a filtered view has its rows, in each format', async () => {
  const { pathname } = new URL(page.url())
  await page.goto(`${pathname}?filter=customer.eq.7&sort=id.desc`)
  await untilShown(page.getByRole('gridcell', { name: 'said "4956"', exact: true }))
  const expected = await visit.ask('select * from orders where customer = 7 order by id desc')
  expect(expected).toHaveLength(100)

  await press('Export rows')
  await untilShown(page.getByRole('radio', { name: 'Rows that match the filter', checked: true }))
  await inspect()
  const csv = await downloaded('Export')
  expect(csv.name).toMatch(/^orders \d{4}-\d\d-\d\d\.csv$/u)
  const lines = expected.map(([id, customer, amount, day, note = '']) =>
    [id, customer, amount, day, `"${note?.replaceAll('"', '""')}"`].join(','),
  )
  expect(csv.text).toBe(['id,customer,amount,ordered on,note', ...lines, ''].join('\r\n'))
  await untilShown(page.getByText('100 rows of orders exported'))

  await press('Export rows')
  await page.getByRole('radio', { name: 'JSON lines' }).check()
  await page.getByText('All 5 columns').click()
  await page.getByRole('checkbox', { name: 'note' }).uncheck()
  const { text } = await downloaded('Export')
  expect(text.split('\n')[0]).toBe(
    '{"id":4956,"customer":7,"amount":4956.10,"ordered on":"2025-03-01"}',
  )
  expect(text.trimEnd().split('\n')).toHaveLength(100)
})

test('the history undoes all of it: an edit, the link, and the import with its table', async () => {
  await page.getByRole('gridcell', { name: 'said "4956"', exact: true }).dblclick()
  await untilShown(page.getByRole('textbox', { name: 'note, text' }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('said nothing')
  await page.keyboard.press('Enter')
  await untilShown(page.getByText('Saved', { exact: true }))
  await press('History')
  // The first entry repeatedly: an undo has none of its own, and nothing remains.
  const walkBack = () => dialog().getByRole('button', { name: 'Undo', exact: true }).first().click()
  const undone = dialog().getByRole('listitem').filter({ hasText: 'Undone' })
  await walkBack()
  await untilShown(undone.filter({ hasText: 'id 4956: note' }))
  await walkBack()
  await untilShown(undone.filter({ hasText: 'foreign key of customer to customers added' }))
  expect(
    await visit.ask(
      `select count(*) from pg_constraint where conrelid = 'orders'::regclass and contype = 'f'`,
    ),
  ).toEqual([['0']])
  await inspect()
  await walkBack()
  await untilShown(page.getByText('Undone: orders and its rows moved to the trash'))
  await dialog().waitFor({ state: 'detached' })
  await item(/^orders/u).waitFor({ state: 'detached' })
  // No tab remains, and the editor does not show the deleted table.
  await untilShown(page.getByText('No table selected'))
  await inspect()
  expect(await visit.ask(`select to_regclass('orders')`)).toEqual([[null]])
  expect(await visit.ask('select count(*) from customers')).toEqual([['50']])
})

test('a mistaken undo is redone with all rows, and undone again', async () => {
  await press('Dropped tables')
  await dialog().getByRole('button', { name: 'Restore' }).click()
  await untilShown(page.getByText('orders restored'))
  // As before: filtered and sorted.
  await untilShown(page.getByRole('gridcell', { name: 'said "4956"', exact: true }))
  expect(await visit.ask('select count(*), sum(amount) from orders')).toEqual([
    ['5000', '12503000.00'],
  ])
  await press('History')
  const entry = dialog().getByRole('listitem').filter({ hasText: 'was restored with its rows' })
  await entry.getByRole('button', { name: 'Undo', exact: true }).click()
  await dialog().waitFor({ state: 'detached' })
  await untilShown(page.getByText('No table selected'))
  await item(/^orders/u).waitFor({ state: 'detached' })
  expect(await visit.ask(`select to_regclass('orders')`)).toEqual([[null]])
})

/** Drops a file on the page. */
async function drop(text: string) {
  const transfer = await page.evaluateHandle((content) => {
    const carried = new DataTransfer()
    carried.items.add(new File([content], 'people.csv'))
    return carried
  }, text)
  // A file dragged over a page fires the event repeatedly.
  const isSeen = async () => {
    await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer })
    return page.getByText('Drop the file to import its rows').isVisible()
  }
  await waitFor(isSeen, { what: 'The page offers to take the file', timeoutMs: 10_000 })
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
}

async function undo(what: string) {
  await press('History')
  const entry = dialog().getByRole('listitem').filter({ hasText: what })
  await entry.getByRole('button', { name: 'Undo' }).click()
  await untilShown(dialog().getByText('Undone', { exact: true }))
  await page.keyboard.press('Escape')
}

test('a file that is dropped on a table fills its columns and updates existing rows', async () => {
  await page.goto(visit.addressOf('customers'))
  await untilShown(page.getByRole('button', { name: 'Insert row' }))
  await drop('ID;City;Name;x\n5;Oslo;Fünf;1\n51;;Neu;2\n')
  await untilShown(dialog().getByText('2 rows, 4 columns'))
  expect(await page.getByLabel('Column for City').inputValue()).toBe('city')
  await page.getByLabel('When a key already exists').selectOption('Update the existing row')
  await press('Import 2 rows')
  await untilShown(page.getByText('1 row imported into customers, 1 updated'))
  await untilShown(page.getByRole('gridcell', { name: 'Fünf' }))
  expect(await visit.ask('select * from customers where id in (5, 51) order by id')).toEqual([
    ['5', 'Fünf', 'Oslo'],
    ['51', 'Neu', null],
  ])

  await undo('Import: 1 row inserted, 1 row changed')
  expect(await visit.ask('select * from customers where id in (5, 51)')).toEqual([
    ['5', 'Customer 5', null],
  ])
})

test('a file of one column restores its export, NULL and an empty text too', async () => {
  const ask = () => visit.ask('select word from words')
  const before = await ask()
  await page.goto(visit.addressOf('words'))
  await untilShown(page.getByRole('gridcell', { name: 'moss', exact: true }))
  await press('Export rows')
  const { text } = await downloaded('Export')
  expect(text).toBe('word\r\nmoss\r\n\r\n""\r\nfern\r\n\r\n')
  await visit.ask('delete from words')
  await drop(text)
  await untilShown(dialog().getByText('5 rows, 1 column'))
  await press('Import 5 rows')
  await untilShown(page.getByText('5 rows imported into words'))
  expect(await ask()).toEqual(before)
  await page.goto(visit.addressOf('customers'))
  await untilShown(page.getByRole('gridcell', { name: 'Customer 1', exact: true }))
})

test('very many rows are selected and exported by their range', async () => {
  await visit.ask(
    `insert into customers select i, 'Bulk ' || i from generate_series(1001, 13000) i`,
  )
  await page.reload()
  await page.getByRole('rowheader', { name: '1', exact: true }).click()
  await untilShown(page.getByText('1 row selected'))
  const last = page.getByRole('rowheader', { name: '11,000', exact: true })
  const isPresent = async () => {
    // As far as rows were read; rows are 32 pixels high.
    await page.locator('.grid-view').evaluate((view) => {
      view.scrollTop = Math.min(view.scrollHeight, 10_995 * 32)
    })
    return last.isVisible()
  }
  await waitFor(isPresent, { what: 'Row 11,000 is read', timeoutMs: 30_000 })
  await last.click({ modifiers: ['Shift'] })
  await untilShown(page.getByText('11,000 rows selected'))
  await press('Export rows')
  await untilShown(page.getByRole('radio', { name: '11,000 selected rows', checked: true }))
  await page.getByRole('checkbox', { name: 'Escape formulas' }).check()
  await inspect()
  const lines = (await downloaded('Export')).text.trimEnd().split('\r\n')
  expect([lines.length, lines[1], lines.at(-1)]).toEqual([
    11_001,
    '1,Customer 1,',
    '11950,Bulk 11950,',
  ])
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+Shift+a')
  await untilShown(page.getByText('All rows selected'))
  await press('Clear selection')
  const coming = page.waitForEvent('download')
  await item(/^customers/u).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
  expect((await coming).suggestedFilename()).toMatch(/^customers \d{4}-\d\d-\d\d\.csv$/u)
  await visit.ask('delete from customers where id > 1000')
})

test('an import of 60,000 rows is undone except for the row that was changed since', async () => {
  await page.reload()
  const rows = Array.from({ length: 60_000 }, (_, at) => `${at + 1001},Many ${at},Rome\n`)
  await drop(`id,name,city\n${rows.join('')}`)
  await untilShown(dialog().getByText('60,000 rows, 3 columns'))
  await press('Import 60,000 rows')
  await untilShown(page.getByText('60,000 rows imported into customers'))
  await visit.ask(`update customers set city = 'Oslo' where id = 2000`)
  await press('History')
  const entry = dialog().getByRole('listitem').filter({ hasText: '60,000 rows inserted' })
  await entry.getByRole('button', { name: 'Undo' }).click()
  await untilShown(entry.getByText('1 row changed or deleted since'))
  await inspect()
  await entry.getByRole('button', { name: 'Delete 59,999 rows' }).click()
  await untilShown(entry.getByText('Undone', { exact: true }))
  expect(await visit.ask('select id, city from customers where id > 50')).toEqual([
    ['2000', 'Oslo'],
  ])
  expect(faults).toEqual([])
  expect(visit.visitor.errors).toEqual([])
  expect(visit.visitor.foreignRequests).toEqual([])
})
