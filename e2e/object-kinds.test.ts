import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { accessibilityFaults } from './browser.ts'
import { editorJourney } from './editor-journey.ts'
import type { EditorVisit } from './editor-visit.ts'
import { untilShown, writeSql } from './steps.ts'

// One object of each kind is created, changed, used and dropped.

let visit: EditorVisit
let page: Page

const journey = editorJourney({
  email: 'kinds@basalt.test',
  setup: `create table cargo (id int primary key, name text, owner text);
      insert into cargo values (1, 'salt', 'ada'), (2, 'iron', 'ben');
      create function stamp() returns trigger language plpgsql
        as 'begin new.name := upper(new.name); return new; end';
      create role docker nologin;
      grant select on cargo to docker`,
})

beforeAll(() => {
  ;({ page, visit } = journey())
})

const open = (path: string) => page.goto(`/project/${visit.project.ref}/database/${path}`)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const panel = () => page.getByRole('dialog')
const field = (label: string) => panel().getByLabel(label, { exact: true })
const fact = (name: string) =>
  page
    .locator('dt', { hasText: new RegExp(`^${name}$`, 'u') })
    .locator('xpath=following-sibling::dd[1]')

async function openForm(kind: string, name: string) {
  await open(`${kind}?new=1`)
  await page.getByLabel('Name', { exact: true }).first().fill(name)
}

/** Chooses an item of a list with a search field, once it is there. */
async function pick(label: string, item: string) {
  await panel()
    .getByRole('button', { name: new RegExp(`^${label}: `, 'u') })
    .click()
  await page.getByRole('combobox', { name: /^Find a/u }).fill(item)
  // A type has a description after its name; a text that is taken as typed says so.
  const name = new RegExp(String.raw`^${item}(?! as typed)(?: |$)`, 'u')
  await page.getByRole('option', { name }).first().click()
}

async function create(noun: string, name: string) {
  await button(`Create ${noun}`).click()
  await untilShown(heading(name))
}

async function save() {
  await button('Save changes').click()
  await panel().waitFor({ state: 'detached' })
}

/** Ends on the list, which is empty again. */
async function drop(noun: string, { isUsed = false } = {}) {
  await button(`Actions for this ${noun}`).click()
  await page.getByRole('menuitem', { name: `Drop ${noun}` }).click()
  // The only one, below the list of objects that depend on it.
  if (isUsed) await panel().getByRole('checkbox').check()
  await button(`Drop ${noun}`).click()
}

const untilEmpty = (nouns: string) => untilShown(page.getByText(`No ${nouns} yet`))

test('a function is run with an argument', async () => {
  await openForm('functions', 'twice')
  await button('Add argument').click()
  const parts = page.getByRole('group', { name: 'Arguments' })
  await parts.getByLabel('Name', { exact: true }).fill('value')
  await pick('Type', 'integer')
  await pick('Returns', 'bigint')
  await writeSql(page, 'Body', 'begin return value * 2; end')
  await create('function', 'twice')
  await button('Edit').click()
  await writeSql(page, 'Body', 'begin return value * 20; end')
  await save()
  await button('Run').click()
  await panel().getByRole('textbox', { name: 'value' }).fill('21')
  await panel().getByRole('button', { name: /^Run/u }).click()
  await untilShown(panel().getByRole('cell', { name: '420', exact: true }))
  expect(await accessibilityFaults(page)).toEqual([])
  await button('Close').last().click()
  await drop('function')
  await untilShown(page.getByText('The function twice was dropped'))
})

test('a trigger changes the rows that are written', async () => {
  await openForm('triggers', 'on write')
  await pick('Table', 'cargo')
  await pick('Function', 'stamp')
  await field('Runs').selectOption('before')
  await create('trigger', 'on write')
  await button('Edit').click()
  await panel().getByRole('checkbox', { name: 'update' }).check()
  await save()
  const rows = await visit.ask(`update cargo set name = 'salt' where id = 1 returning name`)
  expect(rows).toEqual([['SALT']])
  await drop('trigger')
  await untilEmpty('triggers')
})

test('the values of an enum are added and renamed while a column has it', async () => {
  await openForm('types', 'state')
  await page.getByLabel('Value', { exact: true }).fill('afloat')
  await create('type', 'state')
  await visit.ask(`alter table cargo add state state not null default 'afloat'`)
  await button('Edit').click()
  await panel().getByLabel('Value', { exact: true }).first().fill('at sea')
  await button('Add value').click()
  await panel().getByLabel('Value', { exact: true }).last().fill('landed')
  await save()
  await untilShown(fact('Values').getByText('2', { exact: true }))
  await visit.ask(`update cargo set state = 'landed' where id = 2`)
  expect(await visit.ask('select state from cargo order by id')).toEqual([['at sea'], ['landed']])
  await page.reload()
  await drop('type', { isUsed: true })
  await untilEmpty('types')
  expect(
    await visit.ask(
      `select attname from pg_attribute where attrelid = 'cargo'::regclass and attname = 'state'`,
    ),
  ).toEqual([])
})

test('a job builds an index, and another one drops it', async () => {
  await openForm('indexes', 'cargo by name')
  await pick('Table', 'cargo')
  await panel().getByLabel('Column', { exact: true }).selectOption('name')
  await button('Create index').click()
  await page.getByRole('link', { name: 'cargo by name', exact: true }).click()
  await untilShown(heading('cargo by name'))
  await button('Edit').click()
  await field('Comment').fill('For the search')
  await save()
  await untilShown(page.getByText('For the search', { exact: true }))
  const plan = await visit.ask(
    `set enable_seqscan = off; explain (costs off) select from cargo where name = 'iron'`,
  )
  expect(plan.flat().join('\n')).toContain('cargo by name')
  await drop('index')
  await untilShown(heading('Indexes'))
  await page
    .getByRole('link', { name: 'cargo by name', exact: true })
    .waitFor({ state: 'detached' })
  await expect
    .poll(() => visit.ask(`select relname from pg_class where relname = 'cargo by name'`))
    .toEqual([])
})

test('a policy hides a row, as its test shows', async () => {
  await openForm('policies', 'own cargo')
  await pick('Table', 'cargo')
  await panel().getByRole('checkbox', { name: 'docker', exact: true }).check()
  await writeSql(page, 'USING', `owner = 'nobody'`)
  await create('policy', 'own cargo')
  await button('Edit').click()
  await writeSql(page, 'USING', `owner = 'ada'`)
  await save()
  await untilShown(page.getByText(`owner = 'ada'::text`, { exact: false }).first())
  const address = page.url()
  await open('policy-tester?role=docker')
  await button('Run test').click()
  await untilShown(page.getByText('1 of 2 rows passes'))
  expect(await accessibilityFaults(page)).toEqual([])
  await page.goto(address)
  await drop('policy')
  await untilEmpty('policies')
})

test('a role is granted privileges, which its drop removes', async () => {
  await openForm('roles', 'harbour master')
  await create('role', 'harbour master')
  await button('Edit').click()
  await field('Connection limit').fill('3')
  await panel().getByLabel('Add to Member of').selectOption('docker')
  await save()
  await untilShown(fact('Member of').getByText('docker'))
  expect(
    await visit.ask(
      `grant update on cargo to "harbour master";
       select has_table_privilege('harbour master', 'cargo', 'select, update')`,
    ),
  ).toEqual([['t']])
  await page.reload()
  await untilShown(fact('Objects with privileges').getByText('1', { exact: true }))
  await drop('role', { isUsed: true })
  await untilShown(page.getByText('The role harbour master was dropped'))
  expect(await visit.ask(`select from pg_roles where rolname = 'harbour master'`)).toEqual([])
})

test('a publication publishes a table', async () => {
  await openForm('publications', 'shipped')
  await button('Add table').click()
  await pick('Table', 'cargo')
  expect(await accessibilityFaults(page)).toEqual([])
  await create('publication', 'shipped')
  await button('Edit').click()
  await panel().getByRole('checkbox', { name: 'Truncate' }).uncheck()
  await save()
  expect(
    await visit.ask(
      `select tablename, pubtruncate from pg_publication_tables join pg_publication using (pubname)`,
    ),
  ).toEqual([['cargo', 'f']])
  await drop('publication')
  await untilEmpty('publications')
})

test('a materialized view has the new rows after a refresh', async () => {
  await openForm('materialized-views', 'manifest')
  await writeSql(page, 'Query', 'select id, name from cargo')
  await create('materialized view', 'manifest')
  await button('Edit').click()
  await field('Comment').fill('For the port')
  await save()
  await visit.ask(`insert into cargo values (3, 'rope', 'ada')`)
  await button('Refresh').click()
  await panel().getByRole('button', { name: 'Refresh', exact: true }).click()
  await untilShown(page.getByText('manifest was refreshed'))
  expect(await visit.ask('select count(*) from manifest')).toEqual([['3']])
  await visit.ask('delete from cargo where id = 3')
  await drop('materialized view')
  await untilEmpty('materialized views')
})

test('event triggers cannot be created, and the page says why', async () => {
  await open('event-triggers')
  await untilShown(page.getByText('Only superusers can create and change event triggers').first())
  expect(await button('New event trigger').getAttribute('aria-disabled')).toBe('true')
  await open('event-triggers?new=1')
  await untilShown(page.getByText('Only superusers can create and change event triggers').first())
  expect(await panel().count()).toBe(0)
})
