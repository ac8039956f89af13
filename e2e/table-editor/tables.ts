import { databaseDefinitions } from '@basalt/contract/database/definitions'
import { databaseTables } from '@basalt/contract/database/tables'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { accessibilityFaults } from '../browser.ts'
import { editorJourney } from '../editor-journey.ts'
import type { EditorVisit } from '../editor-visit.ts'
import { untilShown } from '../steps.ts'

// A user creates, changes, links, copies, drops and restores tables, in order: each step continues
// where the one before it ended.

let visit: EditorVisit
let page: Page

const setup = /* SQL */ `
  create type mood as enum ('sad', 'ok', 'happy');
  create table accounts (id bigint generated always as identity primary key, name text not null);
  alter table accounts enable row level security;
  insert into accounts (name) select 'account ' || i from generate_series(1, 30) i;
  create table orders (id int primary key, account_id bigint, note text);
  alter table orders enable row level security;
  insert into orders select i, case when i % 10 = 0 then 900 + i else i end from generate_series(1, 30) i;
  analyze;`

async function getDefinition(schema: string, name: string): Promise<string> {
  const { client } = visit.owner
  const { ref } = visit.project
  const { tables } = await client.call(databaseTables.list, {
    params: { ref },
    query: { included_schemas: [schema], search: name },
  })
  const id = tables.find((one) => one.name === name)?.id ?? 0
  return (await client.call(databaseDefinitions.table, { params: { ref, id } })).sql
}

const journey = editorJourney({ email: 'tables@example.test', setup })

beforeAll(() => {
  ;({ page, visit } = journey())
})

const faults: string[] = []
const inspect = async () => faults.push(...(await accessibilityFaults(page)))
const item = (name: RegExp) => page.getByRole('treeitem', { name })
const panel = () => page.getByRole('dialog')
const heading = (name: RegExp) => page.getByRole('columnheader', { name })

async function choose(table: RegExp, entry: string) {
  await item(table).click({ button: 'right' })
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  await untilShown(panel())
}

/** Adds a column after the focused one, with its type, by keys alone. */
async function addColumn(name: string, type: string) {
  await page.keyboard.press('Enter')
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await untilShown(page.getByPlaceholder('Find a type'))
  // Its name is visible next to a long description.
  await untilShown(page.getByRole('option').getByText('bigint', { exact: true }))
  await page.keyboard.type(type)
  await page.keyboard.press('Enter')
  await untilShown(page.getByRole('button', { name: `Type of ${name}: ${type}`, exact: true }))
}

test('a table with many kinds of columns is created by keyboard, with the SQL that was shown', async () => {
  await page.goto(`${visit.editor}/new`)
  const name = page.getByLabel('Table name')
  await name.waitFor()
  await page.keyboard.type('accounts')
  await untilShown(page.getByText('relation "accounts" already exists'))
  await name.fill('shelves')
  await page.getByLabel('Name of created_at').focus()
  await addColumn('floor', 'smallint')
  await page.getByLabel('floor is part of the primary key').press(' ')
  await page.getByLabel('Name of floor').focus()
  await addColumn('moods', 'mood[]')
  await page.getByLabel('Name of moods').focus()
  // An exact match comes before entries whose description contains the word.
  await addColumn('made', 'date')
  await page.getByLabel('Remove made').press('Enter')
  await page.getByLabel('Name of moods').focus()
  await addColumn('price', 'numeric(10,2)')
  await page.getByRole('button', { name: 'Details of price' }).press('Enter')
  await page.getByLabel('Check').fill('price >= 0')
  await page.getByRole('button', { name: 'Use 0', exact: true }).press('Enter')
  await page.getByLabel('Name of price').focus()
  await addColumn('gross', 'numeric')
  await page.getByRole('button', { name: 'Details of price' }).press('Enter')
  await page.getByRole('button', { name: 'Details of gross' }).press('Enter')
  await page.getByLabel('Default').selectOption('generated')
  await page.getByLabel('Expression').fill('price * 1.19')
  await page.getByRole('button', { name: 'Show SQL' }).press('Enter')
  const sql = panel().getByRole('region', { name: 'SQL of the change' })
  await untilShown(sql.getByText('price * 1.19'))
  await inspect()
  const shown = await sql.innerText()
  await page.keyboard.press('ControlOrMeta+Enter')
  await untilShown(page.getByText('Created shelves'))
  await untilShown(heading(/gross/u))
  expect(await item(/^shelves, Table$/u).count()).toBe(1)

  await visit.ask(
    `create schema again; ${shown.replaceAll('"public"."shelves"', '"again"."shelves"')}`,
  )
  const again = await getDefinition('again', 'shelves')
  expect(again.replace(/^create schema .*\n\n/mu, '').replaceAll('again.', 'public.')).toBe(
    await getDefinition('public', 'shelves'),
  )
  expect(again).toContain('mood[]')
  expect(again).toMatch(/primary key \(id, floor\)/iu)
})

test('a refused change is reported at its field, and an accepted one is shown in the table', async () => {
  await visit.ask(`insert into public.shelves (floor, price) values (1, 5), (2, 5)`)
  await choose(/^shelves/u, 'Edit table')
  await untilShown(page.getByText('No changes to save').or(page.getByLabel('Name of price')))
  await page.getByLabel('Name of price').fill('net')
  await page.getByRole('button', { name: 'Details of net' }).click()
  await page.getByLabel('Unique').check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await untilShown(page.getByText(/could not create unique index.*\(net\)=\(5.00\)/u))
  await page.getByLabel('Unique').uncheck()
  await page.getByLabel('Comment').last().fill('Without tax')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await untilShown(page.getByText('Table updated'))
  await untilShown(heading(/net/u))
  expect(await heading(/price/u).count()).toBe(0)
})

test('rows that violate a foreign key are shown, and the key is created after their correction', async () => {
  await choose(/^orders/u, 'Edit table')
  await page.getByRole('button', { name: 'Add foreign key' }).click()
  await page.getByRole('button', { name: 'Choose a table' }).click()
  await untilShown(page.getByPlaceholder('Find a table'))
  await page.keyboard.type('accounts')
  await page.getByRole('option', { name: 'accounts' }).click()
  await untilShown(page.getByRole('button', { name: 'References public.accounts' }))
  expect(await page.getByLabel('Column 1 of this table').inputValue()).toBe('account_id')
  await page.getByLabel('On delete').selectOption('Set NULL')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const rows = page.getByRole('region', { name: 'Invalid rows' })
  await untilShown(page.getByText('3 rows reference missing rows'))
  await untilShown(rows.getByRole('cell', { name: '910' }))
  await inspect()

  await visit.ask('update orders set account_id = null where account_id > 900')
  await page.getByRole('button', { name: 'Check again' }).click()
  await untilShown(page.getByText('All rows are valid.'))
  await page.getByRole('button', { name: 'Save changes' }).click()
  // An earlier change may have announced the same.
  await expect
    .poll(() => getDefinition('public', 'orders'), { timeout: 15_000 })
    .toMatch(/references public\.accounts/iu)
})

test('a rule with violating rows is not stored, and is stored once they are fixed', async () => {
  await choose(/^orders/u, 'Edit table')
  await page.getByRole('button', { name: 'Details of note' }).click()
  await page.getByLabel('Nullable').uncheck()
  await page.getByLabel('Validate existing rows without blocking writes').check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await untilShown(page.getByText('NOT NULL of note was not saved: some rows are NULL.'))
  await inspect()
  expect(await getDefinition('public', 'orders')).not.toMatch(
    /note is not null|note text not null/iu,
  )
  await visit.ask(`update orders set note = 'none'`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect
    .poll(() => getDefinition('public', 'orders'), { timeout: 15_000 })
    .toMatch(/note text not null/iu)
})

test('a table is copied with its rows, dropped, and restored with them', async () => {
  await choose(/^accounts/u, 'Duplicate table')
  await page.getByLabel('Table name').fill('accounts_old')
  await page.getByLabel('Rows', { exact: true }).check()
  await page.getByLabel('Table name').press('Enter')
  await untilShown(page.getByText('Created accounts_old'))
  await untilShown(page.getByRole('gridcell', { name: 'account 7', exact: true }))

  await choose(/^accounts_old/u, 'Drop table')
  await untilShown(panel().getByText(/You can restore it for 24 hours/u))
  const dropped = page.url()
  await page.getByRole('button', { name: 'Drop table' }).click()
  await untilShown(page.getByText('accounts_old moved to the trash'))
  await item(/^accounts_old/u).waitFor({ state: 'detached' })
  await page.waitForURL((url) => url.href !== dropped)

  await page.getByRole('button', { name: 'Dropped tables' }).click()
  await untilShown(panel().getByText('public.accounts_old'))
  await inspect()
  await panel().getByRole('button', { name: 'Restore' }).click()
  await untilShown(page.getByText('accounts_old restored'))
  await untilShown(page.getByRole('gridcell', { name: 'account 7', exact: true }))

  // The action in the message makes the trash unnecessary. It is shown for some seconds.
  const back = page.getByRole('button', { name: 'Restore' })
  await back.waitFor({ state: 'detached' })
  await choose(/^accounts_old/u, 'Drop table')
  await page.getByRole('button', { name: 'Drop table' }).click()
  await back.click()
  await untilShown(page.getByRole('gridcell', { name: 'account 7', exact: true }))
  expect(faults).toEqual([])
  expect(visit.visitor.errors).toEqual([])
})
