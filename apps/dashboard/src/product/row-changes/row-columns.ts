import type { TableDetail } from '@basalt/contract/database/tables'

/** The columns of a row's values, followed by hidden key columns. */
export const rowColumns = ({ columns, key }: Pick<TableDetail, 'columns' | 'key'>): string[] => [
  ...new Set([...columns.map(({ name }) => name), ...key]),
]
