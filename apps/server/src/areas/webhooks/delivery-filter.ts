import { ApiError } from '@basalt/contract/errors'

import type { Hook } from './hook-store.ts'

export type DeliveryFilter = {
  hook?: number | undefined
  table?: number | undefined
  status?: 'delivered' | 'dead' | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Parameters 1 to 7 of a statement with `matches`. */
export const matches = /* SQL */ `
  ($1::boolean or d.table_id = $2::oid
    or (d.table_id, d.hook) in (select * from rows from (
      pg_catalog.unnest($3::oid[]), pg_catalog.unnest($4::text[])) s))
  and ($5::text is null or d.status = $5)
  and ($6::timestamptz is null or d.finished_at >= $6)
  and ($7::timestamptz is null or d.finished_at < $7)`

/**
 * The parameters of `matches`. The events of a hook come from its table, or from partitions of it.
 *
 * @throws ApiError `not_found` for a hook that does not exist.
 */
export function filterParameters(hooks: readonly Hook[], filter: DeliveryFilter): unknown[] {
  const { hook: id, table, status, from, to } = filter
  const isEvery = id === undefined && table === undefined
  const chosen = hooks.filter((one) => (id === undefined ? one.table_id === table : one.id === id))
  if (id !== undefined && chosen.length === 0) {
    throw new ApiError('not_found', 'This webhook does not exist')
  }
  const sources = chosen.flatMap((one) => one.sources)
  return [
    isEvery,
    // Also the events of hooks that were removed.
    id === undefined ? (table ?? null) : null,
    sources.map((one) => one.table_id),
    sources.map(({ hook }) => hook),
    status ?? null,
    from ?? null,
    to ?? null,
  ]
}

/** The hook of each place that events come from. */
export const hooksBySource = (hooks: readonly Hook[]): Map<string, Hook> =>
  new Map(hooks.flatMap((hook) => hook.sources.map((source) => [keyOf(source), hook] as const)))

export const keyOf = ({ table_id: table, hook }: { table_id: number; hook: string }): string =>
  `${table} ${hook}`
