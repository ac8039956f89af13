import type { TableDetail } from '@basalt/contract/database/tables'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { column, plants } from '../../../testing/plants.ts'
import {
  getFault,
  neededColumns,
  importBody,
  newTable,
  type Plan,
  suggestPlan,
  writableColumns,
} from './import-plan.ts'
import type { InspectedColumn, Inspection, Reading } from './inspect.ts'

const inspected = (name: string, more: Partial<InspectedColumn> = {}): InspectedColumn => ({
  name,
  type: 'text',
  nearly: null,
  empty: 0,
  isUnique: false,
  ...more,
})

const getFile = (...columns: InspectedColumn[]): Inspection => ({
  columns,
  sourceNames: columns.map(({ name }) => name),
  isNamed: true,
  rows: 12,
  faults: 0,
  preview: [],
})

const named = (...names: string[]) => getFile(...names.map((name) => inspected(name)))

const csv: Reading = {
  kind: 'delimited',
  encoding: 'utf-8',
  delimiter: ';',
  quote: '"',
  namesLine: 1,
}

describe('a new table', () => {
  test('has columns of the detected types, nullable when values are missing', () => {
    const found = getFile(
      inspected('id', { type: 'bigint', isUnique: true }),
      inspected('price', { type: 'numeric', empty: 3 }),
      inspected('born', { type: 'date' }),
      inspected('note'),
    )
    const { columns } = suggestPlan(found, null, 'plants.csv')
    expect(columns).toEqual([
      { name: 'id', type: 'bigint', isNullable: false, empty: 'null' },
      { name: 'price', type: 'numeric', isNullable: true, empty: 'null' },
      { name: 'born', type: 'date', isNullable: false, empty: 'null' },
      { name: 'note', type: 'text', isNullable: true, empty: 'unquoted' },
    ])
  })

  test('is named after its file, in letters and digits that need no quotes', () => {
    const getName = (fileName: string) => suggestPlan(named('a'), null, fileName).tableName
    expect(getName('Plants of 2024 (final).csv')).toBe('plants_of_2024_final')
    expect(getName('  Übersicht.v2.tsv')).toBe('übersicht_v2')
    expect(getName('Pasted rows')).toBe('pasted_rows')
    expect(getName('---.csv')).toBe('')
    expect(getName(`${'long '.repeat(40)}.csv`)).toHaveLength(63)
  })

  test('has a key with a typical name, or the first column when it is no text', () => {
    const unique = { isUnique: true }
    const getKey = (...columns: InspectedColumn[]) =>
      suggestPlan(getFile(...columns), null, 'a.csv').keyAt
    const number = { type: 'integer', ...unique } as const
    expect(getKey(inspected('nr', number), inspected('Code', unique))).toBe(1)
    expect(getKey(inspected('nr', number), inspected('name', unique))).toBe(0)
    expect(getKey(inspected('name', unique), inspected('nr', number))).toBeNull()
    expect(getKey(inspected('id', { type: 'integer' }))).toBeNull()
    expect(getKey(inspected('id', { type: 'jsonb', ...unique }))).toBeNull()
  })

  test('leaves out columns without a name, and never has a nullable key', () => {
    const plan = suggestPlan(named('id', 'name', 'note'), null, ' plants .csv')
    const [id, name, note] = plan.columns
    const target: Plan = {
      ...plan,
      tableName: '  plants ',
      keyAt: 0,
      columns: [id, { ...name, name: '' }, note].flatMap((one) =>
        one === undefined ? [] : [one],
      ) as Plan['columns'],
    }
    expect(newTable(target, 'garden')).toEqual({
      schema: 'garden',
      name: 'plants',
      columns: [
        { name: 'id', data_type: 'text', is_nullable: false },
        { name: 'note', data_type: 'text', is_nullable: true },
      ],
      primary_key: ['id'],
      rls_enabled: true,
    })
    expect(newTable({ ...target, keyAt: 1 }, 'garden').primary_key).toEqual([])
    expect(newTable({ ...target, keyAt: null, rls: false }, 'garden')).toMatchObject({
      primary_key: [],
      rls_enabled: false,
    })
  })
})

describe('an existing table', () => {
  const target: TableDetail = {
    ...plants,
    columns: [
      column('id', { is_identity: true, is_generated: true, kind: 'number' }),
      column('Latin name'),
      column('latin_name'),
      column('price', { kind: 'number' }),
      column('price_with_tax', { is_generated: true, kind: 'number' }),
    ],
  }
  const mapped = (...names: string[]) =>
    suggestPlan(named(...names), target, 'a.csv').columns.map(({ name }) => name)

  test('maps columns by name, exactly first and then ignoring case and separators', () => {
    expect(mapped('latin_name', 'LATIN-NAME', 'Price')).toEqual([
      'latin_name',
      'Latin name',
      'price',
    ])
    expect(mapped('latinName', 'latinName')).toEqual(['Latin name', 'latin_name'])
    expect(mapped('PRICE', 'price')).toEqual(['', 'price'])
  })

  test('accepts values for an identity, and none for generated columns', () => {
    expect(mapped('id', 'price_with_tax', 'unknown')).toEqual(['id', '', ''])
    expect(writableColumns(target).map(({ name }) => name)).toEqual([
      'id',
      'Latin name',
      'latin_name',
      'price',
    ])
  })

  test('distinguishes an empty text from NULL only in columns that support both', () => {
    const words = column('words', { kind: 'other', data_type: 'tsvector' })
    const { columns, keyAt } = suggestPlan(
      named('price', 'latin_name', 'words'),
      { ...target, columns: [...target.columns, words] },
      'a.csv',
    )
    expect(columns.map(({ empty }) => empty)).toEqual(['null', 'unquoted', 'unquoted'])
    expect(keyAt).toBeNull()
  })

  test('requires NOT NULL columns without a default', () => {
    const strict = { is_nullable: false }
    const columns = [
      column('id', { ...strict, is_identity: true }),
      column('made', { ...strict, default_value: 'now()' }),
      column('total', { ...strict, is_generated: true }),
      column('price', strict),
      column('note'),
    ]
    const into = { ...target, columns }
    const needed = (...names: string[]) =>
      neededColumns(suggestPlan(named(...names), into, 'a.csv'), into)
    expect(needed('note')).toEqual(['price'])
    expect(needed('note', 'price')).toEqual([])
    expect(neededColumns(suggestPlan(named('note'), null, 'a.csv'), null)).toEqual([])
  })

  test('gets no column twice, with any names in the file', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'A', '_', ' ', '-', 'b'), minLength: 1 })
    const names = fc.uniqueArray(letters, { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(names, names, (inFile, inTable) => {
        const table = { ...plants, columns: inTable.map((name) => column(name)) }
        const plan = suggestPlan(named(...inFile), table, 'a.csv')
        const taken = plan.columns.map(({ name }) => name).filter((name) => name !== '')
        expect(new Set(taken).size).toBe(taken.length)
        expect(taken.every((name) => inTable.includes(name))).toBe(true)
        expect(getFault(plan, table)).toBe(
          taken.length === 0 ? 'Choose at least one column' : undefined,
        )
      }),
    )
  })
})

describe('an import can start', () => {
  const plan = suggestPlan(named('id', 'name'), plants, 'plants.csv')
  const without = (name: string): Plan => ({
    ...plan,
    columns: plan.columns.map((one) => (one.name === name ? { ...one, name: '' } : one)),
  })

  test('with at least one column, each target once', () => {
    expect(getFault(plan, plants)).toBeUndefined()
    expect(getFault({ ...plan, columns: [] }, plants)).toBe('Choose at least one column')
    const both = plan.columns.map((one) => ({ ...one, name: 'name' }))
    expect(getFault({ ...plan, columns: both }, plants)).toBe('Two columns are mapped to “name”')
  })

  test('with a name for the new table', () => {
    expect(getFault({ ...plan, tableName: ' ' }, null)).toBe('Enter a table name')
    expect(getFault({ ...plan, tableName: ' ' }, plants)).toBeUndefined()
    expect(getFault({ ...plan, tableName: 'x' }, null)).toBeUndefined()
  })

  test('with a key in the file when existing rows are matched', () => {
    const keyless = without('id')
    expect(getFault(keyless, plants)).toBeUndefined()
    for (const onConflict of ['skip', 'update'] as const)
      expect(getFault({ ...keyless, onConflict }, plants)).toBe(
        '“id” is part of the key: map it to a column of the file',
      )
    expect(getFault({ ...plan, onConflict: 'update' }, plants)).toBeUndefined()
  })
})

describe('the request', () => {
  const found = named('id', 'skipped', 'name')
  const plan = { ...suggestPlan(found, plants, 'plants.csv'), allOrNothing: true }

  test('lists the columns of a file by position, without omitted ones', () => {
    expect(importBody(plan, csv, found)).toEqual({
      source: {
        kind: 'delimited',
        encoding: 'utf-8',
        delimiter: ';',
        quote: '"',
        names_line: 1,
        width: 3,
      },
      columns: [
        { source: 0, name: 'id', empty: 'null' },
        { source: 2, name: 'name', empty: 'unquoted' },
      ],
      all_or_nothing: true,
      expected_rows: 12,
    })
  })

  test('has the names of objects as in the file', () => {
    const objects = { ...found, sourceNames: ['ID', 'skipped', ''] }
    const reading = { ...csv, kind: 'json', encoding: 'utf-16le' } as const
    expect(importBody(plan, reading, objects).source).toEqual({
      kind: 'json',
      encoding: 'utf-16le',
      names: ['ID', 'skipped', ''],
    })
  })
})
