import type { TableSummary } from '@basalt/contract'

export const isView = ({ kind }: Pick<TableSummary, 'kind'>): boolean =>
  kind === 'view' || kind === 'materialized_view'
