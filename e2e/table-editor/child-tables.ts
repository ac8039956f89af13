import { setTimeout } from 'node:timers/promises'

import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { accessibilityFaults } from '../browser.ts'
import { editorJourney } from '../editor-journey.ts'
import type { EditorVisit } from '../editor-visit.ts'
import { pressCell, untilShown } from '../steps.ts'

// A user works with a table that has child tables, in order: each step continues where the one
// before it ended.

let visit: EditorVisit
let page: Page
let id = ''

const setup = /* SQL */ `
  create schema garden;
  create table garden.plants (id int primary key, name text);
  create table garden.trees (height int) inherits (garden.plants);
  create table garden.roses (colour text, primary key (id)) inherits (garden.plants);
  insert into garden.plants values (1, 'moss'), (2, 'fern');
  insert into garden.trees values (1, 'oak', 30), (1, 'elm', 20);
  insert into garden.roses values (1, 'damask', 'pink');
  create table garden.keyed (name text, id int primary key);
  insert into garden.keyed select 'plant ' || i, i from generate_series(1, 13) as i;
  create table garden.keyless as select name from garden.keyed order by id;`

const journey = editorJourney({ email: 'ida@example.test', setup })

beforeAll(async () => {
  ;({ page, visit } = journey())
  id = (await visit.ask(`select 'garden.plants'::regclass::oid`))[0]?.[0] ?? ''
})

const faults: string[] = []
const inspect = async () => faults.push(...(await accessibilityFaults(page)))
const cell = (name: string) => page.getByRole('gridcell', { name, exact: true })
const button = (name: string, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true })
/** Types over a cell. */
async function edit(from: string, to: string) {
  await pressCell(cell(from))
  await page.keyboard.press('F2')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(to)
  await page.keyboard.press('Enter')
}
const heading = (name: string) =>
  page.getByRole('row').filter({ hasText: name }).getByRole('rowheader')
const until = (query: string, target: unknown[]) =>
  expect.poll(() => visit.ask(query), { timeout: 10_000, interval: 50 }).toEqual(target)

test('opened by its address it is shown in the list of its schema, with the rows of all tables', async () => {
  await page.goto(`${visit.editor}/${id}`)
  for (const name of ['moss', 'fern', 'oak', 'elm', 'damask']) await untilShown(cell(name))
  await untilShown(page.getByRole('treeitem', { name: /^roses/u }))
  expect(await page.getByLabel('Schema').inputValue()).toBe('garden')
})

test('an edit is written to the owning table, and Ctrl+Z undoes it', async () => {
  await edit('damask', 'tea')
  await until('select name, colour from garden.roses', [['tea', 'pink']])
  await page.keyboard.press('ControlOrMeta+z')
  await until('select name, colour from garden.roses', [['damask', 'pink']])
  await untilShown(cell('damask'))
  expect(await visit.ask('select name from only garden.plants order by 1')).toEqual([
    ['fern'],
    ['moss'],
  ])
})

test('a change of another user is shown next to the typed value', async () => {
  await visit.ask(`update garden.roses set name = 'theirs'`)
  await edit('damask', 'mine')
  await pressCell(cell('mine'))
  await untilShown(page.getByText('The current value is theirs. You entered mine.'))
  await button('Save mine').click()
  await until('select name, colour from garden.roses', [['mine', 'pink']])

  await visit.ask(`update garden.roses set name = 'theirs'`)
  await button('Stage edits and save them together').click()
  await edit('mine', 'mine again')
  await page.keyboard.press('ControlOrMeta+s')
  const note = page.getByText('The current value is theirs. You entered mine again.')
  await pressCell(cell('mine again'))
  await untilShown(note)
  await button('1 change').click()
  await untilShown(page.getByText('id 1 in roses', { exact: true }))
  await page.keyboard.press('Escape')
  await button('Use theirs').click()
  await note.waitFor({ state: 'detached' })
  await button('Stage edits and save them together').click()
  expect(await visit.ask('select name from garden.roses')).toEqual([['theirs']])
})

test('rows are deleted from their owning tables, and restored completely', async () => {
  const remainingRows = `select tableoid::regclass::text, name from garden.plants order by 1, 2`
  const before = await visit.ask(remainingRows)
  await heading('fern').click()
  await heading('oak').click({ modifiers: ['ControlOrMeta'] })
  await heading('theirs').click({ modifiers: ['ControlOrMeta'] })
  await button('Delete 3 rows').click()
  const question = page.getByRole('dialog', { name: 'Delete 3 rows from plants' })
  await untilShown(question.getByText('2, 1 in trees, 1 in roses will be'))
  await question.getByRole('button', { name: 'Show SQL' }).click()
  await untilShown(question.getByText(/delete from "garden"."trees" where "ctid" = '\(0,1\)'/u))
  await untilShown(question.getByText(/delete from "garden"."roses" where "id" = '1'/u))
  await inspect()
  await button('Delete 3 rows', question).click()
  await until('select count(*) from garden.plants', [['2']])
  await cell('oak').waitFor({ state: 'detached' })
  await page.keyboard.press('ControlOrMeta+z')
  await until(remainingRows, before)
  await until('select height from garden.trees order by 1', [['20'], ['30']])
  await untilShown(cell('oak'))
  expect(await visit.ask('select colour from garden.roses')).toEqual([['pink']])
})

test('values typed along a row are stored, also when the first of them changes its key', async () => {
  const typeAlong = async (name: string, ...values: [string, string]) => {
    await pressCell(cell(name))
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type(values[0])
    await page.keyboard.press('Tab')
    await page.keyboard.type(values[1])
    await page.keyboard.press('Enter')
  }
  await typeAlong('elm', '7', 'alder')
  await until('select id, name from only garden.trees where height = 20', [['7', 'alder']])
  await typeAlong('fern', '22', 'bracken')
  await until('select id, name from only garden.plants where id > 1', [['22', 'bracken']])
  await untilShown(cell('bracken'))
  expect(await page.getByRole('button', { name: /unsaved/u }).count()).toBe(0)
})

test('the panel names the owning table of a row, and links to it; so does the history', async () => {
  await page.getByRole('button', { name: 'History', exact: true }).click()
  const history = page.getByRole('dialog', { name: 'History of plants' })
  await untilShown(history.getByText('garden.roses id 1: name').first())
  await page.keyboard.press('Escape')
  await heading('oak').click()
  await button('Edit row').click()
  const panel = page.getByRole('complementary', { name: 'Row of plants' })
  await untilShown(panel.getByText('which inherits from plants', { exact: false }))
  await inspect()
  await panel.getByRole('link', { name: 'garden.trees' }).click()
  await untilShown(page.getByRole('columnheader', { name: /^height/u }))
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('trees')
})

test.each(['keyed', 'keyless'])(
  'keys right after Ctrl+Z are stored after the undo, row after row: %s',
  async (table) => {
    const [[oid] = []] = await visit.ask(`select 'garden.${table}'::regclass::oid`)
    await page.goto(`${visit.editor}/${oid}`)
    // A slow network lets the keys get ahead.
    await page.route('**/pg-meta/**', async (route) => {
      await setTimeout(60 + Math.random() * 60)
      await route.continue()
    })
    await pressCell(cell('plant 1'))
    // Keys after the end of an edit have no effect until the code of the editor is loaded.
    await page.keyboard.press('F2')
    await untilShown(page.getByRole('textbox', { name: 'name, text' }))
    await page.keyboard.press('Escape')
    for (let row = 1; row <= 12; row += 1) {
      await page.keyboard.type(`one ${row}`)
      await page.keyboard.press('Enter')
      await page.keyboard.press('ControlOrMeta+z')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.type(`two ${row}`)
      await page.keyboard.press('Enter')
    }
    const target = Array.from({ length: 13 }, (_, at) => [at < 12 ? `two ${at + 1}` : 'plant 13'])
    const stored = `select name from garden.${table} order by substring(name from '\\d+')::int`
    await until(stored, target)
    await page.unrouteAll({ behavior: 'wait' })
    expect(await page.getByRole('button', { name: /unsaved/u }).count()).toBe(0)
    expect(await page.getByRole('dialog').count()).toBe(0)
  },
)

test('none of these pages has an accessibility fault', () => {
  expect(faults).toEqual([])
})

test('no step threw an error', () => {
  expect(visit.visitor.errors).toEqual([])
})
