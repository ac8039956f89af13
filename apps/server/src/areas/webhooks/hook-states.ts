import { createHash } from 'node:crypto'

import { countedEvents, type Hook as HookState } from '@basalt/contract/webhooks/webhooks'
import type { Queryable } from '@basalt/engine'

import { readReference } from '../../vault/references.ts'
import { readObject } from './deliver-event.ts'
import { isFromSource, sourceRows } from './event-sources.ts'
import { type Hook, listHooks } from './hook-store.ts'

type Definition = { id: number; definition: string; condition: string | null }

const definitions = /* SQL */ `
  select t.oid as id, pg_catalog.pg_get_triggerdef(t.oid) || t.tgenabled::text as definition,
    nullif(pg_catalog.concat_ws(' ',
      'of ' || nullif(pg_catalog.array_to_string(array(
        select a.attname from pg_catalog.unnest(t.tgattr::int2[]) k (number)
        join pg_catalog.pg_attribute a on a.attrelid = t.tgrelid and a.attnum = k.number), ', '), ''),
      'when ' || substring(pg_catalog.pg_get_triggerdef(t.oid, true)
        from 'FOR EACH (?:ROW|STATEMENT) WHEN (\\(.*\\)) EXECUTE FUNCTION ')), '') as condition
  from pg_catalog.pg_trigger t where t.oid = any ($1::oid[])`

const counts = /* SQL */ `
  select s.id::int8::float8 as id,
    least(pg_catalog.sum(w.count), ${countedEvents + 1})::int as waiting,
    (select pg_catalog.count(*) from (
      select from supabase_functions.deliveries d
      where d.hook_id = s.id and d.table_id = s.hook_table and d.status = 'dead'
        and d.resent_at is null
      limit ${countedEvents + 1}) x)::int as dead
  from ${sourceRows('$1', ', id oid, hook_table oid')},
  lateral (select pg_catalog.count(*) from (
    select from supabase_functions.outbox o where ${isFromSource}
    limit ${countedEvents + 1}) x) w
  group by s.id, s.hook_table`

/** Hooks as the list shows them, without secrets. */
export async function listHookStates(db: Queryable): Promise<HookState[]> {
  const hooks = await listHooks(db)
  const defined = await readDefinitions(
    db,
    hooks.map(({ id }) => id),
  )
  const sources = hooks.flatMap(({ id, table_id: table, sources: all }) =>
    all.map((one) => ({ id, hook_table: table, ...one })),
  )
  const rows = await db.query<{ id: number; waiting: number; dead: number }>(counts, [
    JSON.stringify(sources),
  ])
  const counted = new Map(rows.map((row) => [row.id, row]))
  return hooks.map((hook) => {
    const { waiting = 0, dead = 0 } = counted.get(hook.id) ?? {}
    return { ...present(hook, defined.get(hook.id)), waiting, dead }
  })
}

/** The hook, or undefined for a trigger that does not exist or calls another function. */
export async function findHook(
  db: Queryable,
  id: number,
): Promise<(Hook & { version: string }) | undefined> {
  const hook = (await listHooks(db)).find((one) => one.id === id)
  if (hook === undefined) return undefined
  const defined = await readDefinitions(db, [id])
  return { ...hook, version: versionOf(hook, defined.get(id)) }
}

async function readDefinitions(db: Queryable, ids: number[]): Promise<Map<number, Definition>> {
  const rows = await db.query<Definition>(definitions, [ids])
  return new Map(rows.map((row) => [row.id, row]))
}

const versionOf = (hook: Hook, defined: Definition | undefined): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        defined?.definition,
        hook.maxAttempts,
        hook.signingSecret !== null,
        readReference(hook.signingSecret),
      ]),
    )
    .digest('hex')

function present(hook: Hook, defined: Definition | undefined): Omit<HookState, 'waiting' | 'dead'> {
  const { id, table_id, name, schema, table, events, url, method } = hook
  return {
    id,
    table_id,
    name,
    schema,
    table,
    events,
    url,
    method,
    state: stateOf(hook),
    failing_since: hook.failingSince?.toISOString() ?? null,
    probe_at: hook.probeAt?.toISOString() ?? null,
    ...readPairs(hook),
    timeout_ms: hook.timeoutMs,
    max_attempts: hook.maxAttempts,
    is_signed: hook.signingSecret !== null,
    secret_name: readReference(hook.signingSecret),
    condition: defined?.condition ?? null,
    version: versionOf(hook, defined),
  }
}

function stateOf(hook: Hook): HookState['state'] {
  if (!hook.is_enabled) return 'disabled'
  if (hook.isPaused) return 'paused'
  return hook.failingSince === null ? 'active' : 'failing'
}

function readPairs({ headers, params }: Hook): Pick<HookState, 'headers' | 'params' | 'fault'> {
  try {
    return { headers: readObject(headers), params: readObject(params), fault: null }
  } catch {
    const fault = 'Its headers or parameters are not an object of JSON, so no event can be sent'
    return { headers: {}, params: {}, fault }
  }
}
