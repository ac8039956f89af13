import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  type Column,
  compareValues,
  formatSort,
  listOrders,
  listRows,
  listTracks,
  listVisible,
  parseColumns,
  parseSort,
  plainView,
  searchRows,
  sortRows,
  type SortValue,
} from './table-model.ts'

type City = { name: string; people: number | null; founded: Date | null }

const columns: Column<City>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, sortValue: ({ name }) => name },
  {
    id: 'people',
    header: 'People',
    cell: ({ people }) => people,
    sortValue: ({ people }) => people,
    searchText: ({ people }) => (people === null ? 'unknown' : String(people)),
    firstDirection: 'descending',
    orderNames: { ascending: 'Smallest first', descending: 'Largest first' },
  },
  {
    id: 'founded',
    header: 'Founded',
    cell: () => null,
    sortValue: ({ founded }) => founded,
    isHiddenByDefault: true,
  },
  { id: 'flag', header: 'Flag', cell: () => null, width: '80px' },
]
const city = (name: string, people: number | null = 1, founded: Date | null = null): City => ({
  name,
  people,
  founded,
})
const cities = [city('Oslo 10', 700), city('Bergen', null), city('Oslo 9', 12)]
const listNames = (rows: readonly City[]) => rows.map(({ name }) => name)

const anyCity = fc.record({
  name: fc.string(),
  people: fc.option(fc.oneof(fc.integer(), fc.double())),
  founded: fc.option(fc.date({ noInvalidDate: false })),
})
const anyDirection = fc.constantFrom('ascending' as const, 'descending' as const)
const anySort = fc.record({
  column: fc.constantFrom('name', 'people', 'founded'),
  direction: anyDirection,
})
const anyValue: fc.Arbitrary<SortValue> = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.bigInt(),
  fc.boolean(),
  fc.date({ noInvalidDate: false }),
  fc.constantFrom(null, undefined),
)

describe('sorting', () => {
  test('numbers inside texts count as numbers, and missing values come last', () => {
    const by = (column: string, direction: 'ascending' | 'descending') =>
      listNames(sortRows(cities, columns, { column, direction }))

    expect(by('name', 'ascending')).toEqual(['Bergen', 'Oslo 9', 'Oslo 10'])
    expect(by('people', 'ascending')).toEqual(['Oslo 9', 'Oslo 10', 'Bergen'])
    expect(by('people', 'descending')).toEqual(['Oslo 10', 'Oslo 9', 'Bergen'])
  })

  test('a column that does not exist or cannot be sorted changes nothing', () => {
    expect(sortRows(cities, columns, { column: 'flag', direction: 'ascending' })).toBe(cities)
    expect(sortRows(cities, columns, { column: 'mayor', direction: 'ascending' })).toBe(cities)
    expect(sortRows(cities, columns, undefined)).toBe(cities)
  })

  test('a sort keeps every row, puts missing values last and leaves equal rows in order', () => {
    fc.assert(
      fc.property(fc.array(anyCity), anySort, (rows, sort) => {
        const sorted = sortRows(rows, columns, sort)
        const getValue = columns.find(({ id }) => id === sort.column)?.sortValue
        expect(new Set(sorted)).toEqual(new Set(rows))
        const isInOrder = (row: City, next: City) => {
          const order = compareValues(getValue?.(row), getValue?.(next), sort.direction)
          return order < 0 || (order === 0 && rows.indexOf(row) < rows.indexOf(next))
        }
        expect(sorted.slice(1).every((next, at) => isInOrder(sorted[at] ?? next, next))).toBe(true)
        expect(sortRows(sorted, columns, sort)).toEqual(sorted)
      }),
    )
  })

  test('the order of values is total, and the two directions mirror each other', () => {
    fc.assert(
      fc.property(fc.tuple(anyValue, anyValue, anyValue), anyDirection, ([a, b, c], direction) => {
        const compare = (one: SortValue, other: SortValue) =>
          Math.sign(compareValues(one, other, direction))
        expect(compare(a, b) + compare(b, a)).toBe(0)
        const isRising = compare(a, b) <= 0 && compare(b, c) <= 0
        expect(isRising && compare(a, c) > 0).toBe(false)
      }),
    )
  })
})

describe('searching', () => {
  test('every word has to occur, in any column and in any case', () => {
    expect(listNames(searchRows(cities, columns, ' oslo 12'))).toEqual(['Oslo 9'])
    expect(listNames(searchRows(cities, columns, 'UNKNOWN'))).toEqual(['Bergen'])
    expect(searchRows(cities, columns, '  ')).toBe(cities)
  })

  test('a search keeps rows in order, finds each by its own name, and more words find fewer', () => {
    fc.assert(
      fc.property(fc.array(anyCity), fc.string(), fc.string(), (rows, one, other) => {
        const found = searchRows(rows, columns, one)
        const fewer = searchRows(rows, columns, `${one} ${other}`)
        expect(found).toEqual(rows.filter((row) => found.includes(row)))
        expect(fewer.every((row) => found.includes(row))).toBe(true)
        for (const row of rows) expect(searchRows(rows, columns, row.name)).toContain(row)
      }),
    )
  })

  test('searching and sorting do not depend on their order', () => {
    fc.assert(
      fc.property(fc.array(anyCity), anySort, fc.string({ maxLength: 2 }), (rows, sort, search) => {
        expect(listRows(rows, columns, { search, sort })).toEqual(
          searchRows(sortRows(rows, columns, sort), columns, search),
        )
      }),
    )
  })
})

describe('the view in the URL', () => {
  test.each([
    ['name', { column: 'name', direction: 'ascending' }],
    ['name.desc', { column: 'name', direction: 'descending' }],
    ['people', { column: 'people', direction: 'descending' }],
    ['people.asc', { column: 'people', direction: 'ascending' }],
    ['people.up', undefined],
    ['flag', undefined],
    ['mayor', undefined],
    [7, undefined],
  ])('%s is read as a sort', (text, sort) => {
    expect(parseSort(text, columns)).toEqual(sort)
  })

  test('a sort that is written is read again', () => {
    fc.assert(
      fc.property(anySort, (sort) => {
        expect(parseSort(formatSort(sort, columns), columns)).toEqual(sort)
      }),
    )
    expect(formatSort(undefined, columns)).toBeUndefined()
  })

  test('columns are named, and unknown ones are left out', () => {
    expect(parseColumns('founded,mayor,name', columns)).toEqual(['founded', 'name'])
    // The rows could not be distinguished without it.
    expect(parseColumns('founded', columns)).toEqual(['name', 'founded'])
    expect(parseColumns('mayor', columns)).toBeUndefined()
    expect(parseColumns(undefined, columns)).toBeUndefined()
  })

  test('visible columns keep the order of the table; none chosen are the default ones', () => {
    const show = (ids?: string[]) => listVisible(columns, ids).map(({ id }) => id)
    expect(show(['founded', 'name'])).toEqual(['name', 'founded'])
    expect(show()).toEqual(['name', 'people', 'flag'])
    expect(show([])).toEqual(['name', 'people', 'flag'])
  })

  test('orders are listed with their names, the first direction first', () => {
    expect(listOrders(columns).map(({ name }) => name)).toEqual([
      'Name, ascending',
      'Name, descending',
      'Largest first',
      'Smallest first',
      'Founded, ascending',
      'Founded, descending',
    ])
    expect(plainView.sort).toBeUndefined()
  })
})

test('a row has tracks for its checkbox, its columns and its actions', () => {
  const visible = listVisible(columns, undefined)
  expect(listTracks(visible, { isSelectable: true, actionsWidth: '60px' })).toBe(
    '44px minmax(0, 1fr) minmax(0, 1fr) 80px 60px',
  )
  expect(listTracks(visible, { isSelectable: false, actionsWidth: undefined })).toBe(
    'minmax(0, 1fr) minmax(0, 1fr) 80px',
  )
})
