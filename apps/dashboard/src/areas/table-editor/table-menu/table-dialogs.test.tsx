// @vitest-environment jsdom
import type { Dependent, DroppedTable } from '@basalt/contract/database/table-changes'
import type { TableSummary } from '@basalt/contract/database/tables'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { storage } from '../../../lib/storage/storage.ts'
import { type Answers, refusal } from '../../../testing/answers.ts'
import { shop } from '../../../testing/answers.ts'
import { database, openPart } from '../../../testing/open-part.tsx'
import { readTabs } from '../tabs/open-tabs.ts'
import { TrashDialog } from '../trash/TrashDialog.tsx'
import { DropDialog } from './DropDialog.tsx'
import { DuplicateDialog } from './DuplicateDialog.tsx'
import { RefreshDialog } from './RefreshDialog.tsx'
import { ViewDialog } from './ViewDialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const change = `POST ${database}/table-changes`
const projectRef = shop.ref

const table = (name: string, kind: TableSummary['kind'] = 'table'): TableSummary => ({
  id: 7,
  name,
  schema: 'public',
  kind,
  rls_enabled: true,
  row_estimate: 290,
})

const orders = table('orders')

type HangsOn = { dependents?: Dependent[]; only?: string }

const hangsOn = (more: HangsOn = {}) => ({
  [`GET ${database}/tables/7/dependents`]: {
    dependents: more.dependents ?? [],
    referring: [],
    only_for_good: more.only ?? null,
    size_bytes: 65_536,
    row_estimate: 290,
    kept_hours: 24,
  },
})

const statement = (sql: string) => ({
  statements: [{ sql, note: null, runs: 'in transaction' as const }],
})

const onClose = vi.fn<() => void>()

function open(dialog: ReactNode, answers: Answers = {}, without?: string) {
  onClose.mockClear()
  return openPart(() => dialog, {
    answers: {
      [`GET ${database}/schemas`]: [
        { name: 'auth', owner: 'postgres', is_protected: true },
        { name: 'public', owner: 'postgres' },
        { name: 'shop', owner: 'postgres' },
      ],
      [`${change}/preview`]: statement('drop table "public"."orders"'),
      [change]: { id: null, trash_id: null, history_id: null },
      ...answers,
    },
    ...(without !== undefined && { without }),
  })
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => userEvent.click(await button(name))

function Dropping() {
  const [isOpen, setIsOpen] = useState(true)
  const close = () => setIsOpen(false)
  return (
    isOpen && <DropDialog {...{ projectRef }} table={orders} isOpenTable={false} onClose={close} />
  )
}

describe('dropping a table', () => {
  const dialog = <DropDialog {...{ projectRef, onClose }} table={orders} isOpenTable={false} />

  test('names the dependents, and requires agreement', async () => {
    const view = { kind: 'view' as const, description: 'view paid_orders', can_return: true }
    const { listBodies } = open(dialog, hangsOn({ dependents: [view] }))
    await screen.findByText('view paid_orders')
    await press('Drop table')
    expect(listBodies(change)).toEqual([])
    await userEvent.click(screen.getByLabelText('Drop this too'))
    await press('Drop table')
    await screen.findByText('orders moved to the trash')
    expect(listBodies(change)).toEqual([
      { action: 'drop', table_id: 7, cascade: true, for_good: false },
    ])
    expect(onClose).toHaveBeenCalledOnce()
  })

  test.each([
    [{ id: 9, schema: 'public', name: 'orders', left_out: [] }, 'orders restored'],
    [refusal(409, { kind: 'conflict', message: 'Its name is taken' }), 'Its name is taken'],
  ])('is undone from its message, or shows why not', async (answer, said) => {
    const restore = `POST ${database}/trash/lost/restore`
    const { listBodies } = open(<Dropping />, {
      ...hangsOn(),
      [change]: { id: null, trash_id: 'lost', history_id: null },
      [restore]: answer,
    })
    await screen.findByLabelText('Drop permanently')
    await press('Drop table')
    await press('Restore')
    await screen.findByText(said)
    expect(listBodies(restore)).toEqual([{}])
  })

  test('closes its tab, and only that one', async () => {
    const tabs = storage.openTables(projectRef)
    const stored = [orders, { ...orders, id: 8 }].map((one) => ({ ...one, isPreview: false }))
    open(dialog, hangsOn())
    await screen.findByLabelText('Drop permanently')
    tabs.set(JSON.stringify(stored))
    await press('Drop table')
    await waitFor(() => expect(readTabs(tabs.get()).map(({ id }) => id)).toEqual([8]))
  })

  test.each([
    ['the one next to it', [{ ...orders, id: 8 }], '/editor/8'],
    ['no table', [], '/editor'],
  ])('that is open leads to %s', async (_, others, where) => {
    const last = storage.lastTable(projectRef)
    const { address } = open(
      <DropDialog {...{ projectRef, onClose }} table={orders} isOpenTable />,
      hangsOn(),
    )
    await screen.findByLabelText('Drop permanently')
    last.set(orders.id)
    const tabs = [orders, ...others].map((one) => ({ ...one, isPreview: false }))
    storage.openTables(projectRef).set(JSON.stringify(tabs))
    await press('Drop table')
    await waitFor(() => expect(address()).toMatch(new RegExp(`${where}$`, 'u')))
    // A visit without a table in the address opens the last one.
    expect(last.get()).toBeUndefined()
  })

  test('permanently requires typing its name', async () => {
    const { listBodies } = open(dialog, hangsOn())
    await userEvent.click(await screen.findByLabelText('Drop permanently'))
    await press('Drop permanently')
    expect(listBodies(change)).toEqual([])
    await userEvent.type(screen.getByLabelText('Type orders to confirm'), 'orders{Enter}')
    await screen.findByText('Dropped orders')
    expect(listBodies(change)).toEqual([
      { action: 'drop', table_id: 7, cascade: false, for_good: true },
    ])
  })

  test('that the trash cannot take is permanent, with the reason', async () => {
    open(dialog, hangsOn({ only: 'It is a partition' }))
    await screen.findByText(/is deleted permanently\. It is a partition\./u)
    expect(screen.queryByLabelText('Drop permanently')).toBeNull()
  })

  test('shows its SQL on demand', async () => {
    open(dialog, hangsOn())
    await press('Show SQL')
    const sql = await screen.findByRole('region', { name: 'SQL of the change' })
    await waitFor(() => expect(sql.textContent).toBe('drop table "public"."orders";'))
  })

  test('shows the final SQL before the user has agreed to dependents', async () => {
    const dependents = [{ kind: 'view' as const, description: 'view paid', can_return: true }]
    const { listBodies } = open(dialog, hangsOn({ dependents }))
    await press('Show SQL')
    const sql = await screen.findByRole('region', { name: 'SQL of the change' })
    await waitFor(() => expect(sql.textContent).toBe('drop table "public"."orders";'))
    expect(listBodies(`${change}/preview`)).toMatchObject([{ action: 'drop', cascade: true }])
  })

  test('names the holder of a lock, and stays open', async () => {
    open(dialog, {
      ...hangsOn(),
      [change]: refusal(409, { kind: 'conflict', message: 'Still locked by mara' }),
    })
    await screen.findByLabelText('Drop permanently')
    await press('Drop table')
    expect((await screen.findByRole('alert')).textContent).toContain('Still locked by mara')
    expect(onClose).not.toHaveBeenCalled()
  })

  test('is hidden without the right to change tables', async () => {
    const { listBodies } = open(dialog, hangsOn(), 'tenant:Sql:Admin:Write')
    await screen.findByLabelText('Drop permanently')
    await press('Drop table')
    await screen.findByText(/change tables/u)
    expect(listBodies(change)).toEqual([])
  })
})

describe('duplicating a table', () => {
  const dialog = <DuplicateDialog {...{ projectRef, onClose }} table={orders} />

  test('copies the chosen parts, and opens the copy', async () => {
    const { listBodies, address } = open(dialog, {
      [change]: { id: 12, trash_id: null, history_id: null },
    })
    await userEvent.click(await screen.findByLabelText('Rows'))
    await userEvent.click(screen.getByLabelText('Foreign keys'))
    await userEvent.selectOptions(screen.getByLabelText('Schema'), 'shop')
    const name = screen.getByLabelText('Table name')
    await userEvent.clear(name)
    await userEvent.type(name, 'old{Enter}')
    await screen.findByText('Created old')
    expect(listBodies(change)).toEqual([
      {
        action: 'duplicate',
        table_id: 7,
        schema: 'shop',
        name: 'old',
        with_data: true,
        with_indexes: true,
        with_policies: true,
        with_foreign_keys: false,
      },
    ])
    await waitFor(() => expect(address()).toContain('/editor/12'))
  })

  test('is impossible in the schema of a service, and reports a taken name at its field', async () => {
    const taken = { kind: 'invalid_request', message: 'No', fields: { name: 'It is taken' } }
    open(dialog, { [change]: refusal(400, taken) })
    const schemas = within(await screen.findByLabelText('Schema')).getAllByRole('option')
    await waitFor(() =>
      expect(
        within(screen.getByLabelText('Schema'))
          .getAllByRole('option')
          .map(({ textContent }) => textContent),
      ).toEqual(['public', 'shop']),
    )
    expect(schemas[0]?.textContent).toBe('public')
    await press('Duplicate table')
    await screen.findByText('It is taken')
    expect(screen.getByLabelText('Table name').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('a view', () => {
  const design = { schema: 'public', name: 'paid', comment: null, definition: 'select 1' }
  const found = (kind: 'view' | 'materialized_view', first: () => void = () => undefined) => ({
    [`GET ${database}/views/7/design`]: () => {
      first()
      return { design, kind, version: 'v1', has_unique_index: false }
    },
  })

  test('gets another query, starting from its current one', async () => {
    const dialog = <ViewDialog {...{ projectRef, onClose }} table={table('paid', 'view')} />
    const { listBodies } = open(dialog, {
      ...found('view'),
      [change]: { id: 7, trash_id: null, history_id: null },
    })
    await userEvent.type(await screen.findByLabelText('Query'), '0')
    await press('Save changes')
    await screen.findByText('View updated')
    expect(listBodies(change)).toEqual([
      {
        action: 'view',
        table_id: 7,
        version: 'v1',
        design: { ...design, definition: 'select 10' },
      },
    ])
  })

  test('keeps edits when its dialog is closed, until they are discarded', async () => {
    const dialog = <ViewDialog {...{ projectRef, onClose }} table={table('paid', 'view')} />
    open(dialog, found('view'))
    await userEvent.type(await screen.findByLabelText('Query'), ' + 1')
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
    const stored = Object.entries(localStorage)
    cleanup()
    open(
      dialog,
      found('view', () => {
        for (const [key, text] of stored) localStorage.setItem(key, String(text))
      }),
    )
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Query')).value).toBe('select 1 + 1')
    await press('Discard')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Query').value).toBe('select 1')
  })

  test('that is materialized keeps its query, and is refreshed concurrently with a unique index only', async () => {
    const totals = table('totals', 'materialized_view')
    const { listBodies } = open(
      <RefreshDialog {...{ projectRef, onClose }} table={totals} />,
      found('materialized_view'),
    )
    const choice = await screen.findByLabelText('Refresh concurrently')
    await waitFor(() => expect(choice.getAttribute('aria-disabled')).toBe('true'))
    await userEvent.click(choice)
    await press('Refresh')
    await screen.findByText('totals was refreshed')
    expect(listBodies(change)).toEqual([{ action: 'refresh', table_id: 7, concurrently: false }])
  })
})

describe('the trash', () => {
  const entry: DroppedTable = {
    id: '5f7b2c1e-0000-4000-8000-000000000001',
    schema: 'public',
    name: 'orders',
    dropped_at: '2026-01-01T00:00:00.000Z',
    expires_at: '2026-01-02T00:00:00.000Z',
    size_bytes: 65_536,
    row_estimate: 290,
    dependents: ['view paid_orders'],
  }
  const list = `GET ${database}/trash`
  const restore = `POST ${database}/trash/${entry.id}/restore`
  const dialog = <TrashDialog {...{ projectRef, onClose }} />

  test('shows when a table was dropped and when it expires', async () => {
    const now = Date.now()
    const dropped_at = new Date(now).toISOString()
    // Its last minute may be over before it is shown.
    const expires_at = new Date(now + 23.5 * 3_600_000).toISOString()
    open(dialog, { [list]: [{ ...entry, dropped_at, expires_at }] })
    const row = await screen.findByRole('row', { name: /^public\.orders/u })
    expect(
      within(row)
        .getAllByRole('cell')
        .slice(1, 4)
        .map(({ textContent }) => textContent),
    ).toEqual(['64 KB', 'just now', 'in 23 hours'])
  })

  test('restores a table under another name when its own is taken', async () => {
    let isTaken = true
    const { listBodies, address } = open(dialog, {
      [list]: [entry],
      [restore]: () => {
        if (!isTaken) return { id: 9, schema: 'public', name: 'orders_2', left_out: ['policy own'] }
        isTaken = false
        return refusal(409, { kind: 'conflict', message: 'No', fields: { name: 'It is taken' } })
      },
    })
    await screen.findByText('Also restores view paid_orders')
    await press('Restore')
    const name = await screen.findByLabelText('New name')
    await userEvent.type(name, '_2')
    await press('Restore as orders_2')
    await screen.findByText('orders_2 restored')
    await screen.findByText('Restored with differences: policy own')
    expect(listBodies(restore)).toEqual([{ name: 'orders' }, { name: 'orders_2' }])
    await waitFor(() => expect(address()).toContain('/editor/9'))
  })

  test('is emptied after a confirmation that names the loss', async () => {
    const { calls } = open(dialog, {
      [list]: [entry],
      [`DELETE ${database}/trash/${entry.id}`]: { freed_bytes: 65_536 },
    })
    await press('Delete permanently')
    const sure = await button('Delete orders and its rows permanently')
    expect(calls.filter(({ route }) => route.startsWith('DELETE'))).toEqual([])
    await userEvent.click(sure)
    await screen.findByText('Deleted orders: 64 KB freed')
  })

  test('lists its tables for a reader, read-only with the reason', async () => {
    const { calls } = open(dialog, { [list]: [entry] }, 'tenant:Sql:Admin:Write')
    await screen.findByText('public.orders')
    await press('Delete permanently')
    await press('Restore')
    expect(
      (await screen.findAllByText('You need additional permissions to change tables')).length,
    ).toBeGreaterThan(0)
    expect(screen.queryByRole('button', { name: /rows permanently$/u })).toBeNull()
    expect(calls.filter(({ route }) => !route.startsWith('GET'))).toEqual([])
  })

  test('has an empty state', async () => {
    open(dialog, { [list]: [] })
    await screen.findByText('The trash is empty. Dropped tables appear here.')
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
  })
})
