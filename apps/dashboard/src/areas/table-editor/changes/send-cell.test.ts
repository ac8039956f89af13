import type { SaveOutcome } from '@basalt/contract/database/changes'
import { ApiError } from '@basalt/contract/errors'
import type { RowOperation } from '@basalt/pg-model'
import { describe, expect, test } from 'vitest'

import { ChangeQueue } from '../../../product/row-changes/change-queue.ts'
import { plants } from '../../../testing/plants.ts'
import { sendCell } from './send-cell.ts'
import type { CellChange } from './staged-actions.ts'

const edit: CellChange = {
  key: ['1'],
  column: 'name',
  typed: 'heather',
  previous: 'moss',
  seen: ['1', 'moss', '1.00'],
}

/** Sends an edit to a server that answers so. */
async function send(answer: () => SaveOutcome, { table = plants, cell = edit } = {}) {
  const operations: RowOperation[] = []
  const queue = new ChangeQueue({
    read: () => undefined,
    write: () => true,
    readNewer: () => null,
    makeId: () => 'id',
    pauses: [],
    send: async (_, sent) => {
      operations.push(...sent)
      return answer()
    },
  })
  return { became: await sendCell(queue, table, cell), operations, queue }
}

const done: SaveOutcome = { outcome: 'saved', results: [], history_id: null, cascaded: 0 }

describe('an edit that is sent at once', () => {
  test('has the former value of the cell; a row addressed by `ctid` has all of it', async () => {
    const { operations } = await send(() => done)
    expect(operations).toMatchObject([
      { op: 'update', key: ['1'], values: { name: 'heather' }, previous: { name: 'moss' } },
    ])
    const byPosition = await send(() => done, { table: { ...plants, key: ['ctid'] } })
    expect(byPosition.operations).toMatchObject([
      { previous: { id: '1', name: 'moss', price: '1.00' } },
    ])
  })

  test('has the columns of its key, also when the table has another key now', async () => {
    const { operations } = await send(() => done, { table: { ...plants, key: ['price'] } })
    expect(operations).toMatchObject([{ keyed_by: ['price'] }])
    const before = await send(() => done, {
      table: { ...plants, key: ['price'] },
      cell: { ...edit, keyedBy: ['id'] },
    })
    expect(before.operations).toMatchObject([{ key: ['1'], keyed_by: ['id'] }])
  })

  test('requests the default instead of a value', async () => {
    const { operations } = await send(() => done, { cell: { ...edit, isDefault: true } })
    expect(operations).toMatchObject([{ values: {}, defaults: ['name'] }])
  })

  test('that is refused or in conflict has the reason, with the current row', async () => {
    const refused = await send(() => ({
      outcome: 'refused',
      operation: 0,
      message: 'too long',
      sqlstate: '22001',
    }))
    expect(refused.became).toMatchObject({ outcome: 'failed', failure: { message: 'too long' } })
    const current = ['1', 'theirs', '1.00']
    const other = await send(() => ({
      outcome: 'conflict',
      conflicts: [{ operation: 0, current }],
    }))
    expect(other.became).toMatchObject({
      outcome: 'failed',
      current,
      failure: { conflict: { current: 'theirs' } },
    })
    const deleted = await send(() => ({
      outcome: 'conflict',
      conflicts: [{ operation: 0, current: null }],
    }))
    expect(deleted.became).toMatchObject({ failure: { conflict: { isDeleted: true } } })
  })

  test('that the server answers with an error is not staged', async () => {
    const { became, queue } = await send(() => {
      throw new ApiError('forbidden', 'You may not')
    })
    expect(became).toMatchObject({ outcome: 'failed', failure: { message: 'You may not' } })
    expect(queue.get()).toMatchObject({ rows: [], sent: [] })
  })
})
