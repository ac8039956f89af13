import { orderColumns } from '@basalt/contract/database/tables'
import type { SortKey } from '@basalt/pg-model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { cursorReader } from './rows/row-key.ts'
import {
  type Anchor,
  getExtent,
  clearPage,
  mapRows,
  neededPages,
  openWindow,
  type PageAnswer,
  type PageRequest,
  type Row,
  rowAt,
  type RowWindow,
  stalePages,
  trimmed,
  withPage,
} from './rows/row-window.ts'

// Rows in a test order, as the server sends them: many rows share a value of the sorted column, and
// many have none. The server is simulated by sorting in memory.

const columns = ['id', 'total'].map((name) => ({ name })) as never
const sorts: SortKey[][] = [
  [],
  [{ column: 'total' }],
  [{ column: 'total', descending: true }],
  [{ column: 'total', nulls: 'first' }],
  [{ column: 'total', descending: true, nulls: 'last' }],
]

type Values = readonly (string | null)[]

/** Compares as PostgreSQL does in the order of the view, by as many columns as both have. */
function comparer(sort: readonly SortKey[]) {
  const [first] = sort
  const isDown = first?.descending === true
  const nullsFirst = first?.nulls === undefined ? isDown : first.nulls === 'first'
  return (one: Values, other: Values): number => {
    for (let at = 0; at < Math.min(one.length, other.length); at += 1) {
      const [left = null, right = null] = [one[at], other[at]]
      if (left === right) continue
      if (left === null) return nullsFirst ? -1 : 1
      if (right === null) return nullsFirst ? 1 : -1
      return (Number(left) - Number(right)) * (isDown ? -1 : 1)
    }
    return 0
  }
}

class Server {
  rows: Row[]
  readonly #sort: readonly SortKey[]
  readonly order: (row: Row) => Values

  constructor(rows: Row[], sort: readonly SortKey[]) {
    this.rows = rows
    this.#sort = sort
    const positions = orderColumns([...sort], ['id']).map((name) => (name === 'id' ? 0 : 1))
    this.order = (row) => positions.map((position) => row[position] ?? null)
  }

  sorted(): Row[] {
    const compare = comparer(this.#sort)
    return this.rows.toSorted((one, other) => compare(this.order(one), this.order(other)))
  }

  answer({ side, cursor, limit }: PageRequest, anchor: Anchor): PageAnswer {
    const compare = comparer(this.#sort)
    const all = this.sorted()
    const isForward = side === 'after'
    let beyond = all
    if (cursor !== null) {
      const position = JSON.parse(cursor) as Values
      beyond = all.filter((row) => {
        const found = compare(this.order(row), position)
        return isForward ? found > 0 : found < 0
      })
    } else if (anchor.at === 'from') {
      beyond = all.filter((row) => {
        const found = compare(this.order(row), anchor.values)
        return isForward ? found >= 0 : found < 0
      })
    } else if (anchor.at === 'number') {
      beyond = all.slice(anchor.number - 1)
      const from = beyond[0] === undefined ? undefined : this.order(beyond[0])
      return {
        rows: beyond.slice(0, limit),
        has_more: beyond.length > limit,
        ...(from !== undefined && { from }),
        is_exact: true,
      }
    }
    const page = isForward ? beyond.slice(0, limit) : beyond.slice(-limit)
    return { rows: page, has_more: beyond.length > limit }
  }
}

type Range = { first: number; last: number }

type Reading = {
  server: Server
  cursorOfRow: (row: Row) => string
  /** Whether the last of several concurrent requests is answered first. */
  isReversed?: boolean
}

function appearance(window: RowWindow, range: Range, { server, cursorOfRow, isReversed }: Reading) {
  let current = window
  for (let round = 0; round < 200; round += 1) {
    const requests = neededPages(current, range)
    if (requests.length === 0) return current
    const { anchor: requested } = current
    const arriving = requests.map((request) => ({
      request,
      answer: server.answer(request, requested),
    }))
    for (const arrived of isReversed === true ? arriving.toReversed() : arriving) {
      // Beyond the last row, as the store does: the end is shown.
      const isBeyond = current.anchor.at === 'number' && arrived.answer.rows.length === 0
      current = isBeyond
        ? openWindow(current.id + 1, { at: 'end' })
        : withPage(current, arrived, cursorOfRow)
    }
  }
  throw new Error('The window never has what it needs')
}

const startingRows = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => [
    String(at * 10),
    at % 7 === 0 ? null : String((at * 31) % 40),
  ])

const anchor = (sort: readonly SortKey[]): fc.Arbitrary<Anchor> =>
  fc.oneof(
    fc.constant<Anchor>({ at: 'start' }),
    fc.constant<Anchor>({ at: 'end' }),
    fc.integer({ min: 1, max: 900 }).map((number): Anchor => ({ at: 'number', number })),
    fc
      .integer({ min: 0, max: sort.length > 0 ? 45 : 9000 })
      .map((value): Anchor => ({ at: 'from', values: [String(value)] })),
  )

const step = fc.oneof(
  fc.record({
    do: fc.constant('insert' as const),
    key: fc.integer({ min: 0, max: 9000 }),
    total: fc.option(fc.integer({ min: 0, max: 40 })),
  }),
  fc.record({ do: fc.constant('delete' as const), at: fc.nat(899) }),
  fc.record({
    do: fc.constant('empty' as const),
    from: fc.nat(899),
    count: fc.nat(899),
    // Whether the page was informed of it and removes them.
    isReported: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('look' as const),
    at: fc.integer({ min: -900, max: 900 }),
    isReversed: fc.boolean(),
  }),
  fc.record({ do: fc.constant('read again' as const) }),
  fc.record({ do: fc.constant('forget' as const), at: fc.integer({ min: -900, max: 900 }) }),
)

const example = fc.constantFrom(...sorts).chain((sort) =>
  fc.record({
    sort: fc.constant(sort),
    from: anchor(sort),
    steps: fc.array(step, { maxLength: 40 }),
    isReversed: fc.boolean(),
  }),
)

describe('in any order, starting anywhere, with concurrent inserts and deletes', () => {
  test('no row is shown twice, and no remaining one is missing', () => {
    fc.assert(
      fc.property(example, ({ sort, from, steps, isReversed }) => {
        const server = new Server(startingRows(900), sort)
        const cursorOfRow = cursorReader({ columns, key: ['id'] }, sort)
        const stayed = new Set(server.rows.map((row) => row[0]))
        let window = openWindow(1, from)
        for (const one of steps) {
          if (one.do === 'insert') {
            const id = String(one.key)
            if (!server.rows.some((row) => row[0] === id))
              server.rows = [...server.rows, [id, one.total === null ? null : String(one.total)]]
          } else if (one.do === 'delete') {
            const id = String(one.at * 10)
            stayed.delete(id)
            server.rows = server.rows.filter((row) => row[0] !== id)
          } else if (one.do === 'empty') {
            const isDeleted = ([id]: Row) =>
              Number(id) >= one.from * 10 && Number(id) < (one.from + one.count) * 10
            for (const row of server.rows) if (isDeleted(row)) stayed.delete(row[0] ?? null)
            server.rows = server.rows.filter((row) => !isDeleted(row))
            if (one.isReported) window = mapRows(window, (row) => (isDeleted(row) ? null : row))
          } else if (one.do === 'forget') window = clearPage(window, one.at)
          else if (one.do === 'read again') window = stalePages(window)
          else {
            const range = { first: one.at, last: one.at + 30 }
            const reading = { server, cursorOfRow, isReversed: one.isReversed }
            window = trimmed(appearance(window, range, reading), range, 400)
          }
        }
        const everything = { first: -2000, last: 2000 }
        window = appearance(window, everything, { server, cursorOfRow, isReversed })
        const seen = allRows(window)
        const ids = seen.map((row) => row[0])
        expect(new Set(ids).size).toBe(ids.length)
        expect([...stayed].filter((id) => !ids.includes(id))).toEqual([])
        const compare = comparer(sort)
        const isOrdered = seen.every(
          (row, at) =>
            at === 0 || compare(server.order(seen[at - 1] ?? row), server.order(row)) < 0,
        )
        expect(isOrdered).toBe(true)
        window = appearance(stalePages(window), everything, { server, cursorOfRow, isReversed })
        expect(allRows(window)).toEqual(server.sorted())
      }),
      { numRuns: 60 },
    )
  })
})

function allRows(window: RowWindow): Row[] {
  const { first, rowCount } = getExtent(window)
  const rows: Row[] = []
  for (let index = first; index < first + rowCount; index += 1) {
    const row = rowAt(window, index)
    if (row !== undefined) rows.push(row)
  }
  return rows
}

describe('a jump', () => {
  const server = new Server(startingRows(2000), [])
  const cursorOfRow = cursorReader({ columns, key: ['id'] }, [])

  test('to a row number starts there, and earlier rows are loaded as well', () => {
    const opened = openWindow(1, { at: 'number', number: 501 })
    const window = appearance(opened, { first: -5, last: 5 }, { server, cursorOfRow })
    expect([-1, 0, 1].map((at) => rowAt(window, at)?.[0])).toEqual(['4990', '5000', '5010'])
    expect(window.anchor).toMatchObject({ at: 'from', numbered: { number: 501, isExact: true } })
  })

  test('to a value starts with the first row at or after it', () => {
    const opened = openWindow(1, { at: 'from', values: ['4995'] })
    const window = appearance(opened, { first: -5, last: 5 }, { server, cursorOfRow })
    expect([-1, 0].map((at) => rowAt(window, at)?.[0])).toEqual(['4990', '5000'])
  })

  test('after the last row shows the rows before it', () => {
    const opened = openWindow(1, { at: 'from', values: ['999999'] })
    const window = appearance(opened, { first: -5, last: 5 }, { server, cursorOfRow })
    expect(rowAt(window, -1)?.[0]).toBe('19990')
    expect(rowAt(window, 0)).toBeUndefined()
  })
})

test('a row without a key uses its `ctid`, which follows its columns', () => {
  const cursor = cursorReader({ columns, key: ['ctid'] }, [{ column: 'total' }])
  expect(cursor(['1', null, '(0,7)'])).toBe('[null,"(0,7)"]')
})
