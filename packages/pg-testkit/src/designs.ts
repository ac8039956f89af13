import type { ColumnDesign, TableDesign } from '@basalt/pg-model'

/** A column of plain text that may be null. */
export const columnDesign = (name: string, more: Partial<ColumnDesign> = {}): ColumnDesign => ({
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

/** A table without columns. */
export const tableDesign = (more: Partial<TableDesign> = {}): TableDesign => ({
  schema: 'public',
  name: 'made',
  comment: null,
  rls_enabled: true,
  is_realtime: false,
  primary_key: [],
  foreign_keys: [],
  columns: [],
  ...more,
})
