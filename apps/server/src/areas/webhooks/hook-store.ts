import type { Queryable } from '@basalt/engine'

import { type EventSource, sourcesOf } from './event-sources.ts'

/** A trigger that calls `supabase_functions.http_request`, with its settings. */
export type Hook = {
  /** The oid of the trigger. */
  id: number
  /** Of the table that the hook was created on, also for events of its partitions. */
  table_id: number
  name: string
  schema: string
  table: string
  events: ('INSERT' | 'UPDATE' | 'DELETE')[]
  /** Whether the trigger fires. */
  is_enabled: boolean
  url: string
  method: string
  /** JSON objects as texts; they may have references to secrets. */
  headers: string
  params: string
  timeoutMs: number
  keyColumns: string[]
  sources: EventSource[]
  maxAttempts: number
  signingSecret: string | null
  /** Of a member who may reveal secrets; see `openHookReferences`. */
  vaultMark: string | null
  isPaused: boolean
  failures: number
  failingSince: Date | null
  probeAt: Date | null
}

type TriggerRow = {
  id: number
  parent_id: number
  table_id: number
  name: string
  schema: string
  table: string
  type: number
  is_enabled: boolean
  arguments: Buffer
  key_columns: string[]
  max_attempts: number | null
  signing_secret: string | null
  vault_mark: string | null
  is_paused: boolean | null
  failures: number | null
  failing_since: Date | null
  probe_at: Date | null
}

const triggers = /* SQL */ `
  select t.oid as id, t.tgparentid as parent_id, t.tgrelid as table_id, t.tgname::text as name,
    n.nspname::text as schema, c.relname::text as table, t.tgtype as type,
    t.tgenabled <> 'D' as is_enabled, t.tgargs as arguments,
    array(
      select a.attname::text from pg_catalog.pg_index i
      join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = c.oid and i.indisprimary order by a.attnum
    ) as key_columns,
    s.max_attempts, s.signing_secret, s.vault_mark, s.is_paused, s.failures, s.failing_since, s.probe_at
  from pg_catalog.pg_trigger t
  join pg_catalog.pg_class c on c.oid = t.tgrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  left join supabase_functions.hook_settings s on s.table_id = t.tgrelid and s.hook = t.tgname
  where t.tgfoid = pg_catalog.to_regprocedure('supabase_functions.http_request()')
  order by n.nspname, c.relname, t.tgname`

/** Every hook of a database in which the extension exists. */
export async function listHooks(db: Queryable): Promise<Hook[]> {
  const rows = await db.query<TriggerRow>(triggers)
  const hooks = new Map<number, Hook>()
  for (const row of rows) if (row.parent_id === 0) hooks.set(row.id, toHook(row))
  const parents = new Map(rows.map((row) => [row.id, row.parent_id]))
  for (const row of rows) {
    let { id } = row
    for (let parent = row.parent_id; parent !== 0; parent = parents.get(id) ?? 0) id = parent
    const source = { table_id: row.table_id, trigger_id: row.id, hook: row.name }
    hooks.get(id)?.sources.push(...sourcesOf(source))
  }
  return [...hooks.values()]
}

const bits = { INSERT: 4, DELETE: 8, UPDATE: 16 } as const

function toHook(row: TriggerRow): Hook {
  // PostgreSQL ends each argument with a zero byte.
  const [url = '', method = 'POST', headers = '{}', params = '{}', timeout = '5000'] = row.arguments
    .toString('utf8')
    .split('\0')
  const events = (['INSERT', 'UPDATE', 'DELETE'] as const).filter(
    (event) => (row.type & bits[event]) !== 0,
  )
  return {
    id: row.id,
    table_id: row.table_id,
    name: row.name,
    schema: row.schema,
    table: row.table,
    events,
    is_enabled: row.is_enabled,
    url,
    method: method.toUpperCase(),
    headers,
    params,
    timeoutMs: Math.min(Math.max(Number(timeout) || 5000, 100), 30_000),
    keyColumns: row.key_columns,
    sources: [],
    maxAttempts: row.max_attempts ?? 10,
    signingSecret: row.signing_secret,
    vaultMark: row.vault_mark,
    isPaused: row.is_paused ?? false,
    failures: row.failures ?? 0,
    failingSince: row.failing_since,
    probeAt: row.probe_at,
  }
}
