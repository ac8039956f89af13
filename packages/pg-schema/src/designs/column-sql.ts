import type { ColumnDesign, ForeignKeyDesign } from '@basalt/pg-model'
import { expressionFault, quoteIdent } from '@basalt/pg-sql'

import { defaultSql } from './default-text.ts'
import { DesignError } from './design.ts'
import { type Fragment, inParentheses, columnList, piece, tableName } from './steps.ts'

/** A column's place in its design, as fields are named: `columns.2`. */
type Position = { field: string }

/**
 * A column for `create table` or `add column`. PostgreSQL has parsed `data_type` as a type before.
 */
export function columnSql(column: ColumnDesign, { field }: Position): Fragment {
  return [
    piece(quoteIdent(column.name), `${field}.name`),
    ' ',
    piece(column.data_type, `${field}.data_type`),
    ...valueSql(column, field),
    ...(column.is_nullable || column.identity !== null ? [] : [' not null']),
    ...(column.is_unique ? [' unique'] : []),
    ...(column.check === null
      ? []
      : [' check ', piece(inParentheses(column.check), `${field}.check`)]),
  ]
}

function valueSql(column: ColumnDesign, field: string): Fragment {
  if (column.identity !== null) {
    return [piece(` generated ${column.identity} as identity`, `${field}.identity`)]
  }
  if (column.generated !== null) {
    return [
      ' generated always as ',
      piece(inParentheses(column.generated), `${field}.generated`),
      ' stored',
    ]
  }
  return column.default === null
    ? []
    : [' default ', piece(bareDefault(column.default), `${field}.default`)]
}

/** An expression is in parentheses: its keywords could be taken for the column's. */
export const bareDefault = (value: NonNullable<ColumnDesign['default']>): string =>
  value.kind === 'expression' ? inParentheses(value.sql) : defaultSql(value)

export function foreignKeySql(key: ForeignKeyDesign, field: string): Fragment {
  const { schema, table, columns } = key.references
  return [
    ...(key.name === null
      ? []
      : ['constraint ', piece(quoteIdent(key.name), `${field}.name`), ' ']),
    'foreign key ',
    piece(columnList(key.columns), `${field}.columns`),
    ' references ',
    piece(`${tableName({ schema, name: table })} ${columnList(columns)}`, `${field}.references`),
    ...(key.on_update === 'no action' ? [] : [` on update ${key.on_update}`]),
    ...(key.on_delete === 'no action' ? [] : [` on delete ${key.on_delete}`]),
  ]
}

/** PostgreSQL's implied properties: a key is NOT NULL, and on one column it is unique. */
export function settledColumn<C extends ColumnDesign>(column: C, primaryKey: readonly string[]): C {
  const isInKey = primaryKey.includes(column.name)
  return {
    ...column,
    is_nullable: column.is_nullable && column.identity === null && !isInKey,
    is_unique: column.is_unique && !(isInKey && primaryKey.length === 1),
  }
}

type Checked = {
  columns: readonly ColumnDesign[]
  primary_key: readonly string[]
  foreign_keys: readonly ForeignKeyDesign[]
}

/** @throws DesignError for mistakes that PostgreSQL would misread or report without a position. */
export function checkDesign(design: Checked): void {
  const faults: Record<string, string> = {}
  const names = new Set<string>()
  for (const [index, column] of design.columns.entries()) {
    const field = `columns.${index}`
    Object.assign(faults, columnFaults(column, field))
    if (names.has(column.name)) faults[`${field}.name`] = 'Another column has this name'
    names.add(column.name)
  }
  const missing = design.primary_key.find((name) => !names.has(name))
  if (missing !== undefined) faults['primary_key'] = `There is no column ${missing}`
  for (const [index, key] of design.foreign_keys.entries()) {
    const field = `foreign_keys.${index}`
    const unknown = key.columns.find((name) => !names.has(name))
    if (unknown !== undefined) faults[`${field}.columns`] = `There is no column ${unknown}`
    if (key.columns.length !== key.references.columns.length) {
      faults[`${field}.references`] = 'Choose as many columns as the referenced key has'
    }
  }
  if (Object.keys(faults).length > 0) throw new DesignError(faults)
}

function columnFaults(column: ColumnDesign, field: string): Record<string, string> {
  const faults: Record<string, string> = {}
  const inspect = (part: string, text: string | null) => {
    const fault = text === null ? undefined : expressionFault(text)
    if (fault !== undefined) faults[`${field}.${part}`] = fault
  }
  inspect('check', column.check)
  inspect('generated', column.generated)
  inspect('default', column.default?.kind === 'expression' ? column.default.sql : null)
  const sources = [column.default, column.identity, column.generated].filter((one) => one !== null)
  if (sources.length > 1) {
    faults[`${field}.default`] =
      'A column can have a default, an identity or a generated expression, but only one of them'
  }
  return faults
}
