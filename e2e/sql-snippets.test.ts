import { invitations } from '@basalt/contract/organization/invitations'
import { snippets } from '@basalt/contract/project/snippets'
import { utility } from '@basalt/contract/utility'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { accessibilityFaults } from './browser.ts'
import { editorJourney } from './editor-journey.ts'
import { type EditorVisit, newPerson, type Person } from './editor-visit.ts'
import { untilShown, untilSaved } from './steps.ts'

// Two users edit the queries of one project: no text is lost, and nothing runs by itself.

let visit: EditorVisit
let page: Page
let other: Page

const faults: string[] = []
const queries: string[] = []

const journey = editorJourney({
  email: 'writer@basalt.test',
  setup: 'create table pots (id int primary key)',
})

beforeAll(async () => {
  const { url, browser, ...own } = journey()
  ;({ page, visit } = own)
  const colleague = await newPerson(url, 'colleague@basalt.test')
  await join(colleague, 'colleague@basalt.test')
  other = (await colleague.open(browser)).page
  for (const one of [page, other]) {
    one.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('/query')) queries.push(request.url())
    })
  }
})

async function join(person: Person, email: string) {
  const { owner, project } = visit
  await owner.client.call(invitations.send, {
    params: { slug: project.slug },
    body: { emails: [email], assignment: { role: 'Developer', project_roles: [] } },
  })
  const mails = await person.client.call(utility.outbox, {})
  const mail = mails.find((one) => one.to === email && one.text.includes('token='))
  const token = /token=([\w-]+)/u.exec(mail?.text ?? '')?.[1] ?? ''
  await person.client.call(invitations.accept, { body: { token } })
}

const editor = (where = page) => where.getByRole('textbox', { name: 'SQL' })
const text = async (where = page) => (await editor(where).innerText()).trim()
const list = (where = page) => where.getByRole('tree', { name: 'Saved queries' })
const params = () => ({ ref: visit.project.ref })
const stored = async () => visit.owner.client.call(snippets.list, { params: params() })
const getId = (url: string) => url.split('/').at(-1)?.split('?')[0] ?? ''

async function choose(name: string) {
  await page.getByRole('button', { name: 'More about this query' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

test('a typed query is saved by itself and keeps its editor', async () => {
  await page.goto(`/project/${visit.project.ref}/sql/new`)
  await editor().click()
  await page.keyboard.type('select 1 as one')
  await page.waitForURL(/sql\/[0-9a-f-]{36}$/u)
  await page.keyboard.type(', 2 as two')
  await untilShown(list().getByRole('treeitem', { name: 'Untitled query' }))
  const tabs = page.getByRole('navigation', { name: 'Open queries' })
  await untilShown(tabs.getByRole('link', { name: 'Untitled query', exact: true }))
  await untilSaved(page)
  const { sql } = await visit.owner.client.call(snippets.get, {
    params: { ...params(), id: getId(page.url()) },
  })
  expect(sql).toBe('select 1 as one, 2 as two')
  faults.push(...(await accessibilityFaults(page)))
})

test('typed text survives a reload before it is saved, and so does the cursor', async () => {
  await page.keyboard.press('Home')
  await page.keyboard.type('explain ')
  await page.waitForTimeout(700)
  await page.reload()
  await untilShown(editor())
  expect(await text()).toBe('explain select 1 as one, 2 as two')
  await page.keyboard.type('verbose ')
  expect(await text()).toBe('explain verbose select 1 as one, 2 as two')
})

test('two users who edit at once choose a version, and neither is lost', async () => {
  await choose('Share with the project')
  await untilShown(page.getByText('is shared with the project'))
  await untilSaved(page)
  await other.goto(new URL(page.url()).pathname)
  await editor(other).click()
  await other.keyboard.press('ControlOrMeta+a')
  await other.keyboard.type('select 3 as theirs')
  await untilSaved(other)
  await editor().click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('select 4 as mine')
  await untilShown(page.getByText('This query was changed elsewhere since you opened it'))
  await page.getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare versions' })
  await untilShown(dialog.getByText('select 3 as theirs'))
  faults.push(...(await accessibilityFaults(page)))
  await dialog.getByRole('button', { name: 'Keep my version' }).click()
  await dialog.waitFor({ state: 'detached' })
  await untilSaved(page)
  const id = getId(page.url())
  const versions = await visit.owner.client.call(snippets.versions, { params: { ...params(), id } })
  const kept = await visit.owner.client.call(snippets.version, {
    params: { ...params(), id, version: versions[0]?.version ?? 0 },
  })
  expect(kept).toMatchObject({ sql: 'select 3 as theirs', saved_by: 'colleague@basalt.test' })
})

test('an earlier text is found among the versions and restored', async () => {
  await choose('Versions')
  const panel = page.getByRole('dialog', { name: 'Versions of “Untitled query”' })
  await untilShown(panel.getByText('select 4 as mine'))
  faults.push(...(await accessibilityFaults(page)))
  await panel.getByRole('button', { name: 'Restore this version' }).click()
  await panel.waitFor({ state: 'detached' })
  await untilShown(editor().getByText('select 3 as theirs'))
  expect(await text()).toBe('select 3 as theirs')
})

test('the list is operated by keys: rename, delete and undo', async () => {
  const item = list().getByRole('treeitem', { name: /^Untitled query/u })
  await item.focus()
  await page.keyboard.press('F2')
  const field = page.getByRole('dialog', { name: 'Rename query' }).getByLabel('Name')
  await field.fill('Pots by price')
  await page.keyboard.press('Enter')
  const renamed = list().getByRole('treeitem', { name: /^Pots by price/u })
  await renamed.focus()
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Undo' }).click()
  await untilShown(renamed)
  expect((await stored()).map(({ name, visibility }) => [name, visibility])).toEqual([
    ['Pots by price', 'project'],
  ])
})

test('a template becomes a query, and none of these steps ran it', async () => {
  await page.goto(`/project/${visit.project.ref}/sql/templates`)
  await page.getByRole('button', { name: /^Create table/u }).click()
  await untilShown(editor())
  expect(await text()).toContain('create table products')
  await page.goto(`/project/${visit.project.ref}/sql/examples`)
  await untilShown(page.getByRole('button', { name: /^Todo List/u }))
  faults.push(...(await accessibilityFaults(page)))
  expect(queries).toEqual([])
})

test('a query is recorded as a migration', async () => {
  await page.goto(`/project/${visit.project.ref}/sql`)
  await untilShown(page.getByRole('heading', { name: 'Pots by price' }))
  await choose('Save as migration')
  const dialog = page.getByRole('dialog', { name: 'Save as migration' })
  await dialog.getByRole('button', { name: 'Save as migration' }).click()
  await page.getByRole('button', { name: 'Show' }).click()
  await untilShown(page.getByRole('gridcell', { name: 'pots_by_price' }))
  faults.push(...(await accessibilityFaults(page)))
  expect(faults).toEqual([])
})

test('a link with values opens the query of a colleague with them filled in, without running it', async () => {
  await visit.owner.client.call(snippets.create, {
    params: params(),
    body: {
      id: crypto.randomUUID(),
      name: 'Pots under a price',
      sql: 'select * from pots where id < :price',
      visibility: 'project',
    },
  })
  await page.goto(`/project/${visit.project.ref}/sql`)
  await list()
    .getByRole('treeitem', { name: /^Pots under a price/u })
    .click()
  await untilShown(page.getByRole('heading', { name: 'Pots under a price' }))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await choose('Copy link with parameters')
  const dialog = page.getByRole('dialog', { name: 'Link with parameters' })
  await dialog.getByLabel(':price').fill('30')
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await untilShown(page.getByText('Link copied'))
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).search).toBe('?p.price=30')
  await other.goto(link)
  await untilShown(editor(other).getByText('select * from pots where id < :price'))
  expect(queries).toEqual([])
  await editor(other).click()
  await other.keyboard.press('ControlOrMeta+Shift+Enter')
  const requested = other.getByRole('dialog').getByRole('textbox', { name: ':price' })
  await untilShown(requested)
  expect(await requested.inputValue()).toBe('30')
  expect(queries).toEqual([])
  await other.keyboard.press('Escape')
})
