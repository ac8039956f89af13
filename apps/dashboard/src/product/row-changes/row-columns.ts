import type { TableDetail } from '@basalt/contract/database/tables'

/** What the values of a row belong to: the columns, and behind them what else names it. */
export const rowColumns = ({ columns, key }: Pick<TableDetail, 'columns' | 'key'>): string[] => [
  ...new Set([...columns.map(({ name }) => name), ...key]),
]
