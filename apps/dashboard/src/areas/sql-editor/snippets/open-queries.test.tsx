// @vitest-environment jsdom
import type { Snippet } from '@basalt/contract/project/snippets'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import { storage } from '../../../lib/storage/storage.ts'
import { type Answers, refusal, shop, signedIn } from '../../../testing/answers.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { database } from '../../../testing/open-part.tsx'
import { content, getId, buildPath, snippet } from '../../../testing/snippets.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const stored = [1, 2, 3].map((digit) => snippet(digit))

const open = (at: string, answers: Answers = {}) =>
  openApp(
    `/project/${shop.ref}${at}`,
    signedIn({
      [`GET ${database}/tables`]: { tables: [], has_more: false },
      [`GET ${content}`]: stored,
      [`GET ${content}/folders`]: [],
      [`GET ${database}/migrations`]: [],
      ...Object.fromEntries(stored.map((one) => [`GET ${content}/${one.id}`, one])),
      ...answers,
    }),
  )

/** Opens the tabs of these queries, the last of which is shown. */
async function openTabs(...digits: number[]) {
  const app = open(`/sql/${getId(digits.at(-1) ?? 1)}`)
  sqlStorage
    .openSnippets(shop.ref)
    .set(JSON.stringify(digits.map((digit) => ({ id: getId(digit), name: `Query ${digit}` }))))
  await screen.findByRole('navigation', { name: 'Open queries' })
  await waitFor(() => expect(names()).toHaveLength(digits.length))
  return app
}

const bar = () => within(screen.getByRole('navigation', { name: 'Open queries' }))
const names = () =>
  bar()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const link = (name: string) => bar().getByRole('link', { name })

describe('the tabs', () => {
  test('show the open queries, mark unsaved ones, and link to them', async () => {
    const { address } = await openTabs(1, 2)
    storage.draft(shop.ref, getId(1)).set('v3\nselect changed')
    expect(await bar().findByRole('link', { name: 'Query 1 , not saved' })).toBeTruthy()
    await userEvent.click(link('Query 1 , not saved'))
    await waitFor(() => expect(address()).toBe(buildPath(1)))
    expect(link('Query 1 , not saved').getAttribute('aria-current')).toBe('page')
  })

  test('close with the middle button, with a key, and with their button', async () => {
    const { address } = await openTabs(1, 2, 3)
    fireEvent(link('Query 1'), new MouseEvent('auxclick', { bubbles: true, button: 1 }))
    await waitFor(() => expect(names()).toEqual(['Query 2', 'Query 3']))
    expect(address()).toBe(buildPath(3))
    await userEvent.click(bar().getByRole('button', { name: 'Close Query 3' }))
    await waitFor(() => expect(address()).toBe(buildPath(2)))
    link('Query 2').focus()
    await userEvent.keyboard('{Delete}')
    await waitFor(() => expect(address()).toBe(`/project/${shop.ref}/sql/new`))
    await waitFor(() => expect(names()).toEqual(['New query']))
  })

  test('move the focus when an inactive one closes', async () => {
    await openTabs(1, 2, 3)
    link('Query 1').focus()
    await userEvent.keyboard('{Delete}')
    await waitFor(() => expect(names()).toEqual(['Query 2', 'Query 3']))
    await waitFor(() => expect(document.activeElement).toBe(link('Query 2')))
  })

  test('are navigated and moved with the arrow keys, and dragged', async () => {
    await openTabs(1, 2, 3)
    link('Query 3').focus()
    await userEvent.keyboard('{ArrowLeft}')
    expect(document.activeElement?.textContent).toBe('Query 2')
    await userEvent.keyboard('{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}')
    expect(names()).toEqual(['Query 2', 'Query 1', 'Query 3'])
    const [first, , last] = bar().getAllByRole('listitem')
    const dataTransfer = { effectAllowed: 'none' }
    fireEvent.dragStart(last ?? document.body, { dataTransfer })
    fireEvent.dragOver(first ?? document.body, { dataTransfer })
    expect(names()).toEqual(['Query 3', 'Query 2', 'Query 1'])
  })

  test('are all in a menu, which also closes the others', async () => {
    await openTabs(1, 2, 3)
    await userEvent.click(screen.getByRole('button', { name: 'All open queries' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Close other tabs' }))
    await waitFor(() => expect(names()).toEqual(['Query 3']))
  })

  test('of deleted queries are closed, unless they have unsaved edits', async () => {
    open(`/sql/${getId(1)}`)
    const deleted = [7, 8].map((digit) => ({ id: getId(digit), name: `Deleted ${digit}` }))
    sqlStorage.openSnippets(shop.ref).set(JSON.stringify(deleted))
    storage.draft(shop.ref, getId(8)).set('v1\nselect unsaved')
    await screen.findByRole('navigation', { name: 'Open queries' })
    await waitFor(() => expect(names()).toEqual(['Deleted 8, not saved', 'Query 1']))
  })

  test('the project remembers the last open query', async () => {
    const { address } = await openTabs(1, 2)
    await waitFor(() => expect(storage.lastSnippet(shop.ref).get()).toBe(getId(2)))
    const area = screen.getByRole('link', { name: 'Database' })
    await userEvent.click(area)
    await userEvent.click(await screen.findByRole('link', { name: 'Migrations' }))
    await screen.findByRole('heading', { name: 'Migrations' })
    await userEvent.click(screen.getByRole('link', { name: 'Open the SQL editor' }))
    await waitFor(() => expect(address()).toBe(buildPath(2)))
  })
})

describe('a template', () => {
  test('reports when the text before it may not be saved', async () => {
    const { address } = open('/sql/examples', {
      [`POST ${content}`]: () => refusal(403, { kind: 'forbidden', message: 'No' }),
    })
    storage.draft(shop.ref, 'new').set('v\nselect mine')
    await userEvent.click(await screen.findByRole('button', { name: /^Todo List/u }))
    expect(await screen.findByText(/permissions to save the text in “New query”/u)).toBeTruthy()
    expect(address()).toBe(`/project/${shop.ref}/sql/examples`)
    expect(storage.draft(shop.ref, 'new').get()).toBe('v\nselect mine')
  })

  test('is found by its words and becomes a query that is neither saved nor run', async () => {
    const { address, calls } = open('/sql/templates')
    const search = await screen.findByRole('searchbox', { name: 'Search templates' })
    await userEvent.type(search, 'lock hold')
    const page = within(screen.getByRole('main'))
    await waitFor(() => expect(page.getAllByRole('listitem')).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: /^Blocked queries/u }))
    await waitFor(() => expect(address()).toBe(`/project/${shop.ref}/sql/new`))
    expect(storage.draft(shop.ref, 'new').get()).toContain('pg_blocking_pids')
    expect(await screen.findByRole('heading', { name: 'New query' })).toBeTruthy()
    expect(calls.filter(({ route }) => !route.startsWith('GET'))).toEqual([])
  })

  test('saves the new query before it replaces it', async () => {
    const { address, calls } = open('/sql/examples', {
      [`POST ${content}`]: (body) => snippet(9, body as object),
    })
    storage.draft(shop.ref, 'new').set('v\nselect mine')
    await userEvent.click(await screen.findByRole('button', { name: /^Todo List/u }))
    await waitFor(() => expect(address()).toBe(`/project/${shop.ref}/sql/new`))
    const posts = calls.filter(({ route }) => route.startsWith('POST'))
    expect(posts.map(({ body }) => (body as Snippet).sql)).toEqual(['select mine'])
    expect(storage.draft(shop.ref, 'new').get()).toContain('create table todos')
  })
})

const openMenu = async () => {
  // Another button replaces it once the menu is loaded.
  const button = () => screen.getByRole('button', { name: 'More about this query' })
  await waitFor(() => expect(button().getAttribute('aria-haspopup')).toBe('menu'))
  await userEvent.click(button())
}

const menu = async (name: string) => {
  await openMenu()
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

describe('the menu of a query', () => {
  test('compares any two versions and restores one as a new version', async () => {
    const saved = {
      name: 'Query 1',
      saved_at: '2026-01-01T00:00:00Z',
      saved_by: 'olga',
      size_bytes: 8,
    }
    const { calls } = open(`/sql/${getId(1)}`, {
      [`GET ${content}/${getId(1)}/versions`]: [
        { ...saved, version: 2 },
        { ...saved, version: 1 },
      ],
      [`GET ${content}/${getId(1)}/versions/2`]: { ...saved, version: 2, sql: 'select two' },
      [`GET ${content}/${getId(1)}/versions/1`]: { ...saved, version: 1, sql: 'select one' },
      [`PATCH ${content}/${getId(1)}`]: (body) => snippet(1, { ...(body as object), version: 4 }),
    })
    await menu('Versions')
    const panel = within(await screen.findByRole('dialog', { name: 'Versions of “Query 1”' }))
    const diff = async () => {
      const region = await panel.findByRole('region', { name: 'Version comparison' })
      const { shadowRoot } = region.firstElementChild ?? {}
      const listTexts = (name: string) =>
        [...(shadowRoot?.querySelectorAll(name) ?? [])].map(({ textContent }) => textContent)
      return { removed: listTexts('del'), added: listTexts('ins') }
    }
    expect(await diff()).toEqual({ removed: ['select two'], added: ['select 1'] })
    expect(panel.getByText('1 line removed, 1 line added')).toBeTruthy()
    await userEvent.selectOptions(panel.getByLabelText('Earlier version'), '1')
    await userEvent.selectOptions(panel.getByLabelText('Compared with'), '2')
    await waitFor(async () => expect((await diff()).added).toEqual(['select two']))
    await userEvent.click(panel.getByRole('button', { name: 'Restore this version' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls.find(({ route }) => route.startsWith('PATCH'))?.body).toEqual({
      sql: 'select one',
      version: 3,
      keeps: true,
    })
  })

  test('records it as a migration, which is listed under Database', async () => {
    const recorded: object[] = []
    const { calls } = open(`/sql/${getId(1)}`, {
      [`GET ${database}/migrations`]: () => recorded,
      [`POST ${database}/migrations`]: (body) => {
        const { version, name } = body as { version: string; name: string }
        const migration = { version, name, statements: ['select 1'], rollback: null }
        recorded.push(migration)
        return migration
      },
    })
    await menu('Save as migration')
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as migration' }))
    const version = dialog.getByLabelText('Version')
    await userEvent.clear(version)
    await userEvent.type(version, '20260101000000{Enter}')
    await userEvent.click(await screen.findByRole('button', { name: 'Show' }))
    expect(await screen.findByRole('heading', { name: 'Migrations' })).toBeTruthy()
    expect(await screen.findByRole('gridcell', { name: 'query_1' })).toBeTruthy()
    expect(calls.find(({ route }) => route.startsWith('POST'))?.body).toEqual({
      version: '20260101000000',
      name: 'query_1',
      sql: 'select 1',
    })
    await userEvent.click(screen.getByRole('button', { name: '20260101000000' }))
    const panel = within(await screen.findByRole('dialog', { name: 'query_1' }))
    expect(panel.getByText('select 1;')).toBeTruthy()
  })

  test('switches to saving manually, which this browser stores', async () => {
    open(`/sql/${getId(1)}`)
    await openMenu()
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Manually' }))
    expect(sqlStorage.savesByHand.get()).toBe(true)
  })

  test('creates a link with values for the parameters of the text', async () => {
    open(`/sql/${getId(1)}`, {
      [`GET ${content}/${getId(1)}`]: snippet(1, { sql: 'select :city, $1' }),
    })
    userEvent.setup()
    await menu('Copy link with parameters')
    const dialog = within(await screen.findByRole('dialog', { name: 'Link with parameters' }))
    await userEvent.type(await dialog.findByLabelText(':city'), 'Oslo S')
    await userEvent.type(dialog.getByLabelText('$1'), '7')
    await userEvent.click(dialog.getByRole('button', { name: 'Copy link' }))
    expect(await screen.findByText('Link copied')).toBeTruthy()
    const copied = new URL(await navigator.clipboard.readText())
    expect(copied.pathname).toBe(buildPath(1))
    expect(Object.fromEntries(copied.searchParams)).toEqual({ 'p.city': 'Oslo S', 'p.1': '7' })
  })
})

test('a query that is saved for the first time as its page is left does not bring the user back', async () => {
  let save: (stored: Snippet) => void = () => {}
  const saving = new Promise<Snippet>((resolve) => (save = resolve))
  const { address, calls } = open('/sql/new', { [`POST ${content}`]: () => saving })
  storage.draft(shop.ref, 'new').set('v\nselect 1')
  await userEvent.click(await screen.findByRole('button', { name: 'Save query' }))
  await waitFor(() => expect(calls.some(({ route }) => route === `POST ${content}`)).toBe(true))
  const templates = `/project/${shop.ref}/sql/templates`
  fireEvent.click(await screen.findByRole('link', { name: 'Templates' }))
  expect(address()).toBe(templates)
  save(snippet(1))
  expect(await screen.findByRole('heading', { name: 'SQL templates' })).toBeTruthy()
  expect(address()).toBe(templates)
})

test('a query that is saved for the first time keeps the menu that is open', async () => {
  let save = () => {}
  const asked = new Promise<void>((resolve) => (save = resolve))
  const { address } = open('/sql/new', {
    [`POST ${content}`]: async (body) => {
      await asked
      return { ...snippet(1), ...(body as object), version: 1 }
    },
  })
  storage.draft(shop.ref, 'new').set('v\nselect 1')
  await userEvent.click(await screen.findByRole('button', { name: 'Save query' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Editor settings' }))
  expect(await screen.findByRole('menuitem', { name: /Format/u })).toBeTruthy()
  save()
  await waitFor(() => expect(address()).toMatch(/\/sql\/[\da-f-]{36}$/u))
  await screen.findByRole('heading', { name: 'Untitled query' })
  expect(screen.getByRole('menuitem', { name: /Format/u })).toBeTruthy()
})
