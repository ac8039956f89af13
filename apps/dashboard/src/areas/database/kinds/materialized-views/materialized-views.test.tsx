// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { shop, signedIn } from '../../../../testing/answers.ts'
import { openApp } from '../../../../testing/open-app.tsx'
import { database } from '../../../../testing/open-part.tsx'

const user = userEvent.setup({ delay: null })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const found = (obstacle: string | null) => ({
  row: {
    id: 7,
    schema: 'public',
    name: 'totals',
    owner: 'postgres',
    comment: null,
    locked: null,
    kept: null,
    is_populated: true,
    size_bytes: 8192,
    indexes: [],
    concurrent_obstacle: obstacle,
  },
  design: {
    schema: 'public',
    name: 'totals',
    owner: 'postgres',
    comment: null,
    columns: ['id'],
    query: 'select 1 as id',
    with_data: true,
    storage: [],
  },
  version: 'one',
  sql: '',
  dependents: [],
  restrictions: {},
  dependencies: [],
})

const openRefresh = (obstacle: string | null) =>
  openApp(
    `/project/${shop.ref}/database/materialized-views/7?show=refresh`,
    signedIn({
      [`GET ${database}/objects/materialized-views/7`]: found(obstacle),
      [`POST ${database}/table-changes/preview`]: { statements: [] },
      [`POST ${database}/table-changes`]: { id: 7, trash_id: null, history_id: null },
    }),
  )

test('a refresh without a usable index says why it blocks reads', async () => {
  openRefresh('Requires a unique index on plain columns')
  const box = await screen.findByRole('checkbox', { name: 'Refresh concurrently' })
  expect((box as HTMLInputElement).checked).toBe(false)
  expect(await screen.findByText('Requires a unique index on plain columns')).toBeTruthy()
})

test('a refresh with a usable index leaves reads unblocked', async () => {
  const app = openRefresh(null)
  await screen.findByRole('checkbox', { name: 'Refresh concurrently' })
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() =>
    expect(app.calls).toContainEqual(
      expect.objectContaining({
        route: `POST ${database}/table-changes`,
        body: { action: 'refresh', table_id: 7, concurrently: true },
      }),
    ),
  )
})
