import type { ChangedColumn, TableDesign } from '@basalt/pg-model'
import { describe, expect, test } from 'vitest'

import { describeChange } from './describe-design.ts'

const column: ChangedColumn = {
  name: 'b',
  was: 'b',
  using: null,
  data_type: 'integer',
  is_nullable: true,
  default: null,
  identity: null,
  generated: null,
  is_unique: false,
  check: null,
  comment: null,
}

const design: TableDesign = {
  schema: 'public',
  name: 'plants',
  comment: null,
  rls_enabled: false,
  is_realtime: false,
  primary_key: [],
  foreign_keys: [],
  columns: [],
}

const words = (old: Partial<ChangedColumn>, now: Partial<ChangedColumn>) =>
  describeChange(design, {
    after: { ...design, columns: [{ ...column, ...now }] },
    back: { columns: [{ ...column, ...old, was: now.name ?? 'b' }] },
  })

describe('the description of a column', () => {
  test('has its new name', () => {
    const now = { name: 'bee', data_type: 'text', check: "bee <> ''" }
    expect(words({}, now)).toBe('b renamed to bee (type, check)')
    expect(words({}, { name: 'bee' })).toBe('b renamed to bee')
    expect(words({}, { data_type: 'text' })).toBe('b changed (type)')
  })

  test('ignores its name in an expression', () => {
    expect(words({ check: 'b > 0' }, { name: 'bee', check: 'bee > 0' })).toBe('b renamed to bee')
    expect(words({ check: 'b > 0' }, { name: 'bee' })).toBe('b renamed to bee (check)')
    expect(words({ check: 'b > 0' }, { check: 'b > 1' })).toBe('b changed (check)')
  })
})

describe('the description of a foreign key', () => {
  const link = (schema: string) => ({
    name: 'plants_b_fkey',
    columns: ['b'],
    references: { schema, table: 'beds', columns: ['id'] },
    on_update: 'no action' as const,
    on_delete: 'no action' as const,
    is_valid: true,
  })
  const linked = (schema: string) => ({ ...design, foreign_keys: [link(schema)] })

  test('has the schema of the table when that differs', () => {
    const back = { columns: [] }
    expect(describeChange(design, { after: linked('public'), back })).toBe(
      'foreign key of b to beds added',
    )
    expect(describeChange(design, { after: linked('garden'), back })).toBe(
      'foreign key of b to garden.beds added',
    )
    expect(describeChange(linked('garden'), { after: linked('public'), back })).toBe(
      'foreign key of b to beds added, foreign key of b to garden.beds removed',
    )
  })
})
