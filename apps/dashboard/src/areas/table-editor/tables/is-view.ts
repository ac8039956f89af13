import type { TableSummary } from '@basalt/contract/database/tables'

export const isView = ({ kind }: Pick<TableSummary, 'kind'>): boolean =>
  kind === 'view' || kind === 'materialized_view'
