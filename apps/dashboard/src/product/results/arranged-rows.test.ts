import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { missingReason } from '../../areas/sql-editor/results/rows/result-rows.ts'
import { getDifference } from '../../areas/sql-editor/results/same-rows.ts'
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimal,
  parseDecimal,
  printDecimal,
} from '../rows/decimal.ts'
import { timeKey } from '../rows/time-key.ts'
import type { Rows } from '../rows/value-kinds.ts'
import { arrangedRows, orderedQuery } from './arranged-rows.ts'

function column(type: string, values: readonly (string | null)[]): Rows {
  return { fields: [{ name: 'c', type }], count: values.length, at: (row) => [values[row] ?? null] }
}

function sorted(
  type: string,
  values: readonly (string | null)[],
  direction = 'ascending' as const,
) {
  const order = arrangedRows(column(type, values), { sort: { column: 0, direction }, filter: '' })
  return Array.from(order ?? [], (row) => values[row])
}

function counted(values: readonly unknown[]) {
  const counts = new Map<unknown, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

describe('order', () => {
  test('of numbers is exact beyond the precision of JavaScript', () => {
    expect(
      sorted('numeric', ['9007199254740993', '9007199254740992.5', null, '-1e3', '10', '9', 'NaN']),
    ).toEqual(['-1e3', '9', '10', '9007199254740992.5', '9007199254740993', 'NaN', null])
  })

  test('of any integers is numeric', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt()), (numbers) => {
        const expected = numbers.toSorted((a, b) => (a < b ? -1 : Number(a > b)))
        expect(sorted('numeric', numbers.map(String))).toEqual(expected.map(String))
      }),
    )
  })

  test('of times is chronological, across time zones', () => {
    expect(
      sorted('timestamp with time zone', [
        '2026-03-01 00:30:00+02',
        '2026-02-28 23:00:00+00',
        'infinity',
        '0044-03-15 12:00:00+00 BC',
        '2026-02-28 22:30:00.000001+00',
        '-infinity',
      ]),
    ).toEqual([
      '-infinity',
      '0044-03-15 12:00:00+00 BC',
      '2026-03-01 00:30:00+02',
      '2026-02-28 22:30:00.000001+00',
      '2026-02-28 23:00:00+00',
      'infinity',
    ])
    expect(
      sorted('interval', ['1 mon', '29 days', '1 year -1 days', '02:00:00', '-00:00:01']),
    ).toEqual(['-00:00:01', '02:00:00', '29 days', '1 mon', '1 year -1 days'])
    expect(sorted('time without time zone', ['10:00:00', '09:59:59.5'])).toEqual([
      '09:59:59.5',
      '10:00:00',
    ])
  })

  test("of timestamps equals JavaScript's where both apply", () => {
    const date = fc.date({
      noInvalidDate: true,
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T00:00:00Z'),
    })
    fc.assert(
      fc.property(date, (at) => {
        const text = at.toISOString().replace('T', ' ').replace('Z', '+00')
        const { seconds = 0, part = 0 } = timeKey(text) ?? {}
        expect(Math.round((seconds + part) * 1000)).toBe(at.getTime())
      }),
    )
  })

  test('of texts is the browser’s, and stable', () => {
    expect(sorted('text', ['b', 'ä', 'a', null, 'B'])).toEqual(
      ['b', 'ä', 'a', 'B'].toSorted(new Intl.Collator().compare).concat([null as never]),
    )
    const rows: Rows = {
      fields: [
        { name: 'k', type: 'text' },
        { name: 'n', type: 'integer' },
      ],
      count: 4,
      at: (row) => [row % 2 === 0 ? 'x' : 'y', String(row)],
    }
    const order = arrangedRows(rows, { sort: { column: 0, direction: 'descending' }, filter: '' })
    expect([...(order ?? [])]).toEqual([1, 3, 0, 2])
  })

  test('loses and invents no row', () => {
    const type = fc.constantFrom('numeric', 'timestamp', 'interval', 'text', 'boolean')
    fc.assert(
      fc.property(type, fc.array(fc.option(fc.string())), (kind, values) => {
        expect(counted(sorted(kind, values))).toEqual(counted(values))
      }),
    )
  })
})

describe('filter', () => {
  test('keeps the rows with a cell that contains the text, ignoring case', () => {
    const order = arrangedRows(column('text', ['Apple', null, 'pineAPPLE', 'pear']), {
      sort: undefined,
      filter: ' apple ',
    })
    expect([...(order ?? [])]).toEqual([0, 2])
  })

  test('finds booleans by their displayed words', () => {
    const order = arrangedRows(column('boolean', ['t', 'f']), { sort: undefined, filter: 'fal' })
    expect([...(order ?? [])]).toEqual([1])
  })

  test('and order combine', () => {
    const order = arrangedRows(column('integer', ['10', '9', '11', '2']), {
      sort: { column: 0, direction: 'descending' },
      filter: '1',
    })
    expect([...(order ?? [])]).toEqual([2, 0])
    expect(arrangedRows(column('text', ['a']), { sort: undefined, filter: '  ' })).toBeNull()
  })
})

describe('decimals', () => {
  const decimal = fc.tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat(20))
  const created = ([units, scale]: [bigint, number]): Decimal => ({ units, scale })

  test('are printed as they are parsed', () => {
    fc.assert(
      fc.property(decimal, (given) => {
        expect(parseDecimal(printDecimal(created(given)))).toEqual(created(given))
      }),
    )
    expect(parseDecimal('1.5e3')).toEqual({ units: 1500n, scale: 0 })
    expect(['NaN', '', 'Infinity', '-'].map(parseDecimal)).toEqual(
      Array.from({ length: 4 }, () => undefined),
    )
  })

  test('are added without rounding', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const sum = addDecimals(created(a), created(b))
        const back = addDecimals(sum, { units: -b[0], scale: b[1] })
        expect(compareDecimals(back, created(a))).toBe(0)
      }),
    )
    const [one, two] = [parseDecimal('0.1'), parseDecimal('0.2')]
    expect(printDecimal(addDecimals(one ?? created([0n, 0]), two ?? created([0n, 0])))).toBe('0.3')
  })

  test('are divided to the requested decimals', () => {
    const divided = (text: string, by: number) =>
      printDecimal(divideDecimal(parseDecimal(text) ?? created([0n, 0]), by, 4))
    expect([divided('1', 3), divided('2', 3), divided('-2', 3), divided('10', 4)]).toEqual([
      '0.3333',
      '0.6667',
      '-0.6667',
      '2.5',
    ])
  })
})

describe('missing rows', () => {
  const result = { state: 'done', isCut: false, rowCount: 3, affected: 3 } as const
  const reported = (change: object, limit?: number) =>
    missingReason({ ...result, ...change } as Parameters<typeof missingReason>[0], limit)

  test('are reported unless all rows of the statement are loaded', () => {
    expect(reported({})).toBeUndefined()
    expect(reported({}, 100)).toBeUndefined()
    expect(reported({}, 3)).toBe('Limited to the first 3 rows')
    expect(reported({ isCut: true })).toBe('More rows were returned than the browser keeps')
    expect(reported({ state: 'cancelled' })).toBe('The run ended before all rows arrived')
    expect(reported({ state: 'running' })).toBe('Rows are still loading')
  })
})

test('a query is sorted as a subquery, by the position of the column', () => {
  expect(orderedQuery('select 1 as a -- one\n;', { column: 0, direction: 'descending' })).toBe(
    'select *\nfrom (\nselect 1 as a -- one\n) as result\norder by 1 desc;\n',
  )
})

test('two results are compared as multisets of rows', () => {
  const difference = getDifference(
    column('text', ['a', 'a', 'b', null]),
    column('text', ['a', 'c', null]),
  )
  expect(difference).toEqual({ common: 2, onlyInFirst: 2, onlyInSecond: 1 })
})
