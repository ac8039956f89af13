import type { DataType } from '@basalt/contract/database/table-changes'
import { ApiError } from '@basalt/contract/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { typeItems, writtenType } from '../../../product/names/type-items.ts'
import { designErrors, errorsAt } from './field-errors.ts'
import { likelyColumns } from './key-targets.ts'
import { newColumn } from './table-draft.ts'

const refused = (fields?: Record<string, string>) =>
  new ApiError('invalid_request', 'No', fields === undefined ? {} : { fields })

describe('an error', () => {
  test('of the design and of the body name the same fields', () => {
    expect(
      designErrors(
        refused({ 'design.name': 'Enter a name', 'columns.1.default.sql': 'No such function' }),
      ),
    ).toEqual({ name: 'Enter a name', 'columns.1.default': 'No such function' })
    expect(designErrors(refused({ 'design.columns.0.default.value': 'No number' }))).toEqual({
      'columns.0.default': 'No number',
    })
  })

  test('without fields, or of another kind, names none', () => {
    expect(designErrors(refused())).toEqual({})
    expect(designErrors(new Error('Failed'))).toEqual({})
    expect(designErrors(null)).toEqual({})
  })

  test('of one column is not that of another, for any number of columns', () => {
    const at = fc.nat({ max: 1600 })
    fc.assert(
      fc.property(at, at, (one, other) => {
        const errors = { [`columns.${one}.name`]: 'Taken' }
        expect(errorsAt(errors, `columns.${other}.`)).toEqual(
          one === other ? { name: 'Taken' } : {},
        )
      }),
    )
  })

  test('of a part is shown at the whole', () => {
    expect(
      errorsAt({ 'foreign_keys.0.references.columns': 'Choose a column' }, 'foreign_keys.0.'),
    ).toEqual({ references: 'Choose a column' })
  })
})

const type = (name: string, more: Partial<DataType> = {}): DataType => ({
  name,
  schema: 'pg_catalog',
  kind: 'built-in',
  description: null,
  values: [],
  base: null,
  extension: null,
  alternative: null,
  ...more,
})

describe('types', () => {
  const items = typeItems([
    type('text', { description: 'Text of any length' }),
    type('json', { description: 'JSON as written', alternative: 'jsonb' }),
    type('point'),
    type('mood', { kind: 'enum', schema: 'public', values: ['a', 'b', 'c', 'd', 'e'] }),
    type('sku', { kind: 'domain', schema: 'public', base: 'text' }),
    type('vector', { kind: 'extension', schema: 'public', extension: 'pgvector' }),
  ])
  const item = (id: string) => items.find((one) => one.id === id)

  test('are grouped: common ones are those with a description', () => {
    expect(items.slice(0, 6).map(({ group }) => group)).toEqual([
      'Common',
      'Common',
      'Other types',
      'Enums',
      'Domains',
      'Extension types',
    ])
  })

  test('show the better choice first, and their values', () => {
    expect(item('json')?.detail).toBe('jsonb is recommended')
    expect(item('text')?.detail).toBe('Text of any length')
    expect(item('mood')?.detail).toBe('a, b, c, d, …')
    expect(item('sku')?.detail).toBe('text')
    expect(item('point')?.detail).toBeUndefined()
  })

  test('are found by their purpose, by their values and by their extension', () => {
    expect(item('text')?.keywords).toContain('Text of any length')
    expect(item('mood')?.keywords).toContain('e')
    expect(item('vector')?.keywords).toContain('pgvector')
  })

  test('are found by PostgreSQL’s aliases', () => {
    const [bigint, varchar] = typeItems([type('bigint'), type('character varying')])
    expect(bigint?.keywords).toContain('int8')
    expect(varchar?.keywords).toContain('varchar')
  })

  test('are listed once each, and once more as an array', () => {
    expect(items).toHaveLength(12)
    expect(new Set(items.map(({ id }) => id)).size).toBe(12)
    expect(item('mood[]')).toMatchObject({ label: 'mood[]', group: 'Arrays' })
  })

  test('that are written out are accepted as written', () => {
    expect(writtenType(' numeric(12,2) ')).toMatchObject({
      id: 'numeric(12,2)',
      label: 'numeric(12,2)',
    })
  })
})

describe('the probable column of a key', () => {
  const columns = (...names: string[]) => names.map((name) => newColumn({ name }))

  test('is named after the referenced row', () => {
    expect(likelyColumns(columns('id', 'account_id'), 'accounts', ['id'])).toEqual(['account_id'])
    expect(likelyColumns(columns('accounts_id'), 'accounts', ['id'])).toEqual(['accounts_id'])
    expect(likelyColumns(columns('account'), 'accounts', ['id'])).toEqual(['account'])
  })

  test('is undefined without a matching name, and never the own key', () => {
    expect(likelyColumns(columns('id', 'note'), 'accounts', ['id'])).toEqual([''])
  })

  test('has the same name in a key over several columns', () => {
    expect(likelyColumns(columns('tenant', 'order_id'), 'orders', ['tenant', 'id'])).toEqual([
      'tenant',
      'order_id',
    ])
  })

  test('is an existing column or undefined, for each part of the key', () => {
    const name: fc.Arbitrary<string> = fc.constantFrom(
      'id',
      'a',
      'as',
      'a_id',
      'as_id',
      'b',
      'b_b',
      '',
    )
    fc.assert(
      fc.property(fc.array(name), name, fc.array(name), (own, table, key) => {
        const likely = likelyColumns(columns(...own), table, key)
        expect(likely).toHaveLength(key.length)
        expect(likely.filter((one) => one !== '' && !own.includes(one))).toEqual([])
      }),
    )
  })
})
