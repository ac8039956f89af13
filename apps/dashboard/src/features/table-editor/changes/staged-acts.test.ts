// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { plants } from '../../../testing/plants.ts'
import type { RowStore } from '../row-store.ts'
import { stagedActs } from './staged-acts.ts'
import { queueOf } from './table-queue.ts'

test('an edit that waits knows the columns of its key, wherever it was made', async () => {
  const queue = queueOf({ user: 'olga', ref: 'shop', table: plants })
  const place = {
    client: new QueryClient(),
    table: plants,
    store: {} as RowStore,
    onSaved: () => {},
  }
  const edit = { key: ['1'], column: 'name', typed: 'fern', previous: 'moss', seen: [] }
  await stagedActs(queue, place).edit(edit)
  expect(queue.get().rows).toMatchObject([{ key: ['1'], keyedBy: ['id'] }])
})
