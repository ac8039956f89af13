import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { accessibilityFaults } from './browser.ts'
import { editorJourney } from './editor-journey.ts'
import type { EditorVisit } from './editor-visit.ts'
import { untilShown } from './steps.ts'

// Writing a query: completion, hints, markers, edits and parameters of the editor.

let visit: EditorVisit
let page: Page

const faults: string[] = []

const journey = editorJourney({
  email: 'editing@basalt.test',
  setup: `create table authors (id bigint primary key, name text not null);
      create table books (id bigint primary key, title text not null, author_id bigint references authors);
      comment on column books.title is 'As on the cover';
      insert into authors values (1, 'Ada'), (2, 'Ben')`,
})

beforeAll(async () => {
  ;({ page, visit } = journey())
  const names = page.waitForResponse((response) => response.url().endsWith('/completion'))
  await page.goto(`/project/${visit.project.ref}/sql/new`)
  await names
})

const editor = () => page.getByRole('textbox', { name: 'SQL' })
const results = () => page.getByRole('region', { name: 'Results' })
const written = () => editor().innerText()
const offers = () => page.getByRole('listbox').getByRole('option')
/** Replaces the whole text; without completion. */
async function write(text: string) {
  // A hint may cover the click target.
  await editor().focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
  await page.keyboard.press('Escape')
}
/** Accepts the first completion; one that just appeared does not take Enter. */
async function accept(offer: string) {
  await untilShown(offers().filter({ hasText: offer }).first())
  expect(await offers().first().textContent()).toContain(offer)
  await page.waitForTimeout(150)
  await page.keyboard.press('Enter')
}
/** Types key by key, as a person does. */
async function type(text: string) {
  await page.keyboard.type(text, { delay: 20 })
}

test('names of the database are completed in context, a join by its foreign key as a whole', async () => {
  await write('')
  await type('select * from books b join authors a on ')
  await accept('a.id = b.author_id')
  expect(await written()).toBe('select * from books b join authors a on a.id = b.author_id')

  await type(' where b.ti')
  await accept('title')
  expect(await written()).toMatch(/where b\.title$/u)
})

test('a function shows its arguments, and a name its definition, also by keyboard', async () => {
  await write('select  from books')
  await page.keyboard.press('Home')
  for (let at = 0; at < 7; at++) await page.keyboard.press('ArrowRight')
  await type('date_trunc(')
  const hint = page.getByRole('status').filter({ hasText: 'date_trunc(' })
  await untilShown(hint)
  expect(await hint.locator('strong').first().textContent()).toBe('text')
  await type("'day', ")
  await expect.poll(() => hint.locator('strong').first().textContent()).not.toBe('text')

  await write('select title from books')
  await page.keyboard.press('Home')
  for (let at = 0; at < 9; at++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ControlOrMeta+Shift+Space')
  const about = page.getByRole('status').filter({ hasText: 'title text, not null' })
  await untilShown(about)
  expect(await about.textContent()).toContain('As on the cover')
})

test('a syntax error is marked at its word once typing stops', async () => {
  await write('select 1;\nselekt 2;\n')
  const mark = page.locator('.cm-lintRange-error')
  await untilShown(mark)
  expect(await mark.textContent()).toBe('selekt')
  faults.push(...(await accessibilityFaults(page)))
  await write('select 1;\nselect 2;\n')
  await mark.waitFor({ state: 'detached' })
})

test('the statement at the cursor runs, everything, or all from there on', async () => {
  await write("select 'one' as a;\nselect 'two' as b;\nselect 'three' as c;")
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ControlOrMeta+Enter')
  await untilShown(results().getByRole('gridcell', { name: 'two' }))
  const statements = results().getByRole('tablist', { name: 'Statements' })
  expect(await statements.count()).toBe(0)

  await page.keyboard.press('ControlOrMeta+Alt+Enter')
  await untilShown(results().getByRole('gridcell', { name: 'three' }))

  await page.keyboard.press('ControlOrMeta+Shift+Enter')
  await expect.poll(() => statements.getByRole('tab').count()).toBe(3)
})

test('formatting is one undo step, and renaming an alias changes every occurrence', async () => {
  const before = 'select b.id, b.title from books b where b.id > 1'
  await write(before)
  await page.keyboard.press('Shift+Alt+f')
  await expect.poll(written).toContain('select\n  b.id,\n  b.title\nfrom')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(written).toBe(before)

  await page.keyboard.press('Home')
  for (let at = 0; at < 7; at++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('F2')
  await type('bk')
  expect(await written()).toBe('select bk.id, bk.title from books bk where bk.id > 1')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
})

test('texts are found and replaced, with a count of occurrences', async () => {
  await write('select 1 as first, 1 as second')
  await page.keyboard.press('ControlOrMeta+f')
  await page.getByRole('textbox', { name: 'Find' }).fill('1')
  await untilShown(page.getByText('2 matches'))
  faults.push(...(await accessibilityFaults(page)))
  await page.getByRole('textbox', { name: 'Replace with' }).fill('2')
  await page.getByRole('button', { name: 'Replace all' }).click()
  expect(await written()).toContain('select 2 as first, 2 as second')
  await page.keyboard.press('Escape')
})

test('parameters are asked for before a run, and remembered for the next one', async () => {
  await write('select name from authors where id = :id')
  await page.keyboard.press('ControlOrMeta+Enter')
  const dialog = page.getByRole('dialog', { name: 'Values for this query' })
  await untilShown(dialog)
  await dialog.getByRole('combobox', { name: 'Type of :id' }).selectOption('number')
  await dialog.getByRole('textbox', { name: ':id' }).fill('two')
  await dialog.getByRole('button', { name: 'Run' }).click()
  await untilShown(dialog.getByText('Enter a number'))
  faults.push(...(await accessibilityFaults(page)))
  await dialog.getByRole('textbox', { name: ':id' }).fill('2')
  await dialog.getByRole('button', { name: 'Run' }).click()
  await untilShown(results().getByRole('gridcell', { name: 'Ben' }))

  await editor().click()
  await page.keyboard.press('ControlOrMeta+Enter')
  await untilShown(dialog)
  expect(await dialog.getByRole('textbox', { name: ':id' }).inputValue()).toBe('2')
  await page.keyboard.press('Escape')
})

test('vim keys and the font size are stored in the browser', async () => {
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Editor settings' }).click()
    await page.getByRole('menuitemradio', { name }).click()
  }
  await write('select 1')
  await choose('16 px')
  await choose('Vim keys')
  await untilShown(page.locator('.cm-vim-panel'))
  await page.reload()
  await untilShown(page.locator('.cm-vim-panel'))
  await editor().click()
  await page.keyboard.press('Escape')
  await type('ggdd')
  await expect.poll(async () => (await written()).trim()).not.toContain('select 1')
  expect(await editor().evaluate((node) => getComputedStyle(node).fontSize)).toBe('16px')
  await choose('Vim keys')
  await page.locator('.cm-vim-panel').waitFor({ state: 'detached' })
})

test('Escape, then Tab leaves the editor, so keyboard users are not trapped', async () => {
  await write('select 1')
  // Any other key cancels the effect of Escape on Tab.
  await page.keyboard.press('End')
  await page.keyboard.press('Tab')
  expect(await editor().evaluate((node) => node.matches(':focus'))).toBe(true)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  expect(await editor().evaluate((node) => node.matches(':focus'))).toBe(false)
  expect([...new Set(faults)]).toEqual([])
  expect(visit.visitor.errors).toEqual([])
})
