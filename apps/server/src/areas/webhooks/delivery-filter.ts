import { ApiError } from '@basalt/contract/errors'

import type { Hook } from './hook-store.ts'

export type DeliveryFilter = {
  hook?: number | undefined
  table?: number | undefined
  status?: 'delivered' | 'dead' | undefined
  from?: string | undefined
  to?: string | undefined
  webhooks?: 'present' | 'deleted' | undefined
}

/** Whether the hook of a delivery exists. */
const hasHook = /* SQL */ `exists (
  select from pg_catalog.pg_trigger t where t.oid = d.hook_id and t.tgrelid = d.table_id
    and t.tgfoid = pg_catalog.to_regprocedure('supabase_functions.http_request()'))`

/** Parameters 1 to 6 of a statement with `matches`. */
export const matches = /* SQL */ `
  ($1::oid is null or d.hook_id = $1) and ($2::oid is null or d.table_id = $2)
  and ($3::text is null or d.status = $3)
  and ($4::timestamptz is null or d.finished_at >= $4)
  and ($5::timestamptz is null or d.finished_at < $5)
  and ($6::text is null or ($6 = 'present') = ${hasHook})`

/**
 * The parameters of `matches`.
 *
 * @throws ApiError `not_found` for a hook that does not exist.
 */
export function filterParameters(hooks: readonly Hook[], filter: DeliveryFilter): unknown[] {
  const { hook: id, table, status, from, to, webhooks } = filter
  const hook = hooks.find((one) => one.id === id)
  if (id !== undefined && hook === undefined) {
    throw new ApiError('not_found', 'This webhook does not exist')
  }
  return [
    id ?? null,
    table ?? hook?.table_id ?? null,
    status ?? null,
    from ?? null,
    to ?? null,
    webhooks ?? null,
  ]
}
