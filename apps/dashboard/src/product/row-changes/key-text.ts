import type { TableDetail } from '@basalt/contract/database/tables'

/** A value of a key in a sentence: blanks at its ends are shown, for it may hold nothing else. */
export const keyText = (value: string): string =>
  value === ''
    ? 'empty string'
    : value.replaceAll(/^\s+|\s+$/gu, (blanks) => '␣'.repeat(blanks.length))

/** What PostgreSQL names rows by where columns do not, and nobody knows or writes. */
export const isSystemColumn = (name: string): boolean => name === 'ctid' || name === 'tableoid'

/** The first columns of a key, which people know. */
export const plainKey = (key: readonly string[]): string[] =>
  key.filter((name) => !isSystemColumn(name))

/** The first columns of a key, by which its rows are called; all where people know none. */
export function callingColumns(key: readonly string[]): readonly string[] {
  const known = plainKey(key)
  return known.length > 0 ? known : key
}

/** Values of a key with the names of its columns. */
export const named = (
  columns: readonly string[],
  key: readonly string[],
  childTables?: Heirs,
): string =>
  key
    .slice(0, callingColumns(columns).length)
    .map((value, at) => `${columns[at] ?? ''} ${keyText(value)}`)
    .join(' · ') + storedIn(columns, key, childTables)

type Heirs = TableDetail['heirs']

/** Said behind the name of a row that another table keeps: it may have the same key. */
export function storedIn(
  columns: readonly string[],
  key: readonly string[],
  childTables: Heirs,
): string {
  const id = Number(key[columns.indexOf('tableoid')])
  const owningTable = childTables?.find((childTable) => childTable.id === id)
  return owningTable === undefined ? '' : ` in ${owningTable.name}`
}
