import { ApiError } from '@basalt/contract/errors'
import { expect, test } from 'vitest'

import { ChangeQueue } from './change-queue.ts'
import { deletedColumns } from './renamed-columns.ts'
import {
  listOperations,
  type StagedRows,
  withCell,
  withDeletes,
  withInserts,
} from './staged-rows.ts'

const columns = ['id', 'a', 'b'].map((name) => ({ name }))
const table = { id: 7, key: ['id'], columns } as unknown as Parameters<typeof listOperations>[1]
const edit = (id: string, column = 'a') => ({
  key: [id],
  keyedBy: ['id'],
  column,
  value: 'new',
  previous: 'old',
  seen: [id, 'old', null],
})

function queueWith(rows: StagedRows) {
  return new ChangeQueue({
    read: () => ({ rows, sent: [] }),
    write: () => true,
    readNewer: () => null,
    send: () => Promise.reject(new ApiError('network', 'cut')),
    makeId: () => 'a save',
    pauses: [],
  })
}

test('staged rows follow renamed columns, also when two swap their names', () => {
  const queue = queueWith([])
  queue.change((rows) => withCell(rows, edit('1')))
  queue.change((rows) => withCell(rows, edit('1', 'b')))
  queue.change((rows) => withInserts(rows, [{ id: 'n1', values: { a: 'x', b: 'y' } }]))
  queue.change((rows) => withDeletes(rows, [{ key: ['2'], seen: ['2', null, null] }], ['id']))
  queue.rename(
    new Map([
      ['a', 'b'],
      ['b', 'a'],
      ['id', 'number'],
    ]),
  )
  const [updated, inserted, deleted] = queue.get().rows
  expect(updated).toMatchObject({ keyedBy: ['number'], cells: { a: {}, b: {} } })
  expect(inserted).toMatchObject({ values: { a: 'y', b: 'x' } })
  expect(deleted).toMatchObject({ op: 'delete', keyedBy: ['number'] })
  for (let step = 0; step < 3; step += 1) queue.undo()
  expect(queue.get().rows).toMatchObject([{ keyedBy: ['number'], cells: { b: { value: 'new' } } }])
  expect(Object.keys((queue.get().rows[0] as typeof updated & { cells: object }).cells)).toEqual([
    'b',
  ])
})

test('a sent save without a response is not changed', async () => {
  const queue = queueWith(withCell([], edit('1')))
  await queue.save((rows) => listOperations(rows, table))
  queue.change((rows) => withCell(rows, edit('2')))
  queue.rename(new Map([['a', 'c']]))
  const { rows, sent } = queue.get()
  expect(rows).toMatchObject([{ cells: { a: {} } }, { cells: { c: {} } }])
  expect(sent).toMatchObject([{ operations: [{ values: { a: 'new' } }] }])
})

test('columns that a table has no more are listed when rows give them values', () => {
  const rows = withInserts(withCell([], edit('1', 'qty')), [
    { id: 'n', values: { a: 'x', old: null } },
  ])
  const removed = withDeletes([], [{ key: ['1'], seen: [] }])
  expect([...rows, ...removed].map((row) => deletedColumns(row, columns))).toEqual([
    ['qty'],
    ['old'],
    [],
  ])
})
