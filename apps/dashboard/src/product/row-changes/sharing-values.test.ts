import { expect, test } from 'vitest'

import { sharingValues } from './sharing-values.ts'

const column = (name: string, kind: 'text' | 'array') => ({
  name,
  data_type: kind === 'array' ? 'text[]' : 'text',
  kind,
  is_nullable: true,
  is_identity: false,
  is_generated: false,
  is_primary_key: false,
  default_value: null,
  enum_values: [],
  comment: null,
  references: null,
})

test('truncated values do not identify a row, NULL and empty texts do', () => {
  const table = { key: ['ctid'], columns: [column('a', 'text'), column('b', 'array')] }
  expect(sharingValues(table, [null, '{}', '(0,1)'])).toEqual({ a: null, b: '{}' })
  expect(sharingValues(table, ['', `{${'x,'.repeat(48)}x}`])).toHaveProperty('b')
  expect(sharingValues(table, ['', `{${'x,'.repeat(49)}x}`])).toEqual({ a: '' })
  expect(sharingValues(table, ['x'.repeat(10_239), null])).toHaveProperty('a')
  expect(sharingValues(table, ['x'.repeat(10_240), null])).toEqual({ b: null })
})
