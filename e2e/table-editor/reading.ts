import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { accessibilityFaults } from '../browser.ts'
import { editorJourney } from '../editor-journey.ts'
import type { EditorVisit } from '../editor-visit.ts'
import { untilShown } from '../steps.ts'

// A user searches a table that is too long to read, in order: each step continues where the one
// before it ended.

let visit: EditorVisit
let page: Page
let address = ''

const table = /* SQL */ `
  create type state as enum ('new', 'paid', 'sent');
  create table orders (
    id bigint primary key, state state not null, total numeric(12, 2), note text
  );
  insert into orders
  select i, (array['new', 'paid', 'sent']::state[])[1 + i % 3], (i * 7919 % 100000) / 100.0,
    case when i % 5 > 0 then 'note ' || md5(i::text) end
  from generate_series(1, 120000) as i;
  analyze orders;`

const journey = editorJourney({ email: 'reading@example.test', setup: table })

beforeAll(() => {
  ;({ page, visit } = journey())
  address = visit.addressOf('orders')
})

const faults: string[] = []
const inspect = async () => faults.push(...(await accessibilityFaults(page)))
const cell = (name: string) => page.getByRole('gridcell', { name, exact: true })
/** The address is updated a moment later. */
const soon = { timeout: 10_000, interval: 50 }
const getSearch = () => decodeURIComponent(new URL(page.url()).search)

test('a filter with a group is written, and a mistake in its SQL is marked at its position', async () => {
  await page.goto(address)
  await untilShown(cell('1'))
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const form = page.getByRole('form', { name: 'Filter' })
  await form.getByLabel('Column').selectOption('state')
  await form.getByLabel('Value').selectOption('paid')
  await form.getByRole('button', { name: 'Add group' }).click()
  const group = form.getByRole('group', { name: 'Group of conditions' })
  await group.getByLabel('Column').nth(0).selectOption('total')
  await group.getByLabel('Operator').nth(0).selectOption('gt')
  await group.getByLabel('Value').nth(0).fill('900')
  await group.getByLabel('Column').nth(1).selectOption('note')
  await group.getByLabel('Operator').nth(1).selectOption('is')
  await form.getByRole('button', { name: 'Write SQL' }).click()
  const where = form.getByRole('textbox', { name: 'SQL after where' })
  await where.fill('id > 100 and nte is null')
  await untilShown(form.getByText('column "nte" does not exist'))
  const caret = (await form.locator('pre').textContent()) ?? ''
  expect(caret.split('\n')[1]?.indexOf('^')).toBe('id > 100 and '.length)
  await inspect()

  await where.fill('id > 100')
  await where.press('Enter')
  const applied = page.getByRole('region', { name: 'Active filters and sort' })
  await untilShown(applied.getByText('(total greater than 900 or note is null)'))
  await expect.poll(getSearch, soon).toContain('filter=state.eq.paid,or(total.gt.900,note.is.null)')
  await untilShown(cell('115'))
  expect(await cell('1').count()).toBe(0)
})

test('the rows are sorted, with the cost of reading them', async () => {
  await page.getByRole('button', { name: 'Sort', exact: true }).click()
  const form = page.getByRole('form', { name: 'Sort' })
  await form.getByLabel('Add column').selectOption('total')
  await form.getByLabel('Direction').selectOption('descending')
  await form.getByRole('button', { name: 'Apply' }).click()

  const cost = page.getByText(/^This reads about 120,000 rows/u)
  await untilShown(cost)
  const getMiddle = async (found: Locator) => {
    const box = await found.boundingBox()
    return box && Math.round(box.y + box.height / 2)
  }
  const close = page.locator('section').getByRole('button', { name: 'Close', exact: true })
  expect(await getMiddle(close)).toBe(await getMiddle(cost))
  await untilShown(cell('999.99'))
  await expect.poll(getSearch, soon).toContain('sort=total.desc')
  await inspect()
})

test('the remaining rows are counted exactly', async () => {
  await page.getByRole('button', { name: 'Count rows' }).click()
  const footer = page.locator('footer').last()
  await untilShown(footer.getByText('11,195 rows'))
  expect(await footer.getByRole('button', { name: 'Count rows' }).count()).toBe(0)
})

test('a reload and another visit preserve all of it, and one click shows all rows', async () => {
  const before = getSearch()
  await page.reload()
  await untilShown(cell('999.99'))
  await expect.poll(getSearch, soon).toBe(before)
  await page.goto(address)
  await untilShown(page.getByText('Restored view:'))
  await untilShown(cell('999.99'))
  await expect.poll(getSearch, soon).toBe(before)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await untilShown(cell('1'))
  await expect.poll(getSearch, soon).toBe('')
})

test('a row number is entered by keyboard, and shows the rows around it', async () => {
  await page.keyboard.press('ControlOrMeta+g')
  await page.getByRole('textbox', { name: 'Row number' }).fill('90,001')
  await page.keyboard.press('Enter')
  await untilShown(page.getByRole('rowheader', { name: '90,001', exact: true }))
  await untilShown(cell('90001'))
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowUp')
  await untilShown(cell('89998'))
  expect(await page.getByRole('rowheader', { name: '89,998', exact: true }).count()).toBe(1)
  await page.keyboard.press('ControlOrMeta+g')
  await page.getByRole('textbox', { name: 'Row number' }).fill('500,000')
  await page.keyboard.press('Enter')
  await untilShown(page.getByText('Row 500,000 does not exist. Showing the last rows'))
  await untilShown(cell('120000'))
  await inspect()
})

test('a search covers all rows', async () => {
  await page.keyboard.press('ControlOrMeta+Shift+f')
  await untilShown(page.getByRole('searchbox', { name: 'Search all rows' }))
  // md5 of 777
  await page.keyboard.type('F1C1592588411002')
  await page.keyboard.press('Enter')
  await untilShown(cell('777'))
  await expect.poll(getSearch, soon).toContain('search=F1C1592588411002')
})

test('a dragged column takes the position of another one, however fast the mouse is', async () => {
  const names = () => page.locator('.grid-column-name').allTextContents()
  const getMiddle = async (name: string) => {
    const heading = page.getByRole('columnheader', { name: new RegExp(`^${name}`, 'u') })
    const box = await heading.boundingBox()
    if (box === null) throw new Error(`There is no heading of ${name}`)
    return [box.x + box.width / 2, box.y + box.height / 2] as const
  }
  const drag = async (name: string, to: string) => {
    const end = await getMiddle(to)
    await page.mouse.move(...(await getMiddle(name)))
    await page.mouse.down()
    await page.mouse.move(...end)
    await page.mouse.up()
  }
  expect(await names()).toEqual(['id', 'state', 'total', 'note'])
  await drag('state', 'note')
  await expect.poll(names, soon).toEqual(['id', 'total', 'note', 'state'])
  await drag('note', 'total')
  await expect.poll(names, soon).toEqual(['id', 'note', 'total', 'state'])
  expect(await page.locator('.grid-drop').count()).toBe(0)
})

test('an empty checkbox has no disabled colour', async () => {
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  const box = page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox').last()
  const drawnBy = () => box.evaluate((element) => getComputedStyle(element).appearance)
  expect(await drawnBy()).toBe('auto')
  await box.uncheck()
  expect(await drawnBy()).toBe('none')
  await inspect()
  await page.keyboard.press('Escape')
})

test('none of these pages has an accessibility fault', () => {
  expect(faults).toEqual([])
})

test('no step threw an error', () => {
  expect(visit.visitor.errors).toEqual([])
})
