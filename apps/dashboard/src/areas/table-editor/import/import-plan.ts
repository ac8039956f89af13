import type { ImportColumn, ImportSource, ImportTable } from '@basalt/contract/database/imports'
import type { Column, TableDetail } from '@basalt/contract/database/tables'

import { takesEmpty } from '../../../product/cell-editor/cell-tools.ts'
import { columnsByPosition } from './columns-by-position.ts'
import type { Inspection, Reading } from './inspect.ts'
import { plainName } from './plain-name.ts'

export type Empty = ImportColumn['empty']
export type ColumnType = ImportTable['columns'][number]['data_type']

/** The target of one column of the file. */
export type PlannedColumn = {
  /** Name of the column in the table; empty when it is left out. */
  name: string
  type: ColumnType
  isNullable: boolean
  empty: Empty
}

export type Plan = {
  columns: PlannedColumn[]
  tableName: string
  /** Place of the column that names the rows of a new table. */
  keyAt: number | null
  rls: boolean
  onConflict: 'fail' | 'skip' | 'update'
  allOrNothing: boolean
}

/** The table of the page, or null for a new one. */
export type Target = TableDetail | null

/** The default plan; everything can be changed. */
export function suggestPlan(found: Inspection, target: Target, fileName: string): Plan {
  const columns = target === null ? newColumns(found) : mappedTo(found, target)
  return {
    columns,
    tableName: getTableName(fileName),
    keyAt: target === null ? suggestedKey(found) : null,
    rls: true,
    onConflict: 'fail',
    allOrNothing: false,
  }
}

const newColumns = (found: Inspection): PlannedColumn[] =>
  found.columns.map(({ name, type, empty }) => ({
    name,
    type,
    isNullable: empty > 0 || type === 'text',
    empty: type === 'text' ? 'unquoted' : 'null',
  }))

function mappedTo(found: Inspection, target: TableDetail): PlannedColumn[] {
  const writable = writableColumns(target)
  const byPosition = found.isNamed ? null : columnsByPosition(found, writable)
  const into = byPosition ?? columnsByName(found, writable)
  return found.columns.map((_, at) => ({
    name: into[at]?.name ?? '',
    type: 'text',
    isNullable: true,
    empty: into[at] !== undefined && takesEmpty(into[at]) ? 'unquoted' : 'null',
  }))
}

function columnsByName(found: Inspection, writable: readonly Column[]): (Column | undefined)[] {
  const free = new Set(writable)
  const take = (column: Column | undefined) => {
    if (column !== undefined) free.delete(column)
    return column
  }
  // No column loses its own name to one that is only called alike.
  const exact = found.columns.map(({ name }) =>
    take([...free].find((column) => column.name === name)),
  )
  return found.columns.map(({ name }, at) => {
    const alike = (column: Column) => plainName(column.name) === plainName(name)
    return exact[at] ?? take([...free].find(alike))
  })
}

/** Identity columns accept values of an import; generated ones do not. */
export const writableColumns = ({ columns }: TableDetail) =>
  columns.filter(({ is_generated, is_identity }) => !is_generated || is_identity)

function suggestedKey({ columns }: Inspection): number | null {
  const fit = columns.filter(
    ({ isUnique, type }) => isUnique && ['integer', 'bigint', 'uuid', 'text'].includes(type),
  )
  const named = fit.find(({ name }) => /^(?:id|uuid|key|code)$/iu.test(name))
  const first = fit.find((column) => column === columns[0] && column.type !== 'text')
  const key = named ?? first
  return key === undefined ? null : columns.indexOf(key)
}

const getTableName = (fileName: string): string =>
  fileName
    .replace(/\.[^.]*$/u, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/gu, '')
    .slice(0, 63)

/** Why an import cannot start; undefined when it can. */
export function getFault(plan: Plan, target: Target): string | undefined {
  const names = plan.columns.map(({ name }) => name).filter((name) => name !== '')
  if (names.length === 0) return 'Choose at least one column'
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) return `Two columns are mapped to “${twice}”`
  if (target === null) return plan.tableName.trim() === '' ? 'Enter a table name' : undefined
  if (plan.onConflict === 'fail') return undefined
  const missing = target.key.find((name) => !names.includes(name))
  return missing === undefined
    ? undefined
    : `“${missing}” is part of the key: map it to a column of the file`
}

/** The columns without which no row fits: they take no NULL and the table has no value for them. */
export function neededColumns(plan: Plan, target: Target): string[] {
  const taken = new Set(plan.columns.map(({ name }) => name))
  return (target?.columns ?? [])
    .filter((column) => !column.is_nullable && column.default_value === null)
    .filter(({ is_identity, is_generated }) => !is_identity && !is_generated)
    .map(({ name }) => name)
    .filter((name) => !taken.has(name))
}

/** The parts of the request that starts an import. */
export function importBody(plan: Plan, reading: Reading, found: Inspection) {
  const { kind, encoding, delimiter, quote, namesLine } = reading
  const source: ImportSource =
    kind === 'json'
      ? { kind, encoding, names: found.sourceNames }
      : { kind, encoding, delimiter, quote, names_line: namesLine, width: found.columns.length }
  return {
    source,
    columns: plan.columns.flatMap(({ name, empty }, at) =>
      name === '' ? [] : [{ source: at, name, empty }],
    ),
    all_or_nothing: plan.allOrNothing,
    expected_rows: found.rows,
  }
}

export function newTable(plan: Plan, schema: string): ImportTable {
  const keyName = plan.columns[plan.keyAt ?? -1]?.name ?? ''
  return {
    schema,
    name: plan.tableName.trim(),
    columns: plan.columns.flatMap(({ name, type, isNullable }, at) =>
      name === '' ? [] : [{ name, data_type: type, is_nullable: isNullable && at !== plan.keyAt }],
    ),
    primary_key: keyName === '' ? [] : [keyName],
    rls_enabled: plan.rls,
  }
}
