import type { TableSummary } from '@basalt/contract'

const words: Record<TableSummary['kind'], string> = {
  table: 'table',
  partitioned_table: 'table',
  foreign_table: 'foreign table',
  view: 'view',
  materialized_view: 'materialized view',
}

export const kindWord = ({ kind }: Pick<TableSummary, 'kind'>): string => words[kind]

export const isView = ({ kind }: Pick<TableSummary, 'kind'>): boolean =>
  kind === 'view' || kind === 'materialized_view'
