import { readFile } from 'node:fs/promises'

import { queryPerformance } from '@basalt/contract/query-performance/query-performance'
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

test('a slow statement is found, its index is proved and built, and later samples show the effect', async () => {
  const slow = `select count(*) from voyages where port = 'port 77'`
  await visit.ask(`create table voyages as
    select g as id, 'port ' || g % 5000 as port from generate_series(1, 200000) g`)
  await visit.ask('analyze voyages')
  await open('/advisors/query-performance?view=indexes')
  await untilShown(page.getByRole('list', { name: 'Checks' }))
  for (let run = 0; run < 5; run += 1) await visit.ask(slow)
  const card = page.getByRole('region', { name: 'Missing indexes' })
  await untilChecked(() => card.isVisible())
  await untilShown(card.getByRole('heading', { name: 'public.voyages (port)' }))
  await button('Prove').click()
  await untilShown(page.getByText(/^Statements: [\d,.]+× faster/u), 60_000)
  expect(await accessibilityFaults(page)).toEqual([])
  await button('Build and record migration').click()
  await card.waitFor({ state: 'detached' })
  for (let run = 0; run < 5; run += 1) await visit.ask(slow)
  await untilChecked(async () => {
    const means = await readMeans('from voyages where port')
    return means.length > 1 && (means.at(-1) ?? 1) < (means[0] ?? 0) / 3
  })
  await open('/database/migrations')
  await untilShown(page.getByText('create_index_public_voyages_port_idx').first())
})

/** Each check takes a sample, with a pause of five seconds between them. */
const untilChecked = (isShown: () => Promise<boolean>) =>
  expect
    .poll(async () => (await button('Check again').click(), isShown()), {
      timeout: 30_000,
      interval: 500,
    })
    .toBe(true)

/** The mean time of a statement in each sample that has calls of it. */
async function readMeans(text: string): Promise<number[]> {
  const { client } = visit.owner
  const [from, to] = [Date.now() - 600_000, Date.now() + 60_000]
  const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  const { ref } = visit.project
  const { statements } = await client.call(queryPerformance.list, { params: { ref }, query })
  const id = statements.find((one) => one.query.includes(text))?.id ?? '0'
  const { calls, total_ms: total } = await client.call(queryPerformance.timeline, {
    params: { ref, id },
    query,
  })
  return calls.flatMap((count, at) => (count === 0 ? [] : [(total[at] ?? 0) / count]))
}
