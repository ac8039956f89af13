// @vitest-environment jsdom
import type { TableSummary } from '@basalt/contract/database/tables'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { type Answers, shop, signedIn } from '../../../testing/answers.ts'
import { openApp } from '../../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const table = (id: number, name: string, more: Partial<TableSummary> = {}): TableSummary => ({
  id,
  name,
  schema: 'public',
  kind: 'table',
  rls_enabled: true,
  row_estimate: 3,
  ...more,
})

const database = `/platform/pg-meta/${shop.ref}`

const shown = [
  table(1, 'accounts', { row_estimate: null }),
  table(2, 'events', { row_estimate: 0 }),
  table(3, 'large', { row_estimate: 48_200 }),
  table(4, 'orders', { row_estimate: 900 }),
  table(5, 'reports', { kind: 'view', is_security_invoker: true, row_estimate: null }),
]

const tree = () => screen.findByRole('tree', { name: 'Tables in public' })

const open = (answers: Answers) =>
  openApp(
    `/project/${shop.ref}/editor`,
    signedIn({
      [`GET ${database}/schemas`]: [{ name: 'public', owner: 'postgres' }],
      [`GET ${database}/tables`]: { tables: shown, has_more: false },
      ...answers,
    }),
  )

describe('the number of rows', () => {
  const counts = `GET ${database}/row-counts`
  const listRows = async () =>
    within(await tree())
      .getAllByRole('treeitem')
      .map(({ textContent }) => textContent)

  test('is exact for small tables, in one request, and an estimate for large ones', async () => {
    const { calls } = open({
      [counts]: [
        { id: 1, rows: 0 },
        { id: 2, rows: 12 },
        { id: 4, rows: 1204 },
      ],
    })
    await within(await tree()).findByText('1,204')
    expect(await listRows()).toEqual([
      'accounts0',
      'events12',
      'large~48.2K',
      'orders1,204',
      'reports',
    ])
    const requested = calls.filter(({ route }) => route === counts)
    expect(requested.map(({ query }) => query.get('ids'))).toEqual(['1,2,4'])
  })

  test('is omitted when unknown', async () => {
    const { calls } = open({ [counts]: [] })
    await waitFor(() => expect(calls.some(({ route }) => route === counts)).toBe(true))
    expect(await listRows()).toEqual(['accounts', 'events', 'large~48.2K', 'orders', 'reports'])
  })
})
