import { z } from 'zod/mini'

import { identifier } from '../database/identifiers.ts'
import { defineRoute } from '../route.ts'

const byRef = z.object({ ref: z.string() })
/** `id` is the oid of the trigger, which an edit keeps. */
const byId = z.object({ ref: z.string(), id: z.coerce.number().check(z.int()) })

/** The most waiting events, and the most dead ones, that are counted for each hook. */
export const countedEvents = 10_000

export const hookEvents = ['INSERT', 'UPDATE', 'DELETE'] as const
export const hookMethods = ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'] as const

/** Names and values of headers or parameters; a value may have `{{vault:name}}`. */
const pairs = z.record(z.string(), z.string())

const hook = z.object({
  id: z.int(),
  table_id: z.int(),
  name: z.string(),
  schema: z.string(),
  table: z.string(),
  events: z.array(z.enum(hookEvents)),
  /** `disabled`: the trigger is. `paused`: by a user. `failing`: its receiver is probed. */
  state: z.enum(['active', 'paused', 'failing', 'disabled']),
  failing_since: z.nullable(z.string()),
  probe_at: z.nullable(z.string()),
  /** At most `countedEvents` + 1, as `dead`. */
  waiting: z.int(),
  /** Events that were given up and not sent again. */
  dead: z.int(),
  url: z.string(),
  method: z.string(),
  headers: pairs,
  params: pairs,
  /** Why the headers or parameters cannot be sent; null where they can. */
  fault: z.nullable(z.string()),
  timeout_ms: z.int(),
  max_attempts: z.int(),
  is_signed: z.boolean(),
  /** The secret of the vault that signs; null for none, and for a text that is no reference. */
  secret_name: z.nullable(z.string()),
  /** The condition of the trigger and its columns, which an edit keeps. */
  condition: z.nullable(z.string()),
  /** Changes whenever the hook does. */
  version: z.string(),
})

export type Hook = z.infer<typeof hook>

/** A token of RFC 9110. */
const headerName = z
  .string()
  .check(
    z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/u, 'Use letters, digits and hyphens as a name'),
  )
const headerValue = z
  .string()
  .check(
    z.maxLength(4000, 'Use at most 4,000 characters'),
    z.regex(/^[\t\x20-\x7e]*$/u, 'Use letters, digits and punctuation of ASCII'),
  )
const text = (most: number) =>
  z.string().check(
    z.maxLength(most, `Use at most ${most} characters`),
    z.refine((value) => !value.includes('\0'), 'A null character is not possible'),
  )

const content = {
  events: z.array(z.enum(hookEvents)).check(z.minLength(1, 'Choose an event')),
  method: z.enum(hookMethods),
  url: text(2000).check(z.trim(), z.minLength(1, 'Enter a URL')),
  headers: z.record(headerName, headerValue),
  params: z.record(text(200).check(z.minLength(1, 'Enter a name')), text(4000)),
  timeout_ms: z
    .int()
    .check(z.minimum(100, 'Wait 100 ms at least'), z.maximum(30_000, 'Wait 30,000 ms at most')),
  max_attempts: z
    .int()
    .check(z.minimum(1, 'Try once at least'), z.maximum(20, 'Try 20 times at most')),
  /** `new` creates a secret in the vault; `keep` is for edits. */
  signature: z.enum(['none', 'new', 'vault', 'keep']),
  /** Of the vault, for the signature `vault`; null otherwise. */
  secret_name: z.nullable(z.string().check(z.maxLength(200))),
}

const newHook = z.object({
  schema: z.string().check(z.minLength(1, 'Choose a table')),
  table: z.string().check(z.minLength(1, 'Choose a table')),
  name: identifier,
  ...content,
})

export type NewHook = z.infer<typeof newHook>

const hookChange = z.object({ version: z.string(), ...content })

export type HookChange = z.infer<typeof hookChange>

const reads = { action: 'tenant:Sql:Admin:Read', resource: 'triggers' } as const
const writes = { action: 'tenant:Sql:Admin:Write', resource: 'triggers' } as const
const ok = z.object({ ok: z.literal(true) })
const opensData = 'unless-restricted' as const

/** Triggers that send each change of a table to a receiver. */
export const webhooks = {
  list: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/hooks',
    params: byRef,
    response: z.object({
      is_installed: z.boolean(),
      hooks: z.array(hook),
      /** Names of the vault's secrets; empty without a vault. */
      secrets: z.array(z.string()),
    }),
    permission: reads,
    opensData,
  }),
  /** 409 `conflict` when the table has a trigger of this name. */
  create: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/hooks',
    params: byRef,
    body: newHook,
    hasForm: true,
    response: z.object({ id: z.int() }),
    permission: writes,
    opensData,
  }),
  /** Name and table stay: events and deliveries refer to them. */
  update: defineRoute({
    method: 'PUT',
    path: '/platform/pg-meta/{ref}/hooks/{id}',
    params: byId,
    body: hookChange,
    hasForm: true,
    response: ok,
    permission: writes,
    opensData,
  }),
  /** Events of a paused hook wait. Resuming also ends the pause of a failing one. */
  pause: defineRoute({
    method: 'PATCH',
    path: '/platform/pg-meta/{ref}/hooks/{id}',
    params: byId,
    body: z.object({ is_paused: z.boolean() }),
    response: ok,
    permission: writes,
    opensData,
  }),
  /** Drops the trigger. Its waiting events are given up. */
  remove: defineRoute({
    method: 'DELETE',
    path: '/platform/pg-meta/{ref}/hooks/{id}',
    params: byId,
    response: ok,
    permission: writes,
    opensData,
  }),
  /** Sends an event of type `TEST` whose record has the columns of the table, without values. */
  test: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/hooks/{id}/test',
    params: byId,
    body: z.object({}),
    response: z.object({ event_id: z.string() }),
    permission: writes,
    opensData,
  }),
}
