import { billing } from '@basalt/contract/billing/billing'
import { databaseChanges } from '@basalt/contract/database/changes'
import { invitations } from '@basalt/contract/organization/invitations'
import { utility } from '@basalt/contract/utility'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { accessibilityFaults, collectErrors, endVisits, openBrowser } from '../browser.ts'
import { getSharedUrl } from '../built-install.ts'
import { newPerson, type Person, visitEditor } from '../editor-visit.ts'
import { stepsInOrder } from '../in-order.ts'
import { hoverUntilShown, openPopover, pressCell, untilShown } from '../steps.ts'

// An owner reads a table with an impersonated role, and a read-only member tries to change it, in
// order: each step continues where the one before it ended.

const readerEmail = 'reader-of-notes@example.test'

const setup = /* SQL */ `
  create table notes (
    id int primary key, owner text not null, is_public boolean not null, body text
  );
  insert into notes
  select i, case when i % 3 = 0 then 'ada' else 'ben' end, i % 5 = 0, 'note ' || i
  from generate_series(1, 30) as i;
  alter table notes enable row level security;`

const policies = /* SQL */ `
  grant select on notes to anon, authenticated;
  create policy strangers on notes for select to anon using (is_public);
  create policy own on notes for select to authenticated
    using (is_public or owner = current_setting('request.jwt.claims')::json ->> 'sub');`

/** The result of an application's query for the role with these claims. */
const queryAs = (role: string, claims: object) => /* SQL */ `
  begin;
  set local role ${role};
  select set_config('request.jwt.claims', '${JSON.stringify(claims)}', true);
  select id, owner, is_public, body from notes order by id;
  rollback;`

let browser: Browser
let page: Page
let ref = ''
let address = ''
const errors: string[] = []

/** The user's page; its errors are errors of this journey. */
async function getPage(person: Person): Promise<Page> {
  const visitor = await person.open(browser)
  collectErrors(visitor.page, errors)
  return visitor.page
}

let owner: Person
let reader: Person

beforeAll(async () => {
  browser = await openBrowser()
  const visit = await visitEditor(browser, {
    url: getSharedUrl(),
    email: 'owner-of-notes@example.test',
    setup,
  })
  ;({ owner } = visit)
  ;({ ref } = visit.project)
  address = visit.addressOf('notes')

  // The read-only role needs this plan.
  const params = { slug: visit.project.slug }
  await owner.client.call(billing.changePlan, { params, body: { plan: 'team' } })
  const assignment = { role: 'Read-only' as const, project_roles: [] }
  await owner.client.call(invitations.send, { params, body: { emails: [readerEmail], assignment } })
  const mails = await owner.client.call(utility.outbox, {})
  const link = /https?:\/\/\S+/u.exec(mails.find(({ to }) => to === readerEmail)?.text ?? '')?.[0]
  reader = await newPerson(getSharedUrl(), readerEmail)
  const token = new URL(link ?? getSharedUrl()).searchParams.get('token') ?? ''
  await reader.client.call(invitations.accept, { body: { token } })
  await reader.enter(ref)
  page = await getPage(owner)
})

afterAll(endVisits)

stepsInOrder(() => [page])

const faults: string[] = []
const inspect = async () => faults.push(...(await accessibilityFaults(page)))

/** The rows in the grid, as they are read from top to bottom. */
const rowsShown = () =>
  page
    .getByRole('grid')
    .getByRole('row')
    .evaluateAll((rows) =>
      rows
        .map((row) =>
          [...row.querySelectorAll('[role=gridcell]')].map(({ textContent }) => textContent),
        )
        .filter((cells) => cells.length > 0)
        .toSorted((a, b) => Number(a[0]) - Number(b[0])),
    )

/** Rows of a query's last result, with booleans as people read them. */
async function rowsRequested(role: string, claims: object) {
  const lines = await owner.listLines(queryAs(role, claims))
  expect(lines.filter(({ type }) => type === 'error')).toEqual([])
  return lines
    .flatMap((line) => (line.type === 'rows' && line.statement === 3 ? line.rows : []))
    .map((row) => row.map((value) => ({ t: 'true', f: 'false' })[value ?? ''] ?? value))
}

async function seeAs(role: string, claims = '') {
  await page.getByRole('button', { name: /^(?:View as|As )/u }).click()
  const popover = page.getByRole('dialog', { name: 'View as' })
  await popover.getByLabel('Role').selectOption(role)
  await popover.getByLabel('User claims').fill(claims)
  await popover.getByRole('button', { name: 'View rows' }).click()
  await untilShown(page.getByRole('button', { name: `As ${role}`, exact: true }))
}

const withoutRoles = /* SQL */ `
  revoke usage on schema public from anon, authenticated, service_role;
  drop role anon, authenticated, service_role, authenticator;`

test('the roles of an application’s users are created with one click', async () => {
  await owner.listLines(withoutRoles)
  await page.goto(address)
  await untilShown(page.getByText('30 rows'))
  const popover = page.getByRole('dialog', { name: 'View as' })
  await openPopover(page.getByRole('button', { name: 'View as' }), popover)
  await untilShown(popover.getByText('create role "anon"'))
  await inspect()
  await popover.getByRole('button', { name: 'Create these roles' }).click()
  await untilShown(popover.getByLabel('Role'))
  await page.keyboard.press('Escape')
  const lines = await owner.listLines(policies)
  expect(lines.filter(({ type }) => type === 'error')).toEqual([])
})

test('the anonymous role sees exactly the result of an anonymous query', async () => {
  await seeAs('anon')
  await untilShown(page.getByText('6 rows'))
  expect(await rowsShown()).toEqual(await rowsRequested('anon', { role: 'anon' }))
  await expect
    .poll(() => new URL(page.url()).search, { timeout: 10_000, interval: 50 })
    .toBe('?as=anon')
})

test('a user’s claims decide about the visible rows, and nothing can be changed during impersonation', async () => {
  await seeAs('authenticated', '{"sub": "ada"}')
  await untilShown(page.getByText('14 rows'))
  const claims = { role: 'authenticated', sub: 'ada' }
  expect(await rowsShown()).toEqual(await rowsRequested('authenticated', claims))
  const badge = page.getByRole('button', { name: /^Read-only: Viewing rows as authentic/u })
  await untilShown(badge)
  await page.getByRole('gridcell', { name: 'note 3', exact: true }).dblclick()
  await untilShown(page.getByText('Switch back to yourself to edit them').last())
  await inspect()

  await page.reload()
  await untilShown(page.getByText('14 rows'))
  await page.getByRole('button', { name: 'Remove seen as authenticated' }).click()
  await untilShown(page.getByText('30 rows'))
  expect(await badge.count()).toBe(0)
})

test('a read-only member sees why nothing can be changed', async () => {
  page = await getPage(reader)
  await page.goto(address)
  await untilShown(page.getByText('30 rows'))
  await untilShown(page.getByRole('button', { name: /^Read-only: You need additional/u }))
  const insert = page.getByRole('button', { name: 'Insert row' })
  const reason = page.getByRole('tooltip').getByText(/additional permissions to insert rows/u)
  await hoverUntilShown(insert, reason)
  const note = page.getByRole('gridcell', { name: 'note 3', exact: true })
  await pressCell(note)
  await page.keyboard.type('mine')
  await untilShown(page.getByText('You need additional permissions to edit rows'))
  // The note covers the next row and does not block clicks on it.
  const { x, y, height } = (await note.boundingBox()) ?? { x: 0, y: 0, height: 0 }
  await page.mouse.click(x + 20, y + height * 1.5)
  const active = () => page.locator('.grid-cell-active').textContent()
  await expect.poll(active).toBe('note 4')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Delete')
  await page.keyboard.press('i')
  await inspect()
  expect(await note.count()).toBe(1)
})

test('… and neither the API nor the database accepts a change', async () => {
  const id = Number(address.split('/').at(-1))
  const body = {
    id: '0190163d-8694-739b-aea5-966c26f8ad91',
    operations: [
      {
        op: 'update' as const,
        table: id,
        key: ['3'],
        values: { body: 'mine' },
        previous: { body: 'note 3' },
      },
    ],
  }
  await expect(
    reader.client.call(databaseChanges.save, { params: { ref }, body }),
  ).rejects.toMatchObject({ kind: 'forbidden' })
  const refused = await reader.listLines("update notes set body = 'mine'")
  expect(refused).toContainEqual(
    expect.objectContaining({ type: 'error', sql: expect.objectContaining({ sqlstate: '25006' }) }),
  )
  const rights = await reader.listLines(
    "select has_table_privilege('notes', 'insert, update, delete')",
  )
  expect(rights).toContainEqual(expect.objectContaining({ type: 'rows', rows: [['f']] }))
  const stored = await owner.listLines("select count(*) from notes where body = 'mine'")
  expect(stored).toContainEqual(expect.objectContaining({ type: 'rows', rows: [['0']] }))
})

test('none of these pages has an accessibility fault or threw an error', () => {
  expect({ faults, errors }).toEqual({ faults: [], errors: [] })
})
