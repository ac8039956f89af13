import type { SaveOutcome } from '@basalt/contract/database/changes'
import type { TableDetail } from '@basalt/contract/database/tables'
import { ApiError } from '@basalt/contract/errors'
import type { RowOperation } from '@basalt/pg-model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Row } from '../../areas/table-editor/rows/row-window.ts'
import { ChangeQueue, type StoredQueue } from './change-queue.ts'
import {
  discarded,
  disputedIn,
  getName,
  listOperations,
  type StagedRows,
  withCell,
  withCells,
  withCurrent,
  withDeletes,
  withInserts,
  withNewValue,
  withTheirs,
} from './staged-rows.ts'

const columns = ['id', 'a', 'b'].map((name) => ({ name }))
const table = { id: 7, key: ['id'], columns } as unknown as TableDetail

type Table = Map<string, Record<string, string | null>>
const stored: Table = new Map([
  ['1', { id: '1', a: 'x', b: null }],
  ['2', { id: '2', a: '', b: 'y' }],
  ['3', { id: '3', a: null, b: 'z' }],
])
const getSeen = (id: string): Row => Object.values(stored.get(id) ?? {})

/** The database after the operations; `default` stands for the column's default. */
function applied(operations: readonly RowOperation[]): Table {
  const rows: Table = new Map([...stored].map(([id, row]) => [id, { ...row }]))
  for (const [at, operation] of operations.entries()) {
    if (operation.op === 'insert') {
      rows.set(`new ${at}`, { ...operation.values })
      continue
    }
    const row = rows.get(operation.key[0] ?? '') ?? {}
    for (const [name, value] of Object.entries(operation.previous ?? {})) {
      if (row[name] !== value) throw new Error('A conflict that nobody made')
    }
    if (operation.op === 'delete') rows.delete(operation.key[0] ?? '')
    if (operation.op !== 'update') continue
    Object.assign(row, operation.values)
    for (const name of operation.defaults ?? []) row[name] = 'default'
  }
  return rows
}

type Action =
  | { action: 'edit'; id: string; column: string; value: string | null | undefined }
  | { action: 'delete'; id: string }
  | { action: 'insert'; value: string }
  | { action: 'editNew'; at: number; column: string; value: string | null }

const anyValue = fc.constantFrom('x', 'y', '', null)
const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    fc.record({
      action: fc.constant('edit' as const),
      id: fc.constantFrom('1', '2', '3'),
      column: fc.constantFrom('a', 'b'),
      value: fc.option(anyValue, { nil: undefined }),
    }),
    fc.record({ action: fc.constant('delete' as const), id: fc.constantFrom('1', '2', '3') }),
    fc.record({ action: fc.constant('insert' as const), value: fc.constantFrom('n', 'm') }),
    fc.record({
      action: fc.constant('editNew' as const),
      at: fc.nat(3),
      column: fc.constantFrom('a', 'b'),
      value: anyValue,
    }),
  ),
  { maxLength: 14 },
)

let lastId = 0

function step(rows: StagedRows, action: Action): StagedRows {
  switch (action.action) {
    case 'edit': {
      const previous = stored.get(action.id)?.[action.column] ?? null
      const { column, value: target } = action
      return withCell(rows, {
        key: [action.id],
        column,
        value: target,
        previous,
        seen: getSeen(action.id),
      })
    }
    case 'delete':
      return withDeletes(rows, [{ key: [action.id], seen: getSeen(action.id) }])
    case 'insert':
      lastId += 1
      return withInserts(rows, [{ id: String(lastId), values: { a: action.value } }])
    case 'editNew':
      return editedNew(rows, action)
    default:
      return action satisfies never
  }
}

function editedNew(
  rows: StagedRows,
  { at, column, value }: Action & { action: 'editNew' },
): StagedRows {
  const fresh = rows.filter(({ op }) => op === 'insert')[at]
  return fresh?.op === 'insert' ? withNewValue(rows, fresh.id, { column, value }) : rows
}

describe('staged rows', () => {
  test('have the same result as every action by itself, without conflicts among them', () => {
    fc.assert(
      fc.property(actions, (all) => {
        const rows = all.reduce(step, [] as StagedRows)
        const names = rows.map(getName)
        expect(new Set(names).size).toBe(names.length)

        // The same acts, one after the other, on rows that are simply written to.
        const target: Table = new Map([...stored].map(([id, row]) => [id, { ...row }]))
        const fresh: Record<string, string | null>[] = []
        for (const action of all) {
          if (action.action === 'insert') fresh.push({ a: action.value })
          if (action.action === 'editNew' && fresh[action.at] !== undefined)
            Object.assign(fresh[action.at] ?? {}, { [action.column]: action.value })
          if (action.action === 'delete') target.delete(action.id)
          const row = action.action === 'edit' ? target.get(action.id) : undefined
          if (action.action === 'edit' && row !== undefined)
            row[action.column] = action.value === undefined ? 'default' : action.value
        }
        const done = applied(listOperations(rows, table))
        const olds = [...done].filter(([id]) => !id.startsWith('new'))
        expect(new Map(olds)).toEqual(target)
        const changes = [...done].filter(([id]) => id.startsWith('new')).map(([, row]) => row)
        expect(changes).toEqual(fresh)
      }),
    )
  })

  test('that return to their original values are no change, and a deleted row accepts no edit', () => {
    const edit = { key: ['1'], column: 'a', previous: 'x', seen: getSeen('1') }
    const edited = withCell([], { ...edit, value: 'new' })
    expect(withCell(edited, { ...edit, previous: 'new', value: 'x' })).toEqual([])
    const deleted = withDeletes(edited, [{ key: ['1'], seen: getSeen('1') }])
    expect(withCell(deleted, { ...edit, value: 'late' })).toEqual(deleted)
    expect(listOperations(deleted, table)).toEqual([
      {
        op: 'delete',
        table: 7,
        key: ['1'],
        keyed_by: ['id'],
        previous: { id: '1', a: 'x', b: null },
      },
    ])
  })

  test('record the columns of their keys, also when the table has another key now', () => {
    const edit = { key: ['1'], keyedBy: ['id'], column: 'a', previous: 'x', seen: getSeen('1') }
    const edited = withCell([], { ...edit, value: 'new' })
    const rows = withDeletes(edited, [{ key: ['2'], seen: getSeen('2') }], ['id'])
    expect(listOperations(rows, { ...table, key: ['a'] })).toMatchObject([
      { op: 'update', keyed_by: ['id'] },
      { op: 'delete', keyed_by: ['id'] },
    ])
  })

  test('are deleted as they were seen, or unconditionally once the user has decided so', () => {
    const rows = withDeletes([], [{ key: ['2'], seen: getSeen('2') }])
    const [first] = listOperations(rows, table)
    expect(first).toMatchObject({ op: 'delete', previous: { id: '2', a: '', b: 'y' } })
    const current = { id: '2', a: 'theirs', b: 'y' }
    const mine = withCurrent(rows, { name: '["2"]', current }, table)
    expect(listOperations(mine, table)).toEqual([
      { op: 'delete', table: 7, key: ['2'], keyed_by: ['id'] },
    ])
    const byPosition = { ...table, key: ['ctid'] }
    const placed = withDeletes([], [{ key: ['(0,1)'], seen: [...getSeen('2'), '(0,1)'] }])
    const decided = withCurrent(placed, { name: '["(0,1)"]', current }, byPosition)
    expect(listOperations(decided, byPosition)).toMatchObject([{ previous: { a: 'theirs' } }])
    expect(withTheirs(rows, { name: '["2"]', current }, table)).toEqual([])
  })

  test('are compared with the current row once the user has seen it', () => {
    const rows = withCell([], {
      key: ['1'],
      column: 'a',
      value: 'mine',
      previous: 'x',
      seen: getSeen('1'),
    })
    const name = getName(rows[0] ?? { op: 'insert', id: '', values: {} })
    const mine = withCurrent(rows, { name, current: { id: '1', a: 'theirs', b: null } }, table)
    expect(listOperations(mine, table)).toMatchObject([{ previous: { a: 'theirs' } }])
    expect(withCurrent(rows, { name, current: { id: '1', a: 'mine', b: null } }, table)).toEqual([])
    expect(withCurrent(rows, { name, current: null }, table)).toEqual([])
  })

  test("keep the user's other edits when another user's values are accepted", () => {
    const edit = { key: ['1'], seen: getSeen('1') }
    const both = withCells(
      [],
      [
        { ...edit, column: 'a', value: 'mine', previous: 'x' },
        { ...edit, column: 'b', value: 'mine', previous: null },
      ],
    )
    const current = { id: '1', a: 'x', b: 'theirs' }
    const left = withTheirs(both, { name: '["1"]', current }, table)
    expect(listOperations(left, table)).toMatchObject([
      { values: { a: 'mine' }, previous: { a: 'x' } },
    ])
    expect(left).toMatchObject([{ seen: ['1', 'x', 'theirs'] }])
    expect(
      withTheirs(both, { name: '["1"]', current: { id: '1', a: 'y', b: 'z' } }, table),
    ).toEqual([])
    expect(withTheirs(both, { name: '["1"]', current: null }, table)).toEqual([])
    expect(disputedIn(both[0] ?? { op: 'insert', id: '', values: {} }, current)).toEqual(['b'])
  })

  test('of a table without a key have the whole row that was seen', () => {
    const seen = ['1', 'x', null, '(0,1)']
    const rows = withCell([], { key: ['(0,1)'], column: 'a', value: 'n', previous: 'x', seen })
    expect(listOperations(rows, { ...table, key: ['ctid'] })).toMatchObject([
      { key: ['(0,1)'], previous: { id: '1', a: 'x', b: null } },
    ])
  })
})

type Send = (id: string, operations: RowOperation[]) => Promise<SaveOutcome>

function queueWith(send: Send, kept: { value: StoredQueue | undefined } = { value: undefined }) {
  let ids = 0
  return new ChangeQueue({
    read: () => kept.value,
    write: (next) => {
      kept.value = next === undefined ? undefined : structuredClone(next)
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
const nowhere = { read: () => undefined, readNewer: () => null, pauses: [], makeId: () => 'id' }
const toOperations = (rows: StagedRows) => listOperations(rows, table)
const insert = (rows: StagedRows) => withInserts(rows, [{ id: 'n', values: { a: 'x' } }])
const done: SaveOutcome = { outcome: 'saved', results: [], history_id: null, cascaded: 0 }

describe('the queue', () => {
  test('sends a direct save before it stores it, and notifies no subscriber', async () => {
    const said: string[] = []
    const send = async () => {
      said.push('sent')
      return done
    }
    const write = () => said.push('written') > 0
    const queue = new ChangeQueue({ ...nowhere, send, write })
    queue.subscribe(() => said.push('notified'))
    const before = queue.get()
    await queue.sendNow(insert([]), toOperations(insert([])))
    expect(said).toEqual(['sent', 'written', 'written'])
    expect(queue.get()).toBe(before)
  })

  test('undoes and redoes any steps', () => {
    fc.assert(
      fc.property(actions, fc.nat(14), (all, back) => {
        const queue = queueWith(() => Promise.resolve(done))
        const states = [queue.get().rows]
        for (const action of all) {
          queue.change((rows) => step(rows, action))
          if (queue.get().rows !== states.at(-1)) states.push(queue.get().rows)
        }
        const steps = Math.min(back, states.length - 1)
        for (let at = 0; at < steps; at += 1) expect(queue.undo()).toBe(true)
        expect(queue.get().rows).toEqual(states.at(-1 - steps))
        for (let at = 0; at < steps; at += 1) expect(queue.redo()).toBe(true)
        expect(queue.get().rows).toEqual(states.at(-1))
        expect(queue.redo()).toBe(false)
      }),
    )
  })

  test('retries with the same id after a lost response, also in another visit', async () => {
    const kept = { value: undefined as StoredQueue | undefined }
    const ids: string[] = []
    const cut = queueWith((id) => {
      ids.push(id)
      return Promise.reject(new ApiError('network', 'cut'))
    }, kept)
    cut.change(insert)
    expect(await cut.save(toOperations)).toEqual([])
    expect(cut.get().status).toBe('unknown')
    expect(cut.change(() => [])).toBe(false)

    const next = queueWith((id) => {
      ids.push(id)
      return Promise.resolve(done)
    }, kept)
    expect(next.get()).toMatchObject({ status: 'unknown', rows: [{ op: 'insert' }] })
    await next.save(toOperations)
    expect(ids).toEqual(['id 1', 'id 1'])
    expect(next.get()).toMatchObject({ status: 'idle', rows: [] })
    expect(kept.value).toBeUndefined()
  })

  test('knows that nothing was saved when a change is too large after a lost response', async () => {
    const failures = [
      new ApiError('busy', 'no room', { code: 503 }),
      new ApiError('payload_too_large', 'too large', { code: 413 }),
    ]
    const queue = queueWith(() => Promise.reject(failures.shift() ?? new Error('asked too often')))
    queue.change(insert)
    await queue.save(toOperations)
    expect(queue.get()).toMatchObject({ status: 'unknown', failure: 'no room' })
    await queue.save(toOperations)
    expect(queue.get()).toMatchObject({ status: 'idle', failure: 'too large' })
    expect(queue.get().rows).toHaveLength(1)
  })

  test('keeps the rows and names those with problems', async () => {
    const queue = queueWith(() =>
      Promise.resolve({
        outcome: 'refused',
        operation: 0,
        message: 'no',
        sqlstate: '23514',
        column: 'a',
      }),
    )
    queue.change(insert)
    await queue.save(toOperations)
    expect(queue.get().problems.get('new n')).toMatchObject({ of: 'refused', column: 'a' })
    queue.change((rows) => discarded(rows, 'new n'))
    expect(queue.get()).toMatchObject({ rows: [], problems: new Map() })
    queue.undo()
    expect(queue.get().rows).toHaveLength(1)
  })

  test('clears the failure once no change is staged', async () => {
    const queue = queueWith(() => Promise.reject(new ApiError('forbidden', 'no', { code: 403 })))
    queue.change(insert)
    await queue.save(toOperations)
    expect(queue.get()).toMatchObject({ status: 'idle', failure: 'no' })
    queue.change(() => [])
    expect(queue.get().failure).toBeNull()
    queue.undo()
    expect(queue.get()).toMatchObject({ rows: [{ op: 'insert' }], failure: null })
  })

  test("reports when the browser's storage is full", () => {
    const send = () => Promise.resolve(done)
    const queue = new ChangeQueue({ ...nowhere, send, write: () => false })
    queue.change(insert)
    expect(queue.get().isKept).toBe(false)
  })
})
