import { readFile } from 'node:fs/promises'

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { accessibilityFaults } from './browser.ts'
import { editorJourney } from './editor-journey.ts'
import type { EditorVisit } from './editor-visit.ts'
import { runSql, untilShown } from './steps.ts'

// Working with the rows of a result, and reading plans.

let visit: EditorVisit
let page: Page

const faults: string[] = []

const setup = /* SQL */ `
  create table shops (id int primary key, name text, latitude numeric, longitude numeric);
  insert into shops
  select n, case when n = 7 then null else 'shop "' || n || '", ' || repeat('ü', n % 3) end,
    40 + n / 10.0, n / 5.0
  from generate_series(1, 90) n;
  create table sales (
    id int primary key, shop int references shops, kind text, is_paid boolean, total numeric
  );
  insert into sales
  select n, 1 + n % 90, (array['book', 'pen', 'ink'])[1 + n % 3], n % 2 = 0, 9007199254740993 + n
  from generate_series(1, 600) n;
  analyze;`

const journey = editorJourney({ email: 'results@basalt.test', setup })

beforeAll(async () => {
  ;({ page, visit } = journey())
  await page.goto(`/project/${visit.project.ref}/sql/new`)
  await untilShown(page.getByRole('textbox', { name: 'SQL' }))
  await page.getByLabel('Row limit').selectOption('No limit')
})

const inspect = async () => faults.push(...(await accessibilityFaults(page)))
const open = (name: string) => page.getByRole('tab', { name, exact: true }).click()

async function run(query: string, rows: string) {
  await runSql(page, query)
  await untilShown(page.locator('output').getByText(rows, { exact: true }), 30_000)
}

const column = (place: number) =>
  page
    .getByRole('grid', { name: 'Result', exact: true })
    .getByRole('row')
    .evaluateAll(
      (rows, at) =>
        rows
          .map((row) => row.querySelectorAll('[role=gridcell]')[at]?.textContent)
          .filter((text) => text !== undefined),
      place,
    )

test('rows are sorted exactly, filtered, and read one by one', async () => {
  await run('select * from sales', '600 rows')
  await page.getByRole('columnheader', { name: /^total/u }).click()
  await page.getByRole('menuitemradio', { name: 'Sort descending' }).click()
  await untilShown(page.getByText(/^Sorted in this browser by \w+ \(numeric\)$/u))
  expect((await column(4)).slice(0, 3)).toEqual([
    '9007199254741593',
    '9007199254741592',
    '9007199254741591',
  ])
  await page.getByRole('searchbox', { name: 'Filter rows' }).fill('pen')
  await untilShown(page.getByText('200 of 600 rows match'))
  await page.getByRole('gridcell').first().click()
  await page.keyboard.press('Shift+Enter')
  const panel = page.getByRole('complementary', { name: 'Row' })
  await untilShown(panel.getByText('Row 1 of 200'))
  await page.keyboard.press('ArrowDown')
  await untilShown(panel.getByText('Row 2 of 200'))
  await inspect()
  await page.keyboard.press('Escape')
})

test('a file has the values of the database, NULL and quotes included', async () => {
  await run('select id, name from shops order by id', '90 rows')
  await page.getByRole('button', { name: 'Download rows' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download JSON' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  const rows = JSON.parse(text) as { id: number; name: string | null }[]
  const requested = await visit.ask('select id, name from shops order by id')
  expect(rows.map(({ id, name }) => [String(id), name])).toEqual(requested)
})

test('the same rows are shown as a chart, a map and a pivot', async () => {
  await run('select kind, is_paid, total from sales', '600 rows')
  await open('Pivot')
  const grid = page.getByRole('grid', { name: 'Pivot' })
  await untilShown(grid.getByRole('columnheader', { name: /^true/u }))
  const sums = await visit.ask(
    "select sum(total) from sales where kind = 'book' and is_paid group by kind",
  )
  await untilShown(grid.getByRole('gridcell', { name: sums[0]?.[0] ?? '', exact: true }))
  await run('select * from shops', '90 rows')
  await open('Chart')
  await page.getByLabel('Type').selectOption('Line')
  const drawing = page.getByRole('group', { name: 'Chart of latitude by name' })
  await drawing.focus()
  await page.keyboard.press('ArrowRight')
  await untilShown(drawing.getByRole('status'))
  await inspect()
  await open('Map')
  const map = page.getByRole('img', { name: 'Map of 90 points' })
  await untilShown(map)
  expect(await map.locator('circle').count()).toBe(90)
  await inspect()
})

const explain = async (query: string, item: string) => {
  await page.getByRole('textbox', { name: 'SQL' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(query)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Explain', exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  await untilShown(page.getByRole('tree', { name: 'Plan' }))
}

test('a plan is explored by keys, stored, and compared with the next one', async () => {
  await explain('select * from sales s join shops h on h.id = s.shop', 'Explain analyze')
  const tree = page.getByRole('tree', { name: 'Plan' })
  await tree.getByRole('treeitem').first().focus()
  await page.keyboard.press('ArrowDown')
  await untilShown(page.getByRole('complementary', { name: /Scan on public\.sales s$/u }))
  await inspect()
  await page.getByRole('button', { name: 'Pin to compare' }).click()
  await explain('select * from sales s join shops h on h.id = s.shop where s.id = 5', 'Explain')
  await open('Compare')
  const table = page.getByRole('region', { name: 'Plan comparison' })
  await untilShown(table.getByText('Index Scan using sales_pkey on public.sales s'))
  expect(await table.getByRole('row').count()).toBeGreaterThan(3)
})

test('a measured write is rolled back', async () => {
  await explain('delete from sales', 'Explain analyze')
  await untilShown(page.getByText(/^Execution [\d.]+ ms$/u))
  expect(await visit.ask('select count(*) from sales')).toEqual([['600']])
})

test('a pinned result stays next to the next one', async () => {
  await run('select * from shops where id < 40', '39 rows')
  await page.getByRole('button', { name: 'Pin result' }).click()
  const pane = page.getByRole('complementary', { name: 'Pinned result' })
  await untilShown(pane.getByText('39 rows'))
  await run('select * from shops where id < 42', '41 rows')
  await untilShown(pane.getByText(/39 rows: 39 in both results, 2 only in the current result/u))
  await inspect()
  await pane.getByRole('button', { name: 'Unpin' }).click()
  expect(await pane.count()).toBe(0)
})

test('100,000 rows leave the page small', async () => {
  await run(
    `select n, 'row ' || n as name, now() as at, n * 1.5 as total from generate_series(1, 100000) n`,
    '100,000 rows',
  )
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Infinity
  expect(heap).toBeLessThan(120_000_000)
  expect(await page.locator('*').count()).toBeLessThan(5000)
  await page.getByRole('searchbox', { name: 'Filter rows' }).fill('row 99999')
  await untilShown(page.getByText('1 of 100,000 rows match'))
})

test('none of these pages has an accessibility fault, threw an error or sent a request to another host', () => {
  const { errors, foreignRequests } = visit.visitor
  expect({ faults, errors, foreignRequests }).toEqual({
    faults: [],
    errors: [],
    foreignRequests: [],
  })
})
