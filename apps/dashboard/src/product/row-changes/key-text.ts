import type { TableDetail } from '@basalt/contract/database/tables'

/**
 * A value of a key in a sentence: blanks at its ends are visible, because it may consist of them.
 */
export const keyText = (value: string): string =>
  value === ''
    ? 'empty string'
    : value.replaceAll(/^\s+|\s+$/gu, (blanks) => '␣'.repeat(blanks.length))

/** System columns that identify rows and are hidden from users. */
export const isSystemColumn = (name: string): boolean => name === 'ctid' || name === 'tableoid'

/** The visible columns of a key. */
export const plainKey = (key: readonly string[]): string[] =>
  key.filter((name) => !isSystemColumn(name))

/** The columns of a key that name its rows; all when none is visible. */
export function callingColumns(key: readonly string[]): readonly string[] {
  const known = plainKey(key)
  return known.length > 0 ? known : key
}

/** Values of a key with the names of its columns. */
export const named = (
  columns: readonly string[],
  key: readonly string[],
  childTables?: ChildTables,
): string =>
  key
    .slice(0, callingColumns(columns).length)
    .map((value, at) => `${columns[at] ?? ''} ${keyText(value)}`)
    .join(' · ') + storedIn(columns, key, childTables)

type ChildTables = TableDetail['child_tables']

/** Follows the name of a row in another table: it may have the same key. */
export function storedIn(
  columns: readonly string[],
  key: readonly string[],
  childTables: ChildTables,
): string {
  const id = Number(key[columns.indexOf('tableoid')])
  const owningTable = childTables?.find((childTable) => childTable.id === id)
  return owningTable === undefined ? '' : ` in ${owningTable.name}`
}
