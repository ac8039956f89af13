import { hookEvents, type HookChange, type NewHook } from '@basalt/contract/webhooks/webhooks'
import type { TriggerDesign } from '@basalt/pg-model'
import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

import { writeReference } from '../../vault/references.ts'

/** The trigger of a new hook. */
export const toDesign = (hook: NewHook): TriggerDesign => ({
  schema: hook.schema,
  table: hook.table,
  name: hook.name,
  comment: null,
  timing: 'after',
  columns: [],
  level: 'row',
  when: null,
  function: 'supabase_functions.http_request',
  old_table: null,
  new_table: null,
  is_constraint: false,
  deferrable: 'no',
  referenced: null,
  enabled: 'origin',
  ...contentOf(hook),
})

/** Keeps what the form does not show, such as the condition. */
export function changeDesign(design: TriggerDesign, hook: HookChange): TriggerDesign {
  const columns = hook.events.includes('UPDATE') ? design.columns : []
  return { ...design, ...contentOf(hook), columns }
}

const lower = { INSERT: 'insert', UPDATE: 'update', DELETE: 'delete' } as const

const contentOf = (
  hook: Pick<NewHook, 'events' | 'url' | 'method' | 'headers' | 'params' | 'timeout_ms'>,
): Pick<TriggerDesign, 'events' | 'arguments'> => ({
  events: hookEvents.filter((event) => hook.events.includes(event)).map((event) => lower[event]),
  arguments: [
    hook.url,
    hook.method,
    JSON.stringify(hook.headers),
    JSON.stringify(hook.params),
    String(hook.timeout_ms),
  ],
})

type Settings = {
  maxAttempts: number
  /** The name of a secret; null for none, undefined for the present one. */
  secretName: string | null | undefined
}

type Place = Pick<TriggerDesign, 'schema' | 'table' | 'name'>

const keyOf = ({ schema, table, name }: Place) =>
  `${quoteLiteral(`${quoteIdent(schema)}.${quoteIdent(table)}`)}::regclass, ${quoteLiteral(name)}`

/** Written with literals: migrations replay it. */
export function settingsStatement(place: Place, { maxAttempts, secretName }: Settings): string {
  const key = keyOf(place)
  const start = 'insert into supabase_functions.hook_settings (table_id, hook, max_attempts'
  const end = 'on conflict (table_id, hook) do update set max_attempts = excluded.max_attempts'
  if (secretName === undefined) return `${start})\nvalues (${key}, ${maxAttempts})\n${end}`
  const secret = secretName === null ? 'null' : quoteLiteral(writeReference(secretName))
  return `${start}, signing_secret)\nvalues (${key}, ${maxAttempts}, ${secret})\n${end}, signing_secret = excluded.signing_secret`
}

export const removalStatement = (place: Place): string =>
  `delete from supabase_functions.hook_settings where (table_id, hook) = (${keyOf(place)})`
