// @vitest-environment jsdom
import type { Snippet, SnippetFolder } from '@basalt/contract/project/snippets'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import { storage } from '../../../lib/storage/storage.ts'
import { type Answers, install, refusal, shop, signedIn } from '../../../testing/answers.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { database } from '../../../testing/open-part.tsx'
import { content, getId, buildPath, snippet } from '../../../testing/snippets.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Visit = { at?: string; folders?: SnippetFolder[]; answers?: Answers }

/** The editor with these queries, which can be renamed and changed but not searched. */
function open(stored: Snippet[], { at = '/sql/new', folders = [], answers = {} }: Visit = {}) {
  const each = stored.map((one) => [`GET ${content}/${one.id}`, one] as const)
  return openApp(
    `/project/${shop.ref}${at}`,
    signedIn({
      [`GET ${database}/tables`]: { tables: [], has_more: false },
      [`GET ${content}`]: () => stored,
      [`GET ${content}/folders`]: folders,
      ...Object.fromEntries(each),
      ...answers,
    }),
  )
}

const tree = async () => within(await screen.findByRole('tree', { name: 'Saved queries' }))
const row = async (name: RegExp | string) => (await tree()).findByRole('treeitem', { name })
const sent = (calls: { route: string; body: unknown }[], method: string) =>
  calls.filter(({ route }) => route.startsWith(`${method} ${content}`))

describe('a written query', () => {
  test('is saved with a unique name and keeps its editor', async () => {
    const stored: Snippet[] = []
    const { address, calls } = open(stored, {
      answers: {
        [`POST ${content}`]: (body) => {
          const made = { ...snippet(1), ...(body as object), version: 1 }
          stored.push(made)
          return made
        },
      },
    })
    storage.draft(shop.ref, 'new').set('v\nselect 1')
    await userEvent.click(await screen.findByRole('button', { name: 'Save query' }))
    await waitFor(() => expect(address()).not.toBe(`/project/${shop.ref}/sql/new`))
    expect(sent(calls, 'POST')[0]?.body).toMatchObject({ name: 'Untitled query', sql: 'select 1' })
    expect(await screen.findByRole('heading', { name: 'Untitled query' })).toBeTruthy()
    expect(storage.draft(shop.ref, 'new').get()).toBeUndefined()
    expect(address()).toBe(`/project/${shop.ref}/sql/${stored[0]?.id}`)
    expect(sent(calls, 'GET').map(({ route }) => route)).not.toContain(
      `GET ${content}/${stored[0]?.id}`,
    )
  })

  test('is numbered among the user’s others', async () => {
    const { calls } = open(
      [
        snippet(1, { name: 'Untitled query' }),
        snippet(2, { name: 'Untitled query 2', is_own: false, visibility: 'project' }),
      ],
      { answers: { [`POST ${content}`]: (body) => ({ ...snippet(3), ...(body as object) }) } },
    )
    storage.draft(shop.ref, 'new').set('v\nselect 1')
    await userEvent.click(await screen.findByRole('button', { name: 'Save query' }))
    await waitFor(() => expect(sent(calls, 'POST')).toHaveLength(1))
    expect(sent(calls, 'POST')[0]?.body).toMatchObject({ name: 'Untitled query 2' })
  })

  test('is numbered without accounts', async () => {
    const { calls } = openApp(
      '/project/default/sql/new',
      signedIn({
        'GET /platform/projects': [{ ...shop, ref: 'default' }],
        'GET /platform/projects/default': { ...shop, ref: 'default' },
        'POST /platform/projects/default/content': (body) => ({
          ...snippet(1),
          ...(body as object),
        }),
      }),
      { ...install, capabilities: [] },
    )
    storage.draft('default', 'new').set('v\nselect 1')
    await userEvent.click(await screen.findByRole('button', { name: 'Save query' }))
    await waitFor(() => expect(calls.some(({ route }) => route.startsWith('POST'))).toBe(true))
    const body = calls.find(({ route }) => route.startsWith('POST'))?.body
    expect((body as { name: string }).name).toMatch(/^Untitled query \d{3}$/u)
  })

  test('that was changed elsewhere is compared, and not overwritten without a decision', async () => {
    const { calls } = open([snippet(1, { sql: 'select theirs\nfrom a', version: 4 })], {
      at: `/sql/${getId(1)}`,
      answers: {
        [`PATCH ${content}/${getId(1)}`]: (body) => snippet(1, { ...(body as object), version: 5 }),
      },
    })
    storage.draft(shop.ref, getId(1)).set('v3\nselect mine\nfrom a')
    expect(await screen.findByText(/changed elsewhere since you opened it/u)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Compare' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Compare versions' }))
    const region = await dialog.findByRole('region', { name: 'Their version compared with yours' })
    const compared = region.firstElementChild?.shadowRoot
    expect(compared?.querySelector('del')?.textContent).toBe('select theirs')
    expect(compared?.querySelector('ins')?.textContent).toBe('select mine')
    expect(sent(calls, 'PATCH')).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Keep my version' }))
    await waitFor(() =>
      expect(sent(calls, 'PATCH')[0]?.body).toEqual({
        version: 4,
        sql: 'select mine\nfrom a',
        keeps: true,
      }),
    )
    await waitFor(() => expect(screen.queryByText(/changed elsewhere/u)).toBeNull())
  })

  test('of another user, without the right, stays in this browser with a message', async () => {
    open([snippet(1, { visibility: 'project', is_own: false, may_change: false })], {
      at: `/sql/${getId(1)}`,
    })
    storage.draft(shop.ref, getId(1)).set('v3\nselect mine')
    expect(await screen.findByText('Changed in this browser only')).toBeTruthy()
    const save = screen.getByRole('button', { name: 'Save query' })
    expect(save.getAttribute('aria-disabled')).toBe('true')
  })

  test('of another user is duplicated with the local changes', async () => {
    const others = snippet(1, { visibility: 'project', is_own: false, may_change: false })
    const { calls } = open([others], {
      at: `/sql/${getId(1)}`,
      answers: { [`POST ${content}`]: (body) => snippet(9, body as object) },
    })
    storage.draft(shop.ref, getId(1)).set('v3\nselect mine')
    await userEvent.click(await screen.findByRole('button', { name: 'More about this query' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
    await waitFor(() =>
      expect(sent(calls, 'POST').map(({ body }) => (body as Snippet).sql)).toEqual(['select mine']),
    )
  })

  test('that cannot be saved shows the reason and is retried', async () => {
    let attempts = 0
    open([snippet(1)], {
      at: `/sql/${getId(1)}`,
      answers: {
        [`PATCH ${content}/${getId(1)}`]: (body) => {
          attempts += 1
          return attempts === 1
            ? refusal(500, { kind: 'internal', message: 'The disk is full' })
            : snippet(1, { ...(body as object), version: 4 })
        },
      },
    })
    storage.draft(shop.ref, getId(1)).set('v3\nselect mine')
    await userEvent.click(await screen.findByRole('button', { name: 'Save query' }))
    expect(await screen.findByText(/The disk is full/u)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(/The disk is full/u)).toBeNull())
    expect(storage.draft(shop.ref, getId(1)).get()).toBeUndefined()
  })

  test('that cannot be saved without a session links to sign-in', async () => {
    open([], {
      answers: {
        [`POST ${content}`]: () =>
          refusal(401, { kind: 'unauthenticated', message: 'Sign in to continue' }),
      },
    })
    storage.draft(shop.ref, 'new').set('v\nselect 1')
    await userEvent.click(await screen.findByRole('button', { name: 'Save query' }))
    const way = await screen.findByRole('link', { name: 'Sign in again' })
    expect(way.getAttribute('href')).toContain('/sign-in?')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('that was deleted elsewhere is saved as a new one', async () => {
    const created: unknown[] = []
    open([snippet(1)], {
      at: `/sql/${getId(1)}`,
      answers: {
        [`PATCH ${content}/${getId(1)}`]: () =>
          refusal(404, { kind: 'not_found', message: 'This query does not exist' }),
        [`POST ${content}`]: (body) => {
          created.push(body)
          return snippet(2, body as object)
        },
      },
    })
    storage.draft(shop.ref, getId(1)).set('v3\nselect mine')
    await userEvent.click(await screen.findByRole('button', { name: 'Save query' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Save as new query' }))
    await waitFor(() => expect(created).toHaveLength(1))
    expect(created[0]).toMatchObject({ name: 'Query 1', sql: 'select mine' })
  })

  test('that was deleted before the page was loaded keeps its local changes', async () => {
    const created: unknown[] = []
    open([], {
      at: `/sql/${getId(7)}`,
      answers: {
        [`GET ${content}/${getId(7)}`]: () =>
          refusal(404, { kind: 'not_found', message: 'This query does not exist' }),
        [`POST ${content}`]: (body) => {
          created.push(body)
          return snippet(2, body as object)
        },
      },
    })
    storage.draft(shop.ref, getId(7)).set('v3\nselect mine')
    sqlStorage.openSnippets(shop.ref).set(JSON.stringify([{ id: getId(7), name: 'Visits' }]))
    expect(await screen.findByText('select mine')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Save as new query' }))
    await waitFor(() => expect(created).toHaveLength(1))
    expect(created[0]).toMatchObject({ name: 'Visits', sql: 'select mine' })
    await waitFor(() => expect(storage.draft(shop.ref, getId(7)).get()).toBeUndefined())
  })
})

describe('the list', () => {
  const reports = {
    id: getId(8),
    name: 'Reports',
    visibility: 'private' as const,
    parent_id: null,
  }
  const folders = [
    reports,
    { id: getId(9), name: 'Team', visibility: 'project' as const, parent_id: null },
  ]
  const stored = [
    snippet(1, { folder_id: getId(8) }),
    snippet(2, { is_favourite: true }),
    snippet(3, { visibility: 'project', is_own: false, may_change: false }),
  ]

  test('is navigated, collapsed and expanded by keyboard', async () => {
    const { address } = open(stored, { folders })
    const user = userEvent.setup()
    const first = await row('Favourites')
    first.focus()
    await user.keyboard('{End}{Home}{ArrowDown}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Query 2, favourite')
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    await waitFor(async () =>
      expect((await row('Favourites')).getAttribute('aria-expanded')).toBe('false'),
    )
    await user.keyboard('{ArrowRight}{ArrowRight}{Enter}')
    await waitFor(() => expect(address()).toBe(buildPath(2)))
  })

  test('renames with F2 and deletes with Delete, which the toast undoes', async () => {
    const { calls } = open(stored, {
      folders,
      answers: {
        [`PATCH ${content}/${getId(1)}`]: (body) => snippet(1, body as object),
        [`DELETE ${content}/${getId(1)}`]: { ok: true },
        [`POST ${content}/${getId(1)}/restore`]: snippet(1),
      },
    })
    const user = userEvent.setup()
    ;(await row('Query 1')).focus()
    await user.keyboard('{F2}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename query' }))
    const field = dialog.getByLabelText('Name')
    await user.clear(field)
    await user.paste('n'.repeat(201))
    expect(await dialog.findByText(/at most 200 characters; this name has 201/u)).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(sent(calls, 'PATCH')).toEqual([])
    await user.clear(field)
    await user.type(field, 'Better{Enter}')
    await waitFor(() => expect(sent(calls, 'PATCH')[0]?.body).toEqual({ name: 'Better' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    ;(await row('Query 1')).focus()
    await user.keyboard('{Delete}')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent(calls, 'POST')).toHaveLength(1))
    expect(sent(calls, 'DELETE')).toHaveLength(1)
  })

  test('does not change shared queries of others', async () => {
    const { calls } = open(stored, { folders })
    ;(await row('Query 3, shared')).focus()
    await userEvent.keyboard('{Delete}{F2}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent(calls, 'DELETE')).toEqual([])
  })

  test('moves a query from its menu, and by dragging it', async () => {
    const moved: unknown[] = []
    open(stored, {
      folders,
      answers: {
        [`PATCH ${content}/${getId(2)}`]: (body) => {
          moved.push(body)
          return snippet(2, body as object)
        },
      },
    })
    const own = (await (await tree()).findAllByRole('treeitem', { name: /Query 2/u })).at(-1)
    fireEvent.contextMenu(own ?? document.body)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Move to folder' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Move “Query 2”' }))
    const field = dialog.getByLabelText('Folder')
    expect(within(field).queryByRole('option', { name: 'Team' })).toBeNull()
    await userEvent.selectOptions(field, 'Reports')
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }))
    await waitFor(() => expect(moved).toEqual([{ folder_id: getId(8) }]))
    const dataTransfer = { effectAllowed: 'none', setData: () => undefined }
    fireEvent.dragStart(own ?? document.body, { dataTransfer })
    fireEvent.dragOver(await row('Reports'), { dataTransfer })
    fireEvent.drop(await row('Reports'), { dataTransfer })
    await waitFor(() => expect(moved).toHaveLength(2))
  })

  test('creates, renames and deletes folders; the content of one stays', async () => {
    const { calls } = open(stored, {
      folders,
      answers: {
        [`POST ${content}/folders`]: (body) => body as object,
        [`DELETE ${content}/folders/${getId(8)}`]: { ok: true },
        [`POST ${content}/folders/${getId(8)}/restore`]: reports,
      },
    })
    const user = userEvent.setup()
    await row('Reports')
    await user.click(screen.getByRole('button', { name: 'New folder' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New folder' }))
    await user.type(dialog.getByLabelText('Name'), 'Drafts{Enter}')
    await waitFor(() =>
      expect(sent(calls, 'POST')[0]?.body).toMatchObject({
        name: 'Drafts',
        visibility: 'private',
        parent_id: null,
      }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    ;(await row('Reports')).focus()
    await user.keyboard('{Delete}')
    expect(await screen.findByText(/“Reports” deleted. Its queries were kept/u)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent(calls, 'POST')).toHaveLength(2))
  })

  test('searches names immediately, and texts with the matching line', async () => {
    open(stored, {
      folders,
      answers: {
        [`GET ${content}/search`]: [{ id: getId(3), line: '  where city = 1', line_number: 9 }],
      },
    })
    await row('Reports')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search queries' }), 'query 1')
    await waitFor(async () =>
      expect((await tree()).getAllByRole('treeitem').map(({ textContent }) => textContent)).toEqual(
        ['Query 1', 'Query 3where city = 1'],
      ),
    )
  })

  test('shares a query, which can be undone', async () => {
    const changes: unknown[] = []
    open(stored, {
      folders,
      answers: {
        [`PATCH ${content}/${getId(1)}`]: (body) => {
          changes.push(body)
          return snippet(1, body as object)
        },
      },
    })
    fireEvent.contextMenu(await row('Query 1'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Share with the project' }))
    expect(await screen.findByText('“Query 1” is shared with the project')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(changes).toEqual([{ visibility: 'project' }, { visibility: 'private' }]),
    )
  })
})
