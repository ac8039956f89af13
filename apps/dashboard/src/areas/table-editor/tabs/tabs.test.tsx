// @vitest-environment jsdom
import { useLocation } from '@tanstack/react-router'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { storage } from '../../../lib/storage/storage.ts'
import { shop } from '../../../testing/answers.ts'
import { database, openPart } from '../../../testing/open-part.tsx'
import { plants } from '../../../testing/plants.ts'
import type { OpenTable } from './open-tabs.ts'
import { TabBar } from './TabBar.tsx'

const user = userEvent.setup({ delay: null })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const tables = ['moss', 'fern', 'reed', 'sage'].map((name, at) => ({
  ...plants,
  id: at + 1,
  name,
}))

const tab = (id: number, more: Partial<OpenTable> = {}): OpenTable => ({
  id,
  schema: 'public',
  name: tables[id - 1]?.name ?? '',
  kind: 'table',
  isPreview: false,
  ...more,
})

const buildPath = (id: number | undefined) =>
  id === undefined ? `/project/${shop.ref}/editor` : `/project/${shop.ref}/editor/${id}`

/** The page of the tabs, as far as they know it. */
function Page() {
  const { pathname } = useLocation()
  const id = Number(/\/editor\/(\d+)/u.exec(pathname)?.[1] ?? Number.NaN)
  return (
    <main>
      <div>
        <TabBar projectRef={shop.ref} tableId={Number.isNaN(id) ? undefined : id} />
      </div>
      <input aria-label="A cell" />
    </main>
  )
}

type Options = { at?: number; kept?: OpenTable[]; known?: typeof tables }

const setting = storage.openTables(shop.ref)
const open = ({ at, kept = [], known = tables }: Options = {}) => {
  const app = openPart(Page, {
    url: buildPath(at),
    answers: {
      [`GET ${database}/tables`]: (_: unknown, query: URLSearchParams) => ({
        tables: known.filter(({ id }) =>
          query.getAll('ids').join().split(',').includes(String(id)),
        ),
        has_more: false,
      }),
      ...Object.fromEntries(
        known.map((table) => [`GET ${database}/tables/${table.id}`, { ...table }]),
      ),
    },
  })
  // The app starts with an empty browser.
  setting.set(JSON.stringify(kept))
  return app
}

const bar = async () => within(await screen.findByRole('navigation', { name: 'Open tables' }))
const names = () =>
  within(screen.getByRole('navigation', { name: 'Open tables' }))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent)
const link = async (name: string) => (await bar()).findByRole('link', { name })
/** The tab of a preview, which is labelled as such. */
const preview = async (name: string) => {
  const found = await (await bar()).findByRole('link', { name: new RegExp(`^${name}`, 'u') })
  await waitFor(() => expect(found.textContent).toBe(`${name}, preview`))
  return found
}
const stored = () => JSON.parse(setting.get() ?? '[]') as OpenTable[]

describe('the tabs', () => {
  test('are those that were open, with the current one as a preview', async () => {
    open({ at: 3, kept: [tab(1), tab(2)] })
    expect((await preview('reed')).getAttribute('aria-current')).toBe('page')
    expect(names()).toEqual(['moss', 'fern', 'reed, preview'])
    expect(stored()).toHaveLength(3)
  })

  test('link to their tables, and the next preview replaces the last', async () => {
    const { address } = open({ at: 3, kept: [tab(1)] })
    await preview('reed')
    await user.click(await link('moss'))
    expect(address()).toBe(buildPath(1))
    cleanup()
    open({ at: 4, kept: [tab(1), tab(3, { isPreview: true })] })
    await preview('sage')
    expect(names()).toEqual(['moss', 'sage, preview'])
  })

  test('become persistent by a double click, Enter or an edit', async () => {
    open({ at: 3 })
    await user.dblClick(await preview('reed'))
    expect(await link('reed')).toBeTruthy()
    cleanup()
    open({ at: 2 })
    const fern = await preview('fern')
    fern.focus()
    await user.keyboard('{Enter}')
    expect(await link('fern')).toBeTruthy()
    cleanup()
    open({ at: 1 })
    await preview('moss')
    await user.type(screen.getByRole('textbox', { name: 'A cell' }), 'x')
    expect(await link('moss')).toBeTruthy()
  })

  test('are kept after an input event was handled, which would be reverted otherwise', async () => {
    open({ at: 1 })
    await preview('moss')
    const cell = screen.getByRole('textbox', { name: 'A cell' })
    const app = cell.closest('main')?.parentElement?.parentElement
    const heard: boolean[] = []
    const onInput = () => heard.push(stored()[0]?.isPreview === true)
    app?.addEventListener('input', onInput)
    fireEvent.input(cell, { target: { value: 'x' } })
    app?.removeEventListener('input', onInput)
    expect(heard).toEqual([true])
    expect(stored()[0]?.isPreview).toBe(false)
  })

  test('with equal names show their schemas', async () => {
    const other = { ...plants, id: 9, schema: 'garden', name: 'moss' }
    open({
      at: 1,
      kept: [tab(1), tab(9, { schema: 'garden', name: 'moss' }), tab(2)],
      known: [...tables, other],
    })
    expect(await link('garden.moss')).toBeTruthy()
    expect(names()).toEqual(['public.moss', 'garden.moss', 'fern'])
  })
})

describe('closing a tab', () => {
  test('shows the next one, or the one before the last', async () => {
    const { address } = open({ at: 2, kept: [tab(1), tab(2), tab(3)] })
    await user.click(await (await bar()).findByRole('button', { name: 'Close fern' }))
    await waitFor(() => expect(address()).toBe(buildPath(3)))
    await user.click((await bar()).getByRole('button', { name: 'Close reed' }))
    await waitFor(() => expect(address()).toBe(buildPath(1)))
    expect(names()).toEqual(['moss'])
  })

  test('of the last one leaves none, and no last table', async () => {
    const { address } = open({ at: 1, kept: [tab(1)] })
    storage.lastTable(shop.ref).set(1)
    await user.click(await (await bar()).findByRole('button', { name: 'Close moss' }))
    await waitFor(() => expect(address()).toBe(buildPath(undefined)))
    expect(storage.lastTable(shop.ref).get()).toBeUndefined()
    expect(stored()).toEqual([])
  })

  test('that is not current does not navigate', async () => {
    const { address } = open({ at: 1, kept: [tab(1), tab(2)] })
    const fern = await link('fern')
    fireEvent(fern, new MouseEvent('auxclick', { bubbles: true, button: 1 }))
    await waitFor(() => expect(names()).toEqual(['moss']))
    expect(address()).toBe(buildPath(1))
  })

  test('is offered for all others at once', async () => {
    open({ at: 2, kept: [tab(1), tab(2), tab(3)] })
    await link('fern')
    await user.click(screen.getByRole('button', { name: 'All open tables' }))
    expect(
      (await screen.findByRole('menuitemradio', { name: 'public.fern' })).getAttribute(
        'aria-checked',
      ),
    ).toBe('true')
    await user.click(screen.getByRole('menuitem', { name: 'Close other tabs' }))
    await waitFor(() => expect(names()).toEqual(['fern']))
    expect(screen.queryByRole('button', { name: 'All open tables' })).toBeNull()
  })
})

describe('by keyboard', () => {
  test('one tab is in the tab order, and arrow keys move on', async () => {
    open({ at: 2, kept: [tab(1), tab(2), tab(3)] })
    const fern = await link('fern')
    const reachable = (await bar()).getAllByRole('link').filter(({ tabIndex }) => tabIndex === 0)
    expect(reachable).toEqual([fern])
    fern.focus()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement?.textContent).toBe('reed')
    await user.keyboard('{ArrowRight}{ArrowLeft}{ArrowLeft}')
    expect(document.activeElement?.textContent).toBe('moss')
    await user.keyboard('{End}')
    expect(document.activeElement?.textContent).toBe('reed')
    await user.keyboard('{Home}')
    expect(document.activeElement?.textContent).toBe('moss')
  })

  test('a tab is moved, and closed', async () => {
    open({ at: 2, kept: [tab(1), tab(2), tab(3)] })
    const moss = await link('moss')
    moss.focus()
    await user.keyboard('{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}')
    expect(names()).toEqual(['fern', 'moss', 'reed'])
    ;(await link('reed')).focus()
    await user.keyboard('{Delete}')
    await waitFor(() => expect(names()).toEqual(['fern', 'moss']))
    expect(stored().map(({ id }) => id)).toEqual([2, 1])
  })
})

describe('changes from elsewhere', () => {
  test('a dropped table is closed with a message, and its neighbour shown', async () => {
    const { address } = open({
      at: 2,
      kept: [tab(1), tab(2), tab(3)],
      known: tables.filter(({ id }) => id !== 2),
    })
    expect(await screen.findByText('public.fern was dropped, so its tab was closed')).toBeTruthy()
    await waitFor(() => expect(address()).toBe(buildPath(3)))
    expect(names()).toEqual(['moss', 'reed'])
  })

  test('a renamed table keeps its tab with the new name', async () => {
    open({ kept: [tab(1, { name: 'old moss' }), tab(2)] })
    expect(await link('moss')).toBeTruthy()
    expect(stored()[0]).toMatchObject({ id: 1, name: 'moss' })
  })
})

test('a tab is dragged to the position of another one', async () => {
  open({ at: 1, kept: [tab(1), tab(2), tab(3)] })
  await link('moss')
  const [first, , last] = (await bar()).getAllByRole('listitem')
  const dataTransfer = { effectAllowed: 'none' }
  fireEvent.dragStart(first ?? document.body, { dataTransfer })
  fireEvent.dragOver(last ?? document.body, { dataTransfer })
  expect(names()).toEqual(['fern', 'reed', 'moss'])
})
