// @vitest-environment jsdom
import type { RowOperation } from '@basalt/pg-model'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

import { storage } from '../../../lib/storage/storage.ts'
import { ChangeQueue } from '../../../product/row-changes/change-queue.ts'
import { listOperations, withInserts } from '../../../product/row-changes/staged-rows.ts'
import { plants } from '../../../testing/plants.ts'
import type { RowStore } from '../rows/row-store.ts'
import { getQueue } from '../tables/table-queue.ts'
import { stagedActions } from './staged-actions.ts'

afterEach(() => storage.queuesEdits.set(false))

test('a staged edit knows the columns of its key, wherever it was made', async () => {
  const queue = getQueue({ user: 'olga', ref: 'shop', table: plants })
  const scope = {
    client: new QueryClient(),
    table: plants,
    store: {} as RowStore,
    onSaved: () => {},
  }
  const edit = { key: ['1'], column: 'name', typed: 'fern', previous: 'moss', seen: [] }
  await stagedActions(queue, scope).edit(edit)
  expect(queue.get().rows).toMatchObject([{ key: ['1'], keyedBy: ['id'] }])
})

test.each([
  {
    what: 'is saved as soon as it is fixed, together with what was refused with it',
    isQueued: false,
    deleted: [],
    saves: 2,
  },
  { what: 'waits where edits wait', isQueued: true, deleted: [], saves: 1 },
  {
    what: 'waits next to deletes, which may reach rows that nobody sees',
    isQueued: false,
    deleted: [['7']],
    saves: 1,
  },
])('a new row that was refused $what', async ({ isQueued, deleted, saves }) => {
  const sent: RowOperation[][] = []
  const queue = new ChangeQueue({
    read: () => undefined,
    write: () => true,
    readNewer: () => null,
    send: (_id, operations) => {
      sent.push(operations)
      const isWrong = JSON.stringify(operations).includes('wrong')
      const refused = { operation: 1, message: 'no', sqlstate: '23514', column: 'name' }
      return Promise.resolve(
        isWrong
          ? { outcome: 'refused', ...refused }
          : { outcome: 'saved', results: [], history_id: null, cascaded: 0 },
      )
    },
    pauses: [],
    makeId: () => crypto.randomUUID(),
  })
  const reread = vi.fn<() => void>()
  const store = { reread } as unknown as RowStore
  const scope = { client: new QueryClient(), table: plants, store, onSaved: () => {} }
  const acts = stagedActions(queue, scope)
  const pasted = [
    { id: 'a', values: { name: 'moss' } },
    { id: 'b', values: { name: 'wrong' } },
  ]
  queue.change((rows) => withInserts(rows, pasted))
  await queue.save((rows) => listOperations(rows, plants))
  storage.queuesEdits.set(isQueued)
  await acts.remove(deleted.map((key) => ({ key, seen: [] })))
  await acts.editNew('a', 'name', 'fern')
  expect(sent).toHaveLength(1)
  await acts.editNew('b', 'name', 'oak')
  await vi.waitFor(() => expect(sent).toHaveLength(saves))
  await queue.settled()
  expect(queue.get().rows).toHaveLength(saves === 1 ? 2 + deleted.length : 0)
  expect(sent.at(-1)).toMatchObject([
    { values: { name: saves === 1 ? 'moss' : 'fern' } },
    { values: { name: saves === 1 ? 'wrong' : 'oak' } },
  ])
})
