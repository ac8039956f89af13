import { waitFor } from '@basalt/testkit'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { accessibilityFaults } from './browser.ts'
import { editorJourney } from './editor-journey.ts'
import type { EditorVisit } from './editor-visit.ts'
import { runSql, untilShown } from './steps.ts'

// Rows of two tables are changed where a join shows them.

let visit: EditorVisit
let page: Page

const setup = /* SQL */ `
  create table authors (id bigint primary key, name text not null);
  create table books (
    id bigint primary key, title text not null, is_new boolean not null default false,
    author_id bigint references authors
  );
  create table shelves (id bigint primary key, name text not null);
  create table places (id bigint primary key, shelf_id bigint not null references shelves);
  insert into shelves select n, 'Shelf ' || n from generate_series(1001, 1100) n;
  insert into places select n, 1000 + n from generate_series(1, 20) n;
  insert into authors values (1, 'Ada'), (2, 'Ben');
  insert into books values (1, 'One', true, 1), (2, 'Two', false, 1), (3, 'Three', false, 2)`

const join = `select b.id, b.title, b.is_new, a.id as author, a.name, upper(a.name) as shout
  from books b join authors a on a.id = b.author_id order by b.id`

const journey = editorJourney({ email: 'rows@basalt.test', setup })

beforeAll(async () => {
  ;({ page, visit } = journey())
  await page.goto(`/project/${visit.project.ref}/sql/new`)
  await untilShown(page.getByRole('textbox', { name: 'SQL' }))
})

const grid = () => page.getByRole('grid', { name: 'Result', exact: true })
const cell = (text: string) => grid().getByRole('gridcell', { name: text, exact: true })
const bar = () => page.getByRole('region', { name: 'Row changes' })
const titles = 'select title from books order by id'

/** Types over a cell, as a person does who has it in view. */
async function change(from: string, to: string) {
  await cell(from).first().dblclick()
  await untilShown(page.getByRole('textbox', { name: /, text$/u }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(to)
  await page.keyboard.press('Enter')
}

test('a cell of each table of a join is changed, previewed as SQL and saved in one transaction', async () => {
  await runSql(page, join)
  await untilShown(cell('Three'))
  await untilShown(page.locator('[role=grid][aria-label=Result][aria-readonly=false]'))
  const place = await waitFor(() => cell('One').boundingBox(), { what: 'the cell is drawn' })
  await change('Two', 'Dos')
  await untilShown(bar())
  // The second press of a double click must not meet another row.
  expect(await cell('One').boundingBox()).toEqual(place)
  await change('Ada', 'Ada L.')
  await untilShown(bar().getByText('2 changes in 2 rows of books, authors'))
  // The author is shown with two books.
  expect(await cell('Ada L.').count()).toBe(2)
  expect(await visit.ask(titles)).toEqual([['One'], ['Two'], ['Three']])

  await bar().getByRole('button', { name: 'Show SQL' }).click()
  const panel = page.getByRole('dialog', { name: 'Row changes' })
  await untilShown(panel.getByText(`update "public"."books" set "title" = 'Dos' where "id" = '2';`))
  const faults = await accessibilityFaults(page)
  await panel.getByRole('button', { name: 'Save all' }).click()
  await untilShown(page.getByText('2 rows saved'))
  await bar().waitFor({ state: 'detached' })
  expect(await visit.ask(titles)).toEqual([['One'], ['Dos'], ['Three']])
  expect(await cell('Ada L.').count()).toBe(2)
  expect(faults).toEqual([])

  await page.getByRole('button', { name: 'Undo' }).click()
  await untilShown(cell('Two'))
  expect(await visit.ask(titles)).toEqual([['One'], ['Two'], ['Three']])
  expect(await cell('Ada').count()).toBe(2)
})

test('a computed cell explains that, and a change survives another run and a reload', async () => {
  await cell('ADA').first().dblclick()
  await untilShown(page.getByText('This value is computed by the query'))
  await change('Three', 'Tres')
  await untilShown(bar().getByText('1 change in 1 row of books'))
  await runSql(page, `${join} limit 3`)
  await untilShown(cell('Tres'))
  await page.reload()
  await untilShown(bar().getByText('1 change in 1 row of books'))
  // Its cell is marked in the stored rows, too.
  await untilShown(cell('Tres'))
  expect(await visit.ask(titles)).toEqual([['One'], ['Two'], ['Three']])
})

test('a row changed by another user is not overwritten without a decision', async () => {
  await runSql(page, join)
  await untilShown(cell('Tres'))
  await visit.ask(`update books set title = 'Drei' where id = 3`)
  await bar().getByRole('button', { name: 'Save rows', exact: true }).click()
  await untilShown(page.getByText('Nothing was saved: 1 row changed by someone else'))
  await cell('Tres').click()
  const note = page.getByRole('alert').filter({ hasText: 'This row was changed by someone else' })
  await untilShown(note.getByText('Drei'))
  await note.getByRole('button', { name: 'Keep mine' }).click()
  await bar().getByRole('button', { name: 'Save rows', exact: true }).click()
  await untilShown(page.getByText('1 row saved'))
  expect(await visit.ask(titles)).toEqual([['One'], ['Two'], ['Tres']])
})

test('rows that are restored after a reload are changed and saved without another run', async () => {
  const runs: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/query')) runs.push(request.url())
  })
  await page.reload()
  await untilShown(page.getByText(/^Previous run/u))
  await untilShown(page.locator('[role=grid][aria-label=Result][aria-readonly=false]'))
  await change('One', 'Uno')
  await bar().getByRole('button', { name: 'Save rows', exact: true }).click()
  await untilShown(page.getByText('1 row saved'))
  expect(await visit.ask(titles)).toEqual([['Uno'], ['Two'], ['Tres']])
  await bar().waitFor({ state: 'detached' })
  await untilShown(cell('Uno'))
  await page.reload()
  await untilShown(page.getByText(/^Previous run/u))
  await untilShown(cell('Uno'))
  expect(runs).toEqual([])
})

test('a server that ends during a save is reported, and the changes are sent once more', async () => {
  await page.reload()
  await untilShown(page.locator('[role=grid][aria-label=Result][aria-readonly=false]'))
  await change('Uno', 'Eins')
  await untilShown(bar().getByText('1 change in 1 row of books'))
  // No response arrives any more, not even the code of messages.
  await page.route('**/*', (route) => route.abort('connectionrefused'))
  await bar().getByRole('button', { name: 'Save rows', exact: true }).click()
  await untilShown(page.getByRole('alert').filter({ hasText: /^Nothing was saved|^No answer/u }))
  await page.unroute('**/*')
  await bar()
    .getByRole('button', { name: /^(?:Save rows|Check again)$/u })
    .click()
  await bar().waitFor({ state: 'detached' })
  expect(await visit.ask(titles)).toEqual([['Eins'], ['Two'], ['Tres']])
})

test('rows that a foreign key can reference are offered within the grid, however small it is', async () => {
  await page.goto(`/project/${visit.project.ref}/sql/new`)
  await untilShown(page.getByRole('textbox', { name: 'SQL' }))
  await runSql(page, 'select id, shelf_id from places order by id')
  await untilShown(page.locator('[role=grid][aria-label=Result][aria-readonly=false]'))
  const outside: unknown[] = []
  for (const shelf of ['1001', '1004', '1006']) {
    await cell(shelf).dblclick()
    const list = page.getByRole('list', { name: 'Rows of public.shelves' })
    await untilShown(list)
    await page.getByRole('button', { name: 'Show more' }).click({ trial: true })
    const view = await placeOf(page.locator('.grid-box').filter({ has: grid() }))
    for (const part of [
      page.getByRole('textbox', { name: /^shelf_id/u }),
      page.getByRole('button', { name: 'Show more' }),
      list,
    ]) {
      const { top, bottom } = await placeOf(part)
      if (top < view.top || bottom > view.bottom) outside.push({ shelf, top, bottom, view })
    }
    await page.keyboard.press('Escape')
  }
  expect(outside).toEqual([])
})

/** The vertical position of a part on the page. */
async function placeOf(part: Locator) {
  const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
  return { top: y, bottom: y + height }
}
