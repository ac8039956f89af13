import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { accessibilityFaults } from '../browser.ts'
import { editorJourney } from '../editor-journey.ts'
import type { EditorVisit } from '../editor-visit.ts'
import { untilShown } from '../steps.ts'

// A user navigates a database with many tables, in order: each step continues where the one before
// it ended.

let visit: EditorVisit
let page: Page

const tables = /* SQL */ `
  create table accounts (id bigint generated always as identity primary key, name text not null);
  create table orders (id int primary key, account bigint references accounts);
  create table events (at date not null) partition by range (at);
  create table events_2025 partition of events for values from ('2025-01-01') to ('2026-01-01');
  create view open_orders as select id from orders;
  create schema many;
  do $$ begin
    for i in 1..3000 loop execute format('create table many.%I (id int)', 'table_' || lpad(i::text, 5, '0')); end loop;
  end $$;`

const journey = editorJourney({
  email: 'sidebar@example.test',
  setup: tables,
})

beforeAll(async () => {
  ;({ page, visit } = journey())
  await page.goto(visit.editor)
})

const faults: string[] = []
const inspect = async () => faults.push(...(await accessibilityFaults(page)))
const item = (name: RegExp) => page.getByRole('treeitem', { name })
const tabs = () => page.getByRole('navigation', { name: 'Open tables' }).getByRole('link')

test('a table without row level security is protected with one click', async () => {
  await item(/^orders/u)
    .getByText('no RLS')
    .click()
  const dialog = page.getByRole('dialog')
  await untilShown(dialog.getByText('alter table "public"."orders"'))
  await untilShown(dialog.getByText(/only the owner/u))
  await inspect()
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await untilShown(page.getByText('Row level security is on for orders'))
  expect(await item(/^orders, Table$/u).count()).toBe(1)
})

test('the list is operated by keyboard: partitions, a favourite, a preview, a persistent tab', async () => {
  await item(/^accounts/u).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await untilShown(item(/^events_2025/u))
  await page.keyboard.type('or')
  await page.keyboard.press('ControlOrMeta+Enter')
  await untilShown(item(/^orders, Table, favourite/u))
  await page.keyboard.press(' ')
  await untilShown(tabs().filter({ hasText: 'orders, preview' }))
  await page.keyboard.press('Enter')
  await untilShown(tabs().getByText('orders', { exact: true }))
  await page
    .getByRole('treeitem', { name: /^open_orders/u })
    .getByRole('link')
    .click()
  await untilShown(tabs().filter({ hasText: 'open_orders, preview' }))
  await inspect()

  await page.reload()
  await untilShown(tabs().filter({ hasText: 'open_orders' }))
  expect(await tabs().allTextContents()).toEqual(['orders', 'open_orders, preview'])
  expect(await page.getByRole('treeitem').first().getAttribute('aria-label')).toContain('orders')
})

test('the definition of a table is one click away', async () => {
  await page.getByRole('button', { name: 'Definition', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Definition of open_orders' })
  await untilShown(panel.getByText('create view'))
  await inspect()
  await page.keyboard.press('Escape')
  expect(faults).toEqual([])
})

test('thousands of tables are listed at once, and one key reaches their end', async () => {
  await page.getByRole('combobox', { name: 'Schema' }).selectOption('many')
  await untilShown(item(/^table_00001/u))
  expect(await page.getByRole('treeitem').count()).toBeLessThan(100)
  await item(/^table_00001/u).focus()
  await page.keyboard.press('End')
  await untilShown(item(/^table_03000/u))
  await page.keyboard.press('ArrowUp')
  await untilShown(page.locator('[role=treeitem]:focus').and(item(/^table_02999/u)))
  await page.getByRole('searchbox', { name: 'Search tables' }).fill('0123')
  await untilShown(item(/^table_00123/u))
  expect(await page.getByRole('treeitem').count()).toBe(11)
})

test('a found table is opened with Enter, and is in the middle of the list later', async () => {
  await page.getByRole('searchbox', { name: 'Search tables' }).fill('02345')
  await page.keyboard.press('Enter')
  await untilShown(tabs().getByText('table_02345', { exact: true }))
  await page.reload()
  const offMiddle = () =>
    item(/^table_02345/u).evaluate((row) => {
      const box = row.parentElement?.parentElement ?? row
      const getMiddle = ({ top, height }: DOMRect) => top + height / 2
      return Math.abs(
        getMiddle(row.getBoundingClientRect()) - getMiddle(box.getBoundingClientRect()),
      )
    })
  await expect.poll(offMiddle).toBeLessThan(2)
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await untilShown(page.locator('[role=treeitem]:focus').and(item(/^orders, Table, favourite/u)))
  expect(visit.visitor.errors).toEqual([])
})
