import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { accessibilityFaults } from './browser.ts'
import { editorJourney } from './editor-journey.ts'
import type { EditorVisit } from './editor-visit.ts'
import { runSql, untilShown } from './steps.ts'

// Sessions that persist from run to run, and previews before commit.

let visit: EditorVisit
let page: Page

const faults: string[] = []

const journey = editorJourney({
  email: 'runs@basalt.test',
  setup: `create table pots (id int primary key, price int);
      insert into pots select n, 10 from generate_series(1, 50) n`,
})

beforeAll(async () => {
  ;({ page, visit } = journey())
  await page.goto(`/project/${visit.project.ref}/sql/new`)
})

const results = () => page.getByRole('region', { name: 'Results' })
const prices = async () => (await visit.ask('select sum(price) from pots'))[0]?.[0]
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

test('a write is previewed before its commit, and invisible to others until then', async () => {
  await page.getByRole('textbox', { name: 'SQL' }).click()
  await press('Preview before commit')
  await runSql(page, 'update pots set price = 20 where id <= 5')
  const panel = page.getByRole('region', { name: 'Changes before commit' })
  await untilShown(panel.getByText('5 updated, of 50 rows'))
  expect(await panel.getByRole('region', { name: 'Rows before' }).textContent()).toContain('110')
  expect(await panel.getByRole('region', { name: 'Rows after' }).textContent()).toContain('120')
  faults.push(...(await accessibilityFaults(page)))
  expect(await prices()).toBe('500')
  await panel.getByRole('button', { name: 'Commit' }).click()
  await untilShown(panel.getByText('Committed', { exact: true }))
  expect(await prices()).toBe('550')
})

test('a rollback changes nothing, and closing the page rolls back too', async () => {
  await runSql(page, 'delete from pots', 'Run and hold')
  const panel = page.getByRole('region', { name: 'Changes before commit' })
  await untilShown(panel.getByText('50 deleted'))
  await panel.getByRole('button', { name: 'Roll back' }).click()
  await untilShown(panel.getByText('Rolled back', { exact: true }))
  await runSql(page, 'delete from pots', 'Run and hold')
  await untilShown(panel.getByText('50 deleted'))
  await page.waitForTimeout(500)
  await page.reload()
  await untilShown(page.getByText('Rolled back: you left the page before you committed.'))
  await expect.poll(idleTransactions).toBe('0')
  expect(await prices()).toBe('550')
})

const idleTransactions = async () =>
  (
    await visit.ask("select count(*) from pg_stat_activity where state = 'idle in transaction'")
  )[0]?.[0]

test('an open transaction is shown, survives a reload, and is committed', async () => {
  await untilShown(page.getByRole('button', { name: 'Preview before commit', pressed: true }))
  await press('Preview before commit')
  await runSql(page, 'create temporary table basket (id int); begin; update pots set price = 0')
  await page.getByRole('dialog').getByRole('button', { name: 'Run anyway' }).click()
  const notice = page.getByText('A transaction is open')
  await untilShown(notice)
  faults.push(...(await accessibilityFaults(page)))
  await page.reload()
  await untilShown(notice)
  expect(await prices()).toBe('550')
  await press('Commit')
  await notice.waitFor({ state: 'detached' })
  expect(await prices()).toBe('0')
  await runSql(page, "select 'still ' || count(*) as found from basket")
  await untilShown(results().getByRole('gridcell', { name: 'still 0' }))
})

test('a failing script reports which statements were run, which were not, and the next step', async () => {
  await runSql(
    page,
    `create table a_step (id int primary key);
alter table a_step enable row level security;
insert into a_step values (1), (1);
create index on a_step (id);
select count(*) from a_step;`,
  )
  await untilShown(results().getByText('1. CREATE TABLE, 2. ALTER TABLE; these changes are kept'))
  await untilShown(results().getByText('Statement 3 of 5'))
  await untilShown(results().getByText('Statements 4 to 5'))
  await untilShown(results().getByRole('button', { name: 'Copy for an assistant' }))
  faults.push(...(await accessibilityFaults(page)))
  expect(await visit.ask("select to_regclass('a_step')")).toEqual([['a_step']])
})

test('without a model an install explains how to configure one, and keeps the question', async () => {
  await results().getByRole('button', { name: 'Ask the assistant' }).click()
  const panel = page.getByRole('complementary', { name: 'Assistant' })
  await untilShown(panel.getByText('No AI model configured'))
  await untilShown(panel.getByText('BASALT_AI_BASE_URL=', { exact: false }))
  faults.push(...(await accessibilityFaults(page)))
  await page.keyboard.press('ControlOrMeta+i')
  await panel.waitFor({ state: 'detached' })
  expect(await results().getByRole('button', { name: 'Copy for an assistant' }).count()).toBe(1)
})

test('a query of ten minutes is cancelled in the database', async () => {
  await runSql(page, 'select pg_sleep(600) as nap')
  await expect.poll(naps).toBe('1')
  await results().getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(naps, { interval: 50 }).toBe('0')
  await untilShown(
    results()
      .getByText(/cancelled/iu)
      .first(),
  )
})

const naps = async () =>
  (
    await visit.ask(
      "select count(*) from pg_stat_activity where state = 'active' and query like '%as nap%' and pid <> pg_backend_pid()",
    )
  )[0]?.[0]

test('a role is impersonated, and the database enforces read-only mode', async () => {
  await visit.ask('create role passer_by nologin')
  await visit.ask('grant passer_by to current_user with set true')
  await visit.ask('create schema auth')
  await visit.ask('create table auth.users (id text primary key, email text)')
  await visit.ask("insert into auth.users values ('ann-1', 'Ann@example.test')")
  await press('postgres')
  const session = page.getByRole('dialog', { name: 'Session' })
  await session.getByLabel('Role').selectOption('passer_by')
  await session.getByLabel('User email').fill('nobody@example.test')
  await session.getByRole('button', { name: 'Find' }).click()
  await untilShown(session.getByText('No user in auth.users has this email'))
  faults.push(...(await accessibilityFaults(page)))
  await session.getByLabel('User email').fill('ann@example.test')
  await session.getByRole('button', { name: 'Find' }).click()
  await expect
    .poll(() => session.getByLabel('User claims').inputValue())
    .toContain('"sub": "ann-1"')
  await page.keyboard.press('Escape')
  await runSql(
    page,
    "select current_user || ' for ' || (current_setting('request.jwt.claims')::json ->> 'sub')",
  )
  await untilShown(results().getByRole('gridcell', { name: 'passer_by for ann-1' }))
  await press('passer_by')
  await page.getByRole('dialog', { name: 'Session' }).getByLabel('Role').selectOption('')
  await page.getByRole('checkbox', { name: /Read only/u }).check()
  await page.keyboard.press('Escape')
  await runSql(page, 'insert into pots values (99, 1)')
  await untilShown(
    results()
      .getByText(/read-only transaction/u)
      .first(),
  )
  expect(await prices()).toBe('0')
})

test('runs are found in the history, and inserted without running', async () => {
  await press('Run history')
  const panel = page.getByRole('dialog', { name: 'Run history' })
  await panel.getByLabel('Search history').fill('insert into a_step')
  await expect.poll(() => panel.getByRole('row').count()).toBe(2)
  await untilShown(panel.getByText('Failed', { exact: true }))
  faults.push(...(await accessibilityFaults(page)))
  await panel.getByRole('button', { name: 'Insert into editor' }).first().click()
  await panel.waitFor({ state: 'detached' })
  await expect
    .poll(() => page.getByRole('textbox', { name: 'SQL' }).textContent())
    .toContain('insert into a_step')
})

test('none of these pages has an accessibility fault', () => {
  expect(faults).toEqual([])
})
