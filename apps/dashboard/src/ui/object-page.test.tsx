import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { useOpenObject, useTableView } from '../product/use-table-view.ts'
import { openPart } from '../testing/open-part.tsx'
import { ListPage } from './data-table/ListPage.tsx'
import type { Column } from './data-table/table-model.ts'
import { Dialog } from './Dialog.tsx'
import { ObjectPage } from './ObjectPage.tsx'
import { TabBar } from './TabBar.tsx'

afterEach(() => vi.unstubAllGlobals())

const list = { href: '/indexes', label: 'Indexes' }
const tabs = [
  { id: 'definition', label: 'Definition', href: '/indexes/1' },
  { id: 'usage', label: 'Usage', href: '/indexes/1?tab=usage', count: 1200 },
]

describe('a page of an object', () => {
  test('shows name, kind, facts, and tabs that are links', async () => {
    openPart(() => (
      <ObjectPage
        state="ready"
        list={list}
        noun="index"
        name="orders_pkey"
        kind="btree"
        tabs={tabs}
        tab="usage"
        facts={[
          { name: 'Table', value: 'orders' },
          { name: 'Comment', value: null },
        ]}
      >
        The body
      </ObjectPage>
    ))
    expect(await screen.findByRole('heading', { level: 1, name: 'orders_pkey' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Indexes' }).getAttribute('href')).toBe('/indexes')
    const row = within(screen.getByRole('navigation', { name: 'orders_pkey' }))
    const usage = row.getByRole('link', { name: 'Usage 1,200' })
    expect(usage.getAttribute('aria-current')).toBe('page')
    expect(usage.getAttribute('href')).toBe('/indexes/1?tab=usage')
    expect(row.getByRole('link', { name: 'Definition' }).getAttribute('aria-current')).toBeNull()
    const facts = screen.getByRole('complementary', { name: 'Details' })
    expect(facts.textContent).toBe('Tableorders')
    expect(screen.getByText('The body')).toBeTruthy()
  })

  test('has its actions in a menu; one without the right says why', async () => {
    const onSelect = vi.fn<() => void>()
    const disabledReason = 'You need additional permissions to drop this index'
    openPart(() => (
      <ObjectPage
        state="ready"
        list={list}
        noun="index"
        name="orders_pkey"
        menu={[
          { label: 'Rebuild', onSelect },
          { label: 'Drop…', isDanger: true, disabledReason, onSelect },
        ]}
      />
    ))
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for this index' }))
    const drop = await screen.findByRole('menuitem', { name: /^Drop/u })
    expect(drop.textContent).toContain(disabledReason)
    await userEvent.click(drop)
    expect(onSelect).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('menuitem', { name: 'Rebuild' }))
    expect(onSelect).toHaveBeenCalledTimes(1)
  })

  test('that is loading, missing or failed says so and keeps the way back', async () => {
    const onRetry = vi.fn<() => void>()
    openPart(() => (
      <>
        <ObjectPage state="loading" list={list} noun="index" />
        <ObjectPage state="missing" list={list} noun="index" />
        <ObjectPage
          state="failed"
          list={list}
          noun="index"
          failure="The index could not be loaded"
          error={new Error('The server is away')}
          onRetry={onRetry}
        />
      </>
    ))
    expect(await screen.findByLabelText('Loading')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'This index was not found' })).toBeTruthy()
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toContain('The server is away')
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledTimes(1)
    expect(screen.getAllByRole('link', { name: 'Indexes' })).toHaveLength(4)
  })
})

describe('a page of a list', () => {
  type Index = { id: string; name: string }
  const columns: Column<Index>[] = [{ id: 'name', header: 'Name', cell: ({ name }) => name }]

  function Indexes({ denied, hasMore = false }: { denied?: string; hasMore?: boolean }) {
    const view = useTableView(columns)
    const [openId, open] = useOpenObject('index')
    return (
      <ListPage
        title="Indexes"
        description="All indexes"
        denied={denied}
        label="Indexes"
        noun="index"
        nouns="indexes"
        columns={columns}
        rows={[{ id: '1', name: 'orders_pkey' }]}
        getId={({ id }) => id}
        failure="The indexes could not be loaded"
        empty={null}
        openId={openId}
        onOpen={({ id }) => open(id)}
        onClose={() => open(undefined)}
        renderOpen={({ name }) => (
          <Dialog isOpen kind="panel" title={name} onClose={() => open(undefined)} />
        )}
        {...(hasMore && {
          paging: { hasMore, isLoading: false, onLoadMore: () => undefined, label: 'Load more' },
        })}
        {...view}
      />
    )
  }

  test('opens the object that the URL names, and closing it clears the URL', async () => {
    const { address } = openPart(() => <Indexes />, { url: '/?index=1' })
    expect(await screen.findByRole('dialog', { name: 'orders_pkey' })).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(address()).toBe('/')
    expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'orders_pkey' }))
    expect(await screen.findByRole('dialog', { name: 'orders_pkey' })).toBeTruthy()
    expect(address()).toBe('/?index=1')
  })

  test('says where the object of the URL may be when the list does not have it', async () => {
    const { address } = openPart(() => <Indexes />, { url: '/?index=7' })
    expect(await screen.findByText('This index was not found')).toBeTruthy()
    expect(screen.getByText(/may have been deleted/u)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(address()).toBe('/')
  })

  test('says that more of the list can be loaded', async () => {
    openPart(() => <Indexes hasMore />, { url: '/?index=7' })
    expect(await screen.findByText(/Load more or change the filters/u)).toBeTruthy()
  })

  test('without the right shows why instead of the list', async () => {
    openPart(() => <Indexes denied="You need additional permissions to list indexes" />)
    expect(await screen.findByText('You need additional permissions to list indexes')).toBeTruthy()
    expect(screen.queryByRole('grid')).toBeNull()
  })
})

describe('tabs with a panel', () => {
  test('name their panel by the chosen tab', async () => {
    const onChoose = vi.fn<(id: string) => void>()
    openPart(() => (
      <TabBar
        label="Views"
        chosen="json"
        onChoose={onChoose}
        tabs={[
          { id: 'summary', label: 'Summary' },
          { id: 'json', label: 'JSON' },
        ]}
      >
        The JSON
      </TabBar>
    ))
    expect((await screen.findByRole('tabpanel', { name: 'JSON' })).textContent).toBe('The JSON')
    const other = screen.getByRole('tab', { name: 'Summary', selected: false })
    // Only a panel that is on the page is named.
    expect(other.getAttribute('aria-controls')).toBeNull()
    await userEvent.click(other)
    expect(onChoose).toHaveBeenCalledWith('summary')
  })
})
