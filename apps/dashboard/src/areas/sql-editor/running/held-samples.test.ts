import { describe, expect, test } from 'vitest'

import { markedSamples } from './held-samples.ts'

const columns = ['id', 'title', 'shelf', 'price']
const before = {
  columns,
  rows: [
    ['1', 'Fjord', 'a', '10'],
    ['2', 'Basalt', 'a', '12'],
  ],
}

describe('the samples of a held run', () => {
  test('mark new values, next to the old ones and right after the key', () => {
    const after = {
      columns,
      rows: [
        ['2', 'Basalt', 'a', null],
        ['1', 'Fjord', 'a', '10'],
      ],
    }
    expect(markedSamples({ before, after })).toEqual({
      before: {
        columns: ['id', 'price', 'title', 'shelf'],
        rows: [
          ['1', '10', 'Fjord', 'a'],
          ['2', '12', 'Basalt', 'a'],
        ],
        changed: [
          [false, false, false, false],
          [false, true, false, false],
        ],
      },
      after: {
        columns: ['id', 'price', 'title', 'shelf'],
        rows: [
          ['1', '10', 'Fjord', 'a'],
          ['2', null, 'Basalt', 'a'],
        ],
        changed: [
          [false, false, false, false],
          [false, true, false, false],
        ],
      },
    })
  })

  test('match the row when its key was changed', () => {
    const after = {
      columns,
      rows: before.rows.map(([id, ...rest]) => [`${Number(id) + 1}`, ...rest]),
    }
    const { changed } = markedSamples({ before, after }).after ?? { changed: [] }
    expect(changed).toEqual([
      [true, false, false, false],
      [true, false, false, false],
    ])
  })

  test('mark nothing for inserted, deleted or ambiguous rows', () => {
    const deleted = markedSamples({ before, after: { columns, rows: [] } })
    expect(deleted.after).toBeNull()
    expect(deleted.before).toMatchObject({
      columns,
      changed: [
        [false, false, false, false],
        [false, false, false, false],
      ],
    })
    const alike = { columns: ['a'], rows: [['x'], ['x']] }
    const other = { columns: ['a'], rows: [['y'], ['y']] }
    expect(markedSamples({ before: alike, after: other }).after?.changed).toEqual([
      [false],
      [false],
    ])
    expect(markedSamples({ before: null, after: null })).toEqual({ before: null, after: null })
  })
})
