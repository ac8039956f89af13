import type { Column, TableDetail } from '@basalt/contract/database/tables'

/** A text column with the given differences. */
export const column = (name: string, more: Partial<Column> = {}): Column => ({
  name,
  data_type: 'text',
  kind: 'text',
  is_nullable: true,
  is_identity: false,
  is_generated: false,
  is_primary_key: false,
  default_value: null,
  enum_values: [],
  comment: null,
  references: null,
  ...more,
})

export const plants: TableDetail = {
  id: 42,
  schema: 'public',
  name: 'plants',
  kind: 'table',
  rls_enabled: false,
  row_estimate: 3,
  comment: null,
  key: ['id'],
  columns: [
    column('id', { data_type: 'bigint', kind: 'number', is_nullable: false, is_primary_key: true }),
    column('name'),
    column('price', { data_type: 'numeric', kind: 'number' }),
  ],
}

export const plantRows: (string | null)[][] = [
  ['1', 'moss', '1.00'],
  ['2', 'fern', null],
  ['3', 'reed', '2.50'],
]
