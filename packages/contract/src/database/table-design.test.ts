import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'

import { databaseTableChanges } from './table-changes.ts'
import { changedDesign, foreignKeyColumns, indexDesign, tableDesign } from './table-design.ts'

const column = (name: string, more: object = {}) => ({
  name,
  data_type: 'text',
  is_nullable: true,
  default: null,
  identity: null,
  generated: null,
  is_unique: false,
  check: null,
  comment: null,
  ...more,
})

const design = (more: object = {}) => ({
  schema: 'public',
  name: 'orders',
  comment: null,
  rls_enabled: true,
  is_realtime: false,
  primary_key: ['id'],
  foreign_keys: [],
  columns: [column('id')],
  ...more,
})

/** The messages of a schema, by the field that they are shown at. */
function listFaults(schema: z.core.$ZodType, value: unknown): Record<string, string> {
  const { error } = z.core.safeParse(schema, value)
  return Object.fromEntries(
    error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [],
  )
}

const bytes = (text: string) => new TextEncoder().encode(text).length

describe('a name', () => {
  test('is accepted exactly when PostgreSQL stores it whole', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 70 }),
      fc.nat({ max: 70 }).map((length) => 'é'.repeat(length)),
      fc.nat({ max: 130 }).map((length) => 'a'.repeat(length)),
    )
    fc.assert(
      fc.property(name, (text) => {
        const isKept = text !== '' && bytes(text) <= 63 && !text.includes('\0')
        expect(Object.keys(listFaults(tableDesign, design({ name: text })))).toEqual(
          isKept ? [] : ['name'],
        )
      }),
    )
  })

  test('reports its faults at its own field', () => {
    const columns = [column('id'), column(''), column('a'.repeat(64))]
    expect(listFaults(tableDesign, design({ columns }))).toEqual({
      'columns.1.name': 'Enter a name',
      'columns.2.name': 'Use at most 63 bytes: PostgreSQL cuts longer names',
    })
  })
})

describe('a design', () => {
  test('distinguishes a value from an expression, and accepts an empty value but no empty expression', () => {
    const withDefault = (value: object | null) =>
      listFaults(tableDesign, design({ columns: [column('id', { default: value })] }))
    expect(withDefault({ kind: 'literal', value: '' })).toEqual({})
    expect(withDefault({ kind: 'expression', sql: 'now()' })).toEqual({})
    expect(withDefault({ kind: 'expression', sql: '' })).toEqual({
      'columns.0.default.sql': 'Enter an expression',
    })
    expect(withDefault({ kind: 'literal', sql: 'now()' })).not.toEqual({})
  })

  test('may have as many columns as a table of PostgreSQL', () => {
    const columns = (count: number) => Array.from({ length: count }, (_, at) => column(`c${at}`))
    expect(listFaults(tableDesign, design({ columns: columns(1600) }))).toEqual({})
    expect(listFaults(tableDesign, design({ columns: columns(1601) }))).toEqual({
      columns: 'At most 1,600 columns',
    })
  })

  test('of a change has the former name of each column; a new table has none', () => {
    const changed = design({ columns: [column('id', { was: null, using: null })] })
    expect(listFaults(changedDesign, changed)).toEqual({})
    expect(Object.keys(listFaults(changedDesign, design())).toSorted()).toEqual([
      'columns.0.using',
      'columns.0.was',
    ])
    expect(z.parse(tableDesign, changed).columns[0]).not.toHaveProperty('was')
  })
})

test('a foreign key names a table and a column on either side', () => {
  const key = (columns: string[], references: object) => ({ columns, references })
  const target = { schema: 'public', table: 'people', columns: ['id'] }
  expect(listFaults(foreignKeyColumns, key(['a'], target))).toEqual({})
  expect(listFaults(foreignKeyColumns, key([], target))).toEqual({ columns: 'Choose a column' })
  expect(
    listFaults(foreignKeyColumns, key([''], { schema: '', table: '', columns: [''] })),
  ).toEqual({
    'columns.0': 'Enter a name',
    'references.schema': 'Enter a name',
    'references.table': 'Enter a name',
    'references.columns.0': 'Enter a name',
  })
})

test('an index is a concurrent B-tree by default', () => {
  expect(z.parse(indexDesign, { columns: [{ name: 'note' }] })).toEqual({
    method: 'btree',
    is_unique: false,
    concurrently: true,
    columns: [{ name: 'note' }],
  })
  expect(listFaults(indexDesign, { columns: [] })).toEqual({ columns: 'Choose a column' })
  expect(listFaults(indexDesign, { columns: [{ name: 'a' }], method: 'sp-gist' })).toHaveProperty(
    'method',
  )
})

describe('a change', () => {
  const body = databaseTableChanges.change.body
  const preview = databaseTableChanges.preview.body

  test('is one of the known kinds, each with its fields', () => {
    const drop = { action: 'drop', table_id: 42, cascade: false, for_good: true }
    expect(listFaults(body, drop)).toEqual({})
    expect(listFaults(body, { action: 'drop', table_id: 42 })).not.toEqual({})
    expect(listFaults(body, { ...drop, table_id: '42' })).toHaveProperty('table_id')
    expect(listFaults(body, { ...drop, table_id: 4.2 })).toHaveProperty('table_id')
    expect(listFaults(body, { action: 'rename', table_id: 42 })).toHaveProperty('action')
  })

  test('validates constraints at once by default', () => {
    const alter = { action: 'alter', table_id: 42, version: 'v1' }
    const columns = [column('id', { was: 'id', using: null })]
    expect(z.parse(body, { ...alter, design: design({ columns }) })).toMatchObject({
      online: false,
    })
  })

  test('cannot create a table, which has its own routes for preview and creation', () => {
    const create = { action: 'create', design: design() }
    expect(listFaults(preview, create)).toEqual({})
    expect(listFaults(body, create)).not.toEqual({})
    expect(listFaults(databaseTableChanges.create.body, create)).toEqual({})
  })
})
