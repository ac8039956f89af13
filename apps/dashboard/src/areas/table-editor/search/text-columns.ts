import type { Column } from '@basalt/contract/database/tables'

/** The default columns of a search: texts, else all. */
export function textColumns(columns: readonly Pick<Column, 'name' | 'kind'>[]): string[] {
  const found = columns.filter(({ kind }) => kind === 'text')
  return (found.length > 0 ? found : columns).map(({ name }) => name)
}
