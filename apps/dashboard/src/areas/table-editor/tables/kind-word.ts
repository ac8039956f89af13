import type { TableSummary } from '@basalt/contract/database/tables'

const words: Record<TableSummary['kind'], string> = {
  table: 'table',
  partitioned_table: 'table',
  foreign_table: 'foreign table',
  view: 'view',
  materialized_view: 'materialized view',
}

export const kindWord = ({ kind }: Pick<TableSummary, 'kind'>): string => words[kind]

/** Why it is read-only here with any rights. */
export const protectedReason = ({
  schema,
  is_protected: isProtected,
}: Pick<TableSummary, 'schema' | 'is_protected'>): string | undefined =>
  isProtected === true
    ? `The schema ${schema} is protected: a service stores its own data in it`
    : undefined
