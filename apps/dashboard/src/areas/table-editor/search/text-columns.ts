import type { Column } from '@basalt/contract/database/tables'

/** Where a text is looked for unless somebody chooses: in texts, else everywhere. */
export function textColumns(columns: readonly Pick<Column, 'name' | 'kind'>[]): string[] {
  const found = columns.filter(({ kind }) => kind === 'text')
  return (found.length > 0 ? found : columns).map(({ name }) => name)
}
