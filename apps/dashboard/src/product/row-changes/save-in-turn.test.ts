import type { SaveOutcome } from '@basalt/contract/database/changes'
import type { TableDetail } from '@basalt/contract/database/tables'
import { afterEach, expect, test, vi } from 'vitest'

import { ChangeQueue, type StoredQueue } from './change-queue.ts'
import { saveInTurn } from './save-in-turn.ts'
import { listOperations, withInserts } from './staged-rows.ts'

afterEach(() => vi.unstubAllGlobals())

const table = { id: 7, key: ['id'], columns: [] } as unknown as TableDetail
const done: SaveOutcome = { outcome: 'saved', results: [], history_id: null, cascaded: 0 }

/** Like the browser's locks: callers wait for earlier ones. */
function locks() {
  let end = Promise.resolve<unknown>(undefined)
  return {
    request: <T>(_: string, action: () => Promise<T>) => {
      const mine = end.then(action)
      end = mine.catch(() => undefined)
      return mine
    },
  }
}

/** The same queue in two tabs, with shared storage. */
function tabs() {
  let text = 'null'
  const sent: string[] = []
  let ids = 0
  const open = () => {
    let last = text
    const parse = () => (JSON.parse(last) as StoredQueue | null) ?? undefined
    return new ChangeQueue({
      read: parse,
      write: (stored) => {
        const next = JSON.stringify(stored ?? null)
        if (next !== last) text = next
        last = next
        return true
      },
      readNewer: () => {
        if (text === last) return null
        last = text
        return parse()
      },
      send: (id) => {
        sent.push(id)
        return Promise.resolve(done)
      },
      pauses: [],
      makeId: () => {
        ids += 1
        return `id ${ids}`
      },
    })
  }
  return { one: open(), other: open(), sent }
}

test('two tabs that save at once send staged changes once', async () => {
  vi.stubGlobal('navigator', { locks: locks() })
  const { one, other, sent } = tabs()
  one.change((rows) => withInserts(rows, [{ id: 'n', values: { a: 'x' } }]))
  other.takeChanges()
  expect(other.get().rows).toHaveLength(1)
  const answers = await Promise.all(
    [one, other].map((queue) =>
      saveInTurn(queue, { name: 't', listOperations: (rows) => listOperations(rows, table) }),
    ),
  )
  expect(sent).toEqual(['id 1'])
  expect(answers.map((all) => all.length)).toEqual([1, 0])
  expect(other.get()).toMatchObject({ rows: [], sent: [], status: 'idle', failure: null })
})
