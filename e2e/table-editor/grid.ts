import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { accessibilityFaults } from '../browser.ts'
import { editorJourney } from '../editor-journey.ts'
import type { EditorVisit } from '../editor-visit.ts'
import { untilShown } from '../steps.ts'

// A user works in the grid of a table by keyboard only, in order: each step continues where the one
// before it ended.

let visit: EditorVisit
let page: Page

const setup = /* SQL */ `
  create table plants (
    id int primary key, name text not null, note text, price numeric(10, 2), planted date
  );
  insert into plants
  select i, 'plant ' || i, case when i % 3 > 0 then 'note ' || i end, i * 1.5, date '2024-01-01' + i
  from generate_series(1, 1500) as i;
  update plants set name = 'שלום עולם', note = '' where id = 5;
  analyze plants;`

const journey = editorJourney({ email: 'tove@example.test', setup })

beforeAll(async () => {
  ;({ page, visit } = journey())
  await visit.visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
})

const faults: string[] = []
const inspect = async () => faults.push(...(await accessibilityFaults(page)))
const grid = () => page.getByRole('grid', { name: 'Rows of public.plants' })

const isFocused = (locator: Locator) =>
  locator.evaluate((element) => element.ownerDocument.activeElement === element)

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** The active cell as a screen reader announces it: its row, its column and its text. */
const active = () =>
  grid().evaluate((element) => {
    const id = element.getAttribute('aria-activedescendant') ?? ''
    const cell = element.ownerDocument.querySelector(`[id="${id}"]`)
    const row = cell?.closest('[role="row"]')?.querySelector('[role="rowheader"]')
    return `${row?.textContent ?? ''} ${cell?.getAttribute('aria-colindex') ?? ''}: ${cell?.textContent ?? ''}`
  })

/** A change takes a moment to be saved. */
const soon = { timeout: 10_000, interval: 100 }

const plants = (...ids: number[]) =>
  `select name, note, price from plants where id in (${ids.join()}) order by id`
const headings = async () =>
  (await page.getByRole('columnheader').allTextContents()).map((text) => text.trim())

const copied = () => page.evaluate(() => navigator.clipboard.readText())

test('Tab reaches the grid, and its keys reach every cell', async () => {
  await page.goto(visit.addressOf('plants'))
  await untilShown(page.getByRole('gridcell', { name: 'plant 1', exact: true }))
  for (let step = 0; step < 60; step += 1) {
    await press('Tab')
    if (await isFocused(grid())) break
  }
  expect(await active()).toBe('1 2: 1')
  await press('ArrowDown', 'ArrowRight', 'ArrowRight')
  expect(await active()).toBe('2 4: note 2')
  await press('End')
  expect(await active()).toBe('2 6: 2024-01-03')
  await press('Home', 'PageDown', 'PageDown', 'PageUp', 'PageUp')
  expect(await active()).toBe('2 2: 2')
  await press('ArrowRight', 'ControlOrMeta+ArrowDown')
  await expect.poll(active, soon).toBe('−1 3: plant 1500')
  await press('ControlOrMeta+ArrowUp')
  await expect.poll(active, soon).toBe('1 3: plant 1')
  await press('ControlOrMeta+End')
  await expect.poll(active, soon).toBe('−1 6: 2028-02-09')
  await press('ControlOrMeta+Home')
  await expect.poll(active, soon).toBe('1 2: 1')
  await inspect()
})

test('typing starts an edit, Enter and Tab save it, Escape cancels it, and it is announced', async () => {
  await press('ArrowRight')
  await page.keyboard.type('moss')
  await press('Enter')
  await expect.poll(active, soon).toBe('2 3: plant 2')
  await press('Shift+F10')
  await page.getByRole('menuitem', { name: /^Copy/u }).first().press('Enter')
  await expect.poll(copied, soon).toBe('plant 2')
  await press('F2')
  await page.keyboard.type('fern')
  await press('Alt+Enter')
  await page.keyboard.type('second line')
  await press('Tab')
  await expect.poll(active, soon).toBe('2 4: note 2')
  await page.keyboard.type('given up')
  await press('Escape', 'Shift+Tab')
  expect(await active()).toBe('2 3: fern↵second line')
  await expect
    .poll(() => visit.ask(plants(1, 2)), soon)
    .toEqual([
      ['moss', 'note 1', '1.50'],
      ['fern\nsecond line', 'note 2', '3.00'],
    ])
  await untilShown(page.getByRole('status').getByText('Changed name of row 2'))
})

const rowsRead = /\/rows(?:\?|$)/u

/** A server that is slow to answer with rows. */
const slowly = (delay: number) =>
  page.route(rowsRead, async (route) => {
    await new Promise((resolve) => void setTimeout(resolve, delay))
    await route.continue()
  })

test('keys for rows that are not loaded yet change no cell, and are replayed once they are', async () => {
  const before = await visit.ask('select * from plants order by id')
  await press('ControlOrMeta+Home')
  await expect.poll(active, soon).toBe('1 2: 1')
  await slowly(700)
  await press('ControlOrMeta+End', 'ControlOrMeta+Home')
  await expect.poll(active, soon).toBe('1 2: 1')
  await press('ControlOrMeta+End')
  await page.keyboard.type('lost')
  await press('Enter', 'Delete')
  await expect.poll(active, soon).toBe('−1 6: 2028-02-09')
  expect(await visit.ask('select * from plants order by id')).toEqual(before)
  await press('ArrowUp', 'Home', 'ArrowRight')
  await page.keyboard.type('stored')
  await press('Enter')
  await expect
    .poll(() => visit.ask(plants(1499)), soon)
    .toEqual([['stored', 'note 1499', '2248.50']])
  await page.unrouteAll({ behavior: 'wait' })
  await visit.ask(`update plants set name = 'plant 1499' where id = 1499`)
})

test('text that is typed before the code of the editor is loaded is saved', async () => {
  let delayed = 0
  await page.route(/assets\/(?:row-tools|table-bars)-.*\.js/u, async (route) => {
    delayed += 1
    await new Promise((resolve) => void setTimeout(resolve, 900))
    await route.continue()
  })
  await page.reload()
  await page.getByRole('gridcell', { name: 'plant 7', exact: true }).click()
  await page.keyboard.type('one')
  await press('Tab')
  await expect.poll(active, soon).toBe('7 4: note 7')
  await page.keyboard.type('two')
  await press('Enter', 'ControlOrMeta+End')
  await expect.poll(active, soon).toBe('−1 6: 2028-02-09')
  await press('ControlOrMeta+ArrowLeft', 'ArrowRight')
  await page.keyboard.type('at the end')
  await press('Enter')
  await expect
    .poll(() => visit.ask(`select name, note from plants where id in (7, 1500) order by id`), soon)
    .toEqual([
      ['one', 'two'],
      ['at the end', null],
    ])
  expect(delayed).toBeGreaterThan(0)
  await page.unrouteAll({ behavior: 'wait' })
  await visit.ask(`
    update plants set name = 'plant ' || id, note = case when id % 3 > 0 then 'note ' || id end
    where id in (7, 1500)`)
  await page.reload()
  await untilShown(page.getByRole('gridcell', { name: 'plant 7', exact: true }))
  await grid().focus()
})

test('rows that are selected before any cell is active are confirmed by their key, with and without late code', async () => {
  let delayed = 0
  await page.route(/assets\/(?:row-tools|table-tools)-.*\.js/u, async (route) => {
    delayed += 1
    await new Promise((resolve) => void setTimeout(resolve, 900))
    await route.continue()
  })
  await page.reload()
  await page.getByRole('rowheader', { name: '7', exact: true }).click()
  await press('Delete')
  await untilShown(page.getByRole('dialog', { name: 'Delete 1 row from plants' }))
  expect(await visit.ask('select count(*) from plants where id = 7')).toEqual([['1']])
  expect(delayed).toBeGreaterThan(0)
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await untilShown(page.getByRole('gridcell', { name: 'plant 7', exact: true }))
  await grid().focus()
})

test('the active cell stays visible in a smaller window', async () => {
  const isInView = () =>
    grid().evaluate((element) => {
      const cell = element.querySelector('.grid-cell-active')?.getBoundingClientRect()
      const box = element.getBoundingClientRect()
      return cell !== undefined && cell.top >= box.top && cell.bottom <= box.bottom
    })
  const scrolled = () => grid().evaluate((element) => element.scrollTop)
  await press('ControlOrMeta+Home')
  await expect.poll(active, soon).toBe('1 2: 1')
  await press('ControlOrMeta+End')
  await expect.poll(active, soon).toBe('−1 6: 2028-02-09')
  await page.setViewportSize({ width: 900, height: 500 })
  await expect.poll(isInView, soon).toBe(true)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(isInView, soon).toBe(true)
  await grid().evaluate((element) => element.scrollBy(0, -1000))
  await expect.poll(isInView, soon).toBe(false)
  const position = await scrolled()
  await page.setViewportSize({ width: 1280, height: 500 })
  await expect.poll(async () => (await grid().boundingBox())?.height, soon).toBeLessThan(450)
  expect(await scrolled()).toBe(position)
  await page.setViewportSize({ width: 1280, height: 800 })
  await press('ControlOrMeta+Home')
  await expect.poll(active, soon).toBe('1 2: 1')
  await press('ArrowRight', 'ArrowDown')
  await expect.poll(active, soon).toBe('2 3: fern↵second line')
  await press('ArrowRight', 'ArrowLeft')
})

test('an invalid value is reported at its cell, and not saved', async () => {
  await press('Delete')
  await untilShown(page.getByText('name cannot be NULL'))
  await press('ArrowRight', 'ArrowRight')
  await page.keyboard.type('12x')
  await press('Enter')
  await untilShown(page.getByRole('alert').getByText(/number/u))
  await press('Escape')
  await press('ArrowLeft', 'Delete')
  await expect.poll(() => visit.ask(plants(2)), soon).toEqual([['fern\nsecond line', null, '3.00']])
})

test('ranges are copied and pasted in the format of spreadsheets, NULL distinct from an empty text', async () => {
  await press('ControlOrMeta+Home', 'ArrowRight', 'ArrowDown')
  await press('Shift+ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown')
  await press('ControlOrMeta+c')
  expect(await copied()).toBe('"fern\nsecond line"\t\nplant 3\t\nplant 4\tnote 4\nשלום עולם\t""')
  // From the start of the range.
  for (let row = 2; row < 9; row += 1) await press('ArrowDown')
  await press('ControlOrMeta+v')
  await expect
    .poll(() => visit.ask(`select name, note from plants where id in (9, 12) order by id`), soon)
    .toEqual([
      ['fern\nsecond line', null],
      ['שלום עולם', ''],
    ])
  await page.evaluate(() => navigator.clipboard.writeText('"a ""b"""\tc\r\n=1+1\t\r\n'))
  await press('ControlOrMeta+Home', 'ArrowRight', 'ControlOrMeta+v')
  await expect
    .poll(() => visit.ask(plants(1, 2)), soon)
    .toEqual([
      ['a "b"', 'c', '1.50'],
      ['=1+1', null, '3.00'],
    ])
})

test('a row is filled down, and keys undo one change after the other', async () => {
  await press('ControlOrMeta+Home', 'ArrowRight')
  await press('Shift+ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown', 'ControlOrMeta+d')
  const filled = ['a "b"', 'c']
  await expect
    .poll(() => visit.ask(`select name, note from plants where id < 4`), soon)
    .toEqual([filled, filled, filled])
  // The change before is undone once the last one is.
  await untilShown(page.getByText('Saved 2 rows').last())
  await press('ControlOrMeta+z')
  await expect
    .poll(() => visit.ask(`select name, note from plants where id = 3`), soon)
    .toEqual([['plant 3', null]])
  await press('ControlOrMeta+z')
  await expect
    .poll(() => visit.ask(`select name from plants where id = 2`), soon)
    .toEqual([['fern\nsecond line']])
})

/** The buttons below that a message covers. */
const covered = () =>
  page.getByRole('region', { name: 'Notifications' }).evaluate((region) => {
    const said = [...region.querySelectorAll('li')].map((toast) => toast.getBoundingClientRect())
    const isUnder = ({ top, bottom, left, right }: DOMRect) =>
      said.some((box) =>
        [box.top - bottom, top - box.bottom, box.left - right, left - box.right].every(
          (gap) => gap < 0,
        ),
      )
    const buttons = [...region.ownerDocument.querySelectorAll('footer button')]
    const names = buttons.filter((one) => isUnder(one.getBoundingClientRect()))
    return { said: said.length > 0, under: names.map(({ textContent }) => textContent) }
  })

test.each([1440, 390])('at %i px a message covers no button below', async (width) => {
  await page.setViewportSize({ width, height: 780 })
  await press('ControlOrMeta+Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight')
  await page.keyboard.type(`at ${width}`)
  await press('Enter')
  await expect.poll(covered, soon).toEqual({ said: true, under: [] })
  await press('ControlOrMeta+Enter')
  await untilShown(page.getByRole('complementary').getByRole('button', { name: 'Save' }))
  // The message may have disappeared by now.
  expect((await covered()).under).toEqual([])
  await press('Escape')
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('right-to-left text has its own direction, in its cell and in its editor', async () => {
  await press('ControlOrMeta+Home', 'ArrowRight')
  for (let row = 1; row < 5; row += 1) await press('ArrowDown')
  const directions = () =>
    page
      .getByText('שלום עולם')
      .first()
      .evaluate((element) => getComputedStyle(element).direction)
  expect(await directions()).toBe('rtl')
  await press('F2')
  const editor = page.getByRole('textbox', { name: 'name, text' })
  expect(await editor.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
  await press('Escape')
})

test('visible texts are found, one after the other', async () => {
  await press('ControlOrMeta+f')
  await untilShown(page.getByRole('textbox', { name: 'Find' }))
  await page.keyboard.type('NOTE 14')
  await press('Enter')
  await expect.poll(active, soon).toBe('14 4: note 14')
  await inspect()
  await press('Escape')
  expect(await active()).toBe('14 4: note 14')
})

test('columns are moved, fitted, frozen and hidden, and stay so at the next visit', async () => {
  const choose = async (name: string) => {
    await press('Alt+ArrowDown')
    const item = page.getByRole('menuitem', { name, exact: true })
    await untilShown(item)
    await page.keyboard.type(name.slice(0, 3).toLowerCase())
    await expect.poll(() => isFocused(item), soon).toBe(true)
    await press('Enter')
    await item.waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(grid()), soon).toBe(true)
  }
  await press('Alt+Shift+ArrowRight')
  await expect
    .poll(headings, soon)
    .toEqual(['Row', 'idinteger', 'nametext', 'pricenumeric(10,2)', 'notetext', 'planteddate'])
  const width = () =>
    page
      .getByRole('columnheader', { name: 'note' })
      .evaluate((element) => element.getBoundingClientRect().width)
  const before = await width()
  await choose('Fit width')
  await expect.poll(width, soon).toBeLessThan(before)
  await choose('Freeze')
  await press('End')
  await choose('Hide')
  const arranged = ['Row', 'notetext', 'idinteger', 'nametext', 'pricenumeric(10,2)']
  await expect.poll(headings, soon).toEqual(arranged)
  const kept = await width()
  await page.reload()
  await untilShown(page.getByRole('gridcell', { name: 'plant 6', exact: true }))
  expect(await headings()).toEqual(arranged)
  expect(await width()).toBe(kept)
  await page.getByRole('button', { name: 'Columns' }).focus()
  await press('Enter')
  await untilShown(page.getByRole('dialog', { name: 'Columns' }).getByText('1 hidden'))
  await inspect()
  await press('Escape')
  await expect.poll(() => isFocused(page.getByRole('button', { name: 'Columns' })), soon).toBe(true)
})

test('rows are selected and deleted after a preview of the effects', async () => {
  await grid().focus()
  await press('ControlOrMeta+Home', 'Shift+Space', 'Shift+ArrowDown')
  await untilShown(page.getByText('2 rows selected'))
  await page.getByRole('button', { name: 'Delete 2 rows' }).focus()
  await press('Enter')
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await untilShown(dialog.getByText('2 rows', { exact: false }).first())
  await inspect()
  await dialog.getByRole('button', { name: 'Delete 2 rows' }).focus()
  await press('Enter')
  await expect
    .poll(() => visit.ask('select min(id), count(*) from plants'), soon)
    .toEqual([['3', '1498']])
})

test('none of these pages has an accessibility fault', () => {
  expect(faults).toEqual([])
})

test('no step threw an error', () => {
  expect(visit.visitor.errors).toEqual([])
})
