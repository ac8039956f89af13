// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { shop, signedIn } from '../../../../testing/answers.ts'
import { openApp } from '../../../../testing/open-app.tsx'
import { database } from '../../../../testing/open-part.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const design = {
  schema: 'public',
  name: 'order_ids',
  owner: 'postgres',
  comment: null,
  data_type: 'bigint',
  start: '1',
  increment: '1',
  min: '1',
  max: '9223372036854775807',
  cache: '1',
  cycles: false,
  owned_by: 'public.orders.id',
  next: null,
}
const found = {
  row: {
    id: 7,
    schema: 'public',
    name: 'order_ids',
    owner: 'postgres',
    comment: null,
    locked: null,
    kept: null,
    data_type: 'bigint',
    last_value: '1',
    owned_by: 'public.orders.id',
  },
  design,
  version: 'one',
  sql: '',
  dependents: [],
  restrictions: {},
  dependencies: [],
}

test('a sequence behind its column says so, and continues with a free number', async () => {
  const behind = { column: 'public.orders.id', reached: '500', next: '2', free: '501' }
  const app = openApp(
    `/project/${shop.ref}/database/sequences/7`,
    signedIn({
      [`GET ${database}/objects/sequences/7`]: found,
      [`GET ${database}/objects/sequences/7/position`]: { behind },
      [`POST ${database}/objects/sequences/preview`]: { statements: [], warnings: [] },
      [`POST ${database}/objects/sequences`]: { id: 7 },
    }),
  )
  expect(await screen.findByText('It is behind public.orders.id')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Set next number…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Set next number' }))
  await waitFor(() =>
    expect(app.calls).toContainEqual(
      expect.objectContaining({
        route: `POST ${database}/objects/sequences`,
        body: { action: 'alter', id: 7, version: 'one', design: { ...design, next: '501' } },
      }),
    ),
  )
})
