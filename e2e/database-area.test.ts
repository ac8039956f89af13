import { readFile } from 'node:fs/promises'

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { accessibilityFaults } from './browser.ts'
import { editorJourney } from './editor-journey.ts'
import type { EditorVisit } from './editor-visit.ts'
import { untilShown } from './steps.ts'

// The database area and the settings of a project: objects, diagram, policies, infrastructure.

let visit: EditorVisit
let page: Page

const journey = editorJourney({
  email: 'objects@basalt.test',
  setup: `create table harbours (id int primary key, name text, owner text);
      create table ships (id int primary key, harbour int references harbours, owner text);
      insert into harbours values (1, 'Ulm', 'ada'), (2, 'Bremen', 'ben');
      alter table harbours enable row level security;
      create role sailor nologin;
      grant select on harbours to sailor;
      create policy own on harbours to sailor
        using (owner = current_setting('request.jwt.claims')::json ->> 'sub')`,
})

beforeAll(() => {
  ;({ page, visit } = journey())
})

const open = (path: string) => page.goto(`/project/${visit.project.ref}${path}`)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })

test('an object is created, changed and dropped, with its SQL shown first', async () => {
  await open('/database/sequences')
  await untilShown(heading('Sequences'))
  await button('New sequence').click()
  await page.getByLabel('Name', { exact: true }).fill('Berth numbers')
  await page.getByLabel('Start', { exact: true }).fill('100')
  await button('Show SQL').click()
  await untilShown(page.getByText('create sequence "public"."Berth numbers"', { exact: false }))
  expect(await accessibilityFaults(page)).toEqual([])
  await button('Create sequence').click()
  await untilShown(heading('Berth numbers'))
  await button('Edit').click()
  await page.getByLabel('Increment', { exact: true }).fill('5')
  await button('Save changes').click()
  await untilShown(page.getByText('increment by 5', { exact: false }))
  expect(await accessibilityFaults(page)).toEqual([])
  await button('Actions for this sequence').click()
  await page.getByRole('menuitem', { name: 'Drop sequence' }).click()
  await button('Drop sequence').click()
  await untilShown(page.getByText('No sequences yet'))
})

test('a table without row-level security is a finding of the advisors, and its fix clears it', async () => {
  await open('/advisors/security')
  await button('Run now').first().click()
  await page.getByRole('tab', { name: 'Warnings' }).click()
  await page.getByLabel('Search findings').fill('ships RLS')
  const finding = page.getByRole('button', { name: 'RLS Disabled in Public' })
  await finding.click()
  await button('Show SQL').click()
  await untilShown(page.getByText('alter table public.ships enable row level security').last())
  expect(await accessibilityFaults(page)).toEqual([])
  await button('Run the fix').click()
  await untilShown(page.getByText('Fixed. The migration can be reverted.'))
  await finding.waitFor({ state: 'detached' })
})

test('a view is created, used in the table editor, changed and dropped', async () => {
  await open('/database/views?new=1')
  await page.getByLabel('Name', { exact: true }).fill('Harbour names')
  // The plain field that stands in until the editor is loaded is replaced.
  await page.locator('.cm-content[aria-label="Query"]').click()
  await page.keyboard.insertText('select id, name from harbours')
  await button('Create view').click()
  await page.getByRole('link', { name: 'Open Harbour names in the table editor' }).click()
  await untilShown(page.getByText('Bremen'))
  await page.goBack()
  await button('Edit').click()
  await page.getByLabel('Column names').fill('id\nharbour')
  await button('Save changes').click()
  await untilShown(page.getByText('name AS harbour', { exact: false }))
  expect(await accessibilityFaults(page)).toEqual([])
  await button('Actions for this view').click()
  await page.getByRole('menuitem', { name: 'Drop view' }).click()
  await button('Drop view').click()
  await untilShown(page.getByText('No views yet'))
})

test('the diagram shows the tables, and the neighbours of the found one', async () => {
  await open('/database/schemas')
  await untilShown(page.getByText('2 tables, 1 foreign key'))
  await page.getByLabel('Find a table').selectOption({ label: 'ships' })
  await untilShown(page.getByText('harbour → id'))
  await page.reload()
  await untilShown(page.getByRole('link', { name: 'Open ships' }))
  expect(await accessibilityFaults(page)).toEqual([])
  // Each is written in a worker, which the policy of the page has to allow.
  for (const [format, start] of [
    ['PNG', '\u{89}PNG'],
    ['SQL', '--'],
    ['DBML', 'Table "public"."harbours"'],
  ] as const) {
    const saved = page.waitForEvent('download')
    await button('Export').click()
    await page.getByRole('menuitem', { name: format, exact: true }).click()
    const content = await readFile(await (await saved).path(), 'latin1')
    expect(content.slice(0, start.length)).toBe(start)
  }
  await page.getByRole('link', { name: 'Its dependencies' }).click()
  await untilShown(page.getByText('table ships: nothing is dropped with it.'))
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'harbours' }).first().click()
  await page.waitForURL('**/editor/*')
})

test('a policy is tested as a role with claims', async () => {
  await open('/database/policy-tester?role=sailor')
  await page.getByLabel('User claims').fill('{"sub": "ada"}')
  await button('Run test').click()
  await untilShown(page.getByText('1 of 2 rows passes'))
  expect(await accessibilityFaults(page)).toEqual([])
})

test('the settings show the state of the database, and change a parameter', async () => {
  await open('/settings/infrastructure')
  await untilShown(page.getByText('Cache hit ratio'))
  await untilShown(page.getByRole('link', { name: 'harbours', exact: true }))
  expect(await accessibilityFaults(page)).toEqual([])
  await open('/settings/database')
  await button('Change statement_timeout').click()
  await page.getByLabel('Value', { exact: true }).fill('45s')
  await untilShown(page.getByText('alter database "postgres" set', { exact: false }))
  await button('Save changes').click()
  await untilShown(page.getByText('45s'))
  expect(await accessibilityFaults(page)).toEqual([])
  await open('/settings/general')
  await untilShown(heading('General'))
  expect(await accessibilityFaults(page)).toEqual([])
})

test('the views of query performance are accessible', async () => {
  await open('/advisors/query-performance?view=locks')
  await untilShown(page.getByLabel('Search sessions').or(heading('No session waits')).first())
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('tab', { name: 'Statements' }).click()
  await untilShown(button('Refresh'))
  expect(await accessibilityFaults(page)).toEqual([])
})
