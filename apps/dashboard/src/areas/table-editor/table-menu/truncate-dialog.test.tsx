// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { shop } from '../../../testing/answers.ts'
import { database, openPart } from '../../../testing/open-part.tsx'
import { TruncateDialog } from './TruncateDialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const change = `POST ${database}/table-changes`
const orders = {
  id: 7,
  name: 'orders',
  schema: 'public',
  kind: 'table' as const,
  rls_enabled: true,
  row_estimate: 290,
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const sqlShown = async () =>
  (await screen.findByRole('region', { name: 'SQL of the change' })).textContent

type HangsOn = { referring?: string[]; childTables?: string[]; rows?: number; counts?: boolean }

function open(
  { referring = [], childTables = [], rows = 290, counts = false }: HangsOn = {},
  isRead?: Promise<void>,
) {
  return openPart(
    () => <TruncateDialog projectRef={shop.ref} table={orders} onClose={() => undefined} />,
    {
      answers: {
        [`GET ${database}/tables/7/dependents`]: async () => {
          await isRead
          return {
            dependents: [],
            referring,
            child_tables: childTables,
            can_restart: counts,
            only_for_good: null,
            size_bytes: 65_536,
            row_estimate: rows,
            kept_hours: 24,
          }
        },
        [`${change}/preview`]: (body: unknown) => {
          const { cascade } = body as { cascade: boolean }
          const sql = `truncate table "public"."orders"${cascade ? ' cascade' : ''}`
          return { statements: [{ sql, note: null, runs: 'in transaction' }] }
        },
        [change]: { id: 7, trash_id: null, history_id: null },
        [`GET ${database}/row-counts`]: rows > 1000 ? [] : [{ id: 7, rows }],
      },
    },
  )
}

describe('truncating a table', () => {
  test('requires typing its name, and warns that it cannot be undone', async () => {
    const { listBodies } = open({ counts: true })
    await screen.findByRole('dialog', { name: 'Truncate orders' })
    await screen.findByText(/^290 rows of public\.orders are deleted\. This cannot be undone\./u)
    await userEvent.click(screen.getByLabelText('Restart identity'))
    await userEvent.type(await screen.findByLabelText('Type orders to confirm'), 'order')
    await press('Truncate table')
    expect(listBodies(change)).toEqual([])
    await userEvent.type(screen.getByLabelText('Type orders to confirm'), 's')
    await press('Truncate table')
    await screen.findByText('orders is empty')
    expect(listBodies(change)).toEqual([
      { action: 'truncate', table_id: 7, cascade: false, restart_identity: true },
    ])
  })

  test('offers to restart identities only if there are any', async () => {
    open()
    await screen.findByText(/^290 rows/u)
    expect(screen.queryByLabelText('Restart identity')).toBeNull()
  })

  test('truncates referencing tables only on request', async () => {
    const { listBodies } = open({ referring: ['public.lines'] })
    await userEvent.click(await screen.findByLabelText('Also truncate public.lines'))
    await userEvent.type(await screen.findByLabelText('Type orders to confirm'), 'orders{Enter}')
    await screen.findByText('orders is empty')
    expect(listBodies(change)).toMatchObject([{ cascade: true }])
  })

  test('names its child tables, and counts their rows with its own', async () => {
    let read = () => {}
    open(
      { childTables: ['public.old_orders'], rows: 1290 },
      new Promise((resolve) => (read = resolve)),
    )
    // The list only has its own rows.
    expect(await screen.findByText(/^All rows of public\.orders are deleted/u)).toBeTruthy()
    read()
    expect(
      await screen.findByText(/~1\.3K rows of public\.orders and its child tables are deleted/u),
    ).toBeTruthy()
    expect(screen.getByText('public.old_orders')).toBeTruthy()
  })

  test('shows the final SQL from the start, also before the user has agreed to others', async () => {
    let read = () => {}
    const isRead = new Promise<void>((resolve) => (read = resolve))
    open({ referring: ['public.lines'] }, isRead)
    await press('Show SQL')
    expect(await sqlShown()).toBe('-- Generating the SQL')
    read()
    await screen.findByLabelText('Also truncate public.lines')
    expect(await sqlShown()).not.toContain('Nothing')
    await waitFor(async () =>
      expect(await sqlShown()).toBe('truncate table "public"."orders" cascade;'),
    )
  })
})
