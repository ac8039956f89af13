import type { SaveOutcome } from '@basalt/contract/database/changes'
import type { TableDetail } from '@basalt/contract/database/tables'
import { ApiError } from '@basalt/contract/errors'
import type { RowOperation } from '@basalt/pg-model'
import { describe, expect, test } from 'vitest'

import { ChangeQueue, type StoredQueue } from './change-queue.ts'
import {
  disputedIn,
  nameOfKey,
  listOperations,
  type StagedRows,
  withCell,
  withCurrent,
  withDeletes,
  withInserts,
} from './staged-rows.ts'

const columns = ['id', 'a', 'b'].map((name) => ({ name }))
const table = { id: 7, key: ['id'], columns } as unknown as TableDetail
const toOperations = (rows: StagedRows) => listOperations(rows, table)
const insert = (rows: StagedRows) => withInserts(rows, [{ id: 'n', values: { a: 'x' } }])
const done: SaveOutcome = { outcome: 'saved', results: [], history_id: null, cascaded: 0 }

type Send = (id: string, operations: RowOperation[]) => Promise<SaveOutcome>

function queueWith(send: Send, kept: { value: StoredQueue | undefined } = { value: undefined }) {
  let ids = 0
  return new ChangeQueue({
    read: () => kept.value,
    write: (next) => {
      kept.value = next
      return true
    },
    send,
    readNewer: () => null,
    pauses: [],
    makeId: () => {
      ids += 1
      return `id ${ids}`
    },
  })
}

/** A response at a time that the test chooses. */
function later() {
  const waiting: ((outcome: SaveOutcome) => void)[] = []
  const promise = new Promise<SaveOutcome>((resolve) => waiting.push(resolve))
  return { promise, resolve: (outcome: SaveOutcome) => waiting[0]?.(outcome) }
}

const names = ['constructor', 'toString', '__proto__']

test.each(names)('a column called %s is edited, compared and undone like others', (column) => {
  const shape = { ...table, columns: ['id', ...names].map((name) => ({ name })) } as TableDetail
  const seen = ['1', 'old', 'old', 'old']
  const change = { key: ['1'], column, previous: 'old', seen }
  const rows = withCell([], { ...change, value: 'new' })
  expect(listOperations(rows, shape)).toEqual([
    {
      op: 'update',
      table: 7,
      key: ['1'],
      keyed_by: ['id'],
      values: Object.fromEntries([[column, 'new']]),
      defaults: [],
      previous: Object.fromEntries([[column, 'old']]),
    },
  ])
  expect(withCell(rows, { ...change, value: 'old' })).toEqual([])
  const name = nameOfKey({ key: ['1'] })
  const now = Object.fromEntries([[column, 'theirs']])
  const [row] = withCurrent(rows, { name, current: now }, shape)
  expect(row).toMatchObject({
    seen: [null, ...names.map((one) => (one === column ? 'theirs' : null))],
  })
  expect(rows.flatMap((one) => disputedIn(one, { id: '1' }))).toEqual([column])
  expect(rows.flatMap((one) => disputedIn(one, Object.fromEntries([[column, 'old']])))).toEqual([])
})

describe('a sent save', () => {
  test('is not taken for failed because the session has expired since', async () => {
    const answers = [
      new ApiError('network', 'cut'),
      new ApiError('unauthenticated', 'Sign in'),
      new ApiError('forbidden', 'No'),
    ]
    const ids: string[] = []
    const queue = queueWith((id) => {
      ids.push(id)
      const next = answers.shift()
      return next === undefined ? Promise.resolve(done) : Promise.reject(next)
    })
    queue.change(insert)
    await queue.save(toOperations)
    await queue.save(toOperations)
    await queue.save(toOperations)
    expect(queue.get()).toMatchObject({ status: 'unknown', failure: 'No' })
    await queue.save(toOperations)
    expect(ids).toEqual(['id 1', 'id 1', 'id 1', 'id 1'])
    expect(queue.get().rows).toEqual([])
  })

  test('is sent again automatically after a short interruption, with the same id', async () => {
    const ids: string[] = []
    const queue = new ChangeQueue({
      read: () => undefined,
      write: () => true,
      readNewer: () => null,
      send: (id) => {
        ids.push(id)
        return ids.length < 3
          ? Promise.reject(new ApiError('database_unreachable', 'lost'))
          : Promise.resolve(done)
      },
      makeId: () => 'one id',
      pauses: [0, 0],
    })
    queue.change(insert)
    expect(await queue.save(toOperations)).toMatchObject([{ outcome: done, count: 1 }])
    expect(ids).toEqual(['one id', 'one id', 'one id'])
  })

  test('accepts no further edit until it is answered, and other rows do', async () => {
    const answer = later()
    const queue = queueWith(() => answer.promise)
    const edit = (id: string, column: string, value: string) => (rows: StagedRows) =>
      withCell(rows, { key: [id], column, value, previous: 'old', seen: [] })
    queue.change(edit('1', 'a', 'sent'))
    const saving = queue.save(toOperations)
    expect(queue.change(edit('1', 'a', 'again'))).toBe(false)
    expect(queue.change((rows) => withDeletes(rows, [{ key: ['1'], seen: [] }]))).toBe(false)
    expect(queue.change(edit('1', 'b', 'next'))).toBe(true)
    expect(queue.change(edit('2', 'a', 'other'))).toBe(true)
    answer.resolve(done)
    await saving
    expect(toOperations(queue.get().rows)).toMatchObject([
      { key: ['1'], values: { b: 'next' } },
      { key: ['2'], values: { a: 'other' } },
    ])
  })

  test('that is direct is stored until it is answered, also when the tab closes', async () => {
    const kept = { value: undefined as StoredQueue | undefined }
    const answer = later()
    const queue = queueWith(() => answer.promise, kept)
    const rows = insert([])
    const sending = queue.sendNow(rows, toOperations(rows))
    expect(queue.get()).toMatchObject({ rows: [], status: 'idle' })
    // The state that another visit would find now.
    expect(queueWith(() => answer.promise, { ...kept }).get()).toMatchObject({
      status: 'unknown',
      sent: [{ id: 'id 1' }],
      rows: [{ op: 'insert', values: { a: 'x' } }],
    })
    answer.resolve(done)
    expect(await sending).toEqual(done)
    expect(kept.value).toBeUndefined()
  })

  test('without a response is retried one by one with others, each by its own id', async () => {
    const ids: string[] = []
    let isCut = true
    const queue = queueWith((id) => {
      ids.push(id)
      return isCut ? Promise.reject(new ApiError('network', 'cut')) : Promise.resolve(done)
    })
    for (const id of ['1', '2']) {
      const row = withCell([], { key: [id], column: 'a', value: 'n', previous: 'o', seen: [] })
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await queue.sendNow(row, toOperations(row))).toMatchObject({ outcome: 'kept' })
    }
    isCut = false
    expect(await queue.save(toOperations)).toHaveLength(2)
    expect(ids).toEqual(['id 1', 'id 2', 'id 1', 'id 2'])
    expect(queue.get()).toMatchObject({ rows: [], sent: [], status: 'idle' })
  })

  test('without a session waits and reports that, until one is saved', async () => {
    let isOver = true
    const queue = queueWith(() =>
      isOver ? Promise.reject(new ApiError('unauthenticated', 'Sign in')) : Promise.resolve(done),
    )
    const rows = insert([])
    expect(await queue.sendNow(rows, toOperations(rows))).toEqual({
      outcome: 'kept',
      message: 'Sign in',
      isSignedOut: true,
    })
    expect(queue.get()).toMatchObject({ rows, sent: [], isSignedOut: true, failure: 'Sign in' })
    isOver = false
    expect(await queue.sendNow(rows, toOperations(rows))).toEqual(done)
    expect(queue.get()).toMatchObject({ isSignedOut: false, failure: null })
  })

  test('of one tab is not sent by another tab with the same rows', async () => {
    const kept = { value: undefined as StoredQueue | undefined }
    const sent: RowOperation[] = []
    const tab = () => {
      let seen = kept.value
      return new ChangeQueue({
        read: () => kept.value,
        write: (next) => {
          kept.value = seen = next
          return true
        },
        readNewer: () => (kept.value === seen ? null : (seen = kept.value)),
        send: (_, operations) => {
          sent.push(...operations)
          return Promise.resolve(done)
        },
        makeId: () => 'id',
        pauses: [],
      })
    }
    const one = tab()
    one.change(insert)
    const other = tab()
    expect(other.get().rows).toHaveLength(1)
    await one.save(toOperations)
    expect(await other.save(toOperations)).toEqual([])
    expect(other.get().rows).toEqual([])
    expect(sent).toHaveLength(1)
  })

  test('can be discarded, and not while it is pending', async () => {
    const queue = queueWith(() => Promise.reject(new ApiError('network', 'cut')))
    queue.change(insert)
    const saving = queue.save(toOperations)
    queue.forget()
    expect(queue.get().rows).toHaveLength(1)
    await saving
    queue.forget()
    expect(queue.get()).toMatchObject({ rows: [], sent: [], status: 'idle' })
  })
})
