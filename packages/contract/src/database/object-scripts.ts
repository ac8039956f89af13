import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const byRef = z.object({ ref: z.string() })
/** `id` is the oid of the object. */
const byId = z.object({ ref: z.string(), id: z.coerce.number() })

const script = z.object({
  sql: z.string().check(z.minLength(1, 'Enter a statement'), z.maxLength(1_000_000)),
  /** The object that the text was made from. */
  of: z.optional(
    z.object({
      id: z.int(),
      /** Of its design: 409 `conflict` when it is another by now. */
      version: z.string(),
    }),
  ),
})

const effect = z.object({
  action: z.enum(['create', 'change', 'drop']),
  /** The object as SQL names it: `function "public"."total"(integer)`. */
  subject: z.string(),
})

export type ScriptEffect = z.infer<typeof effect>

/** Kinds of objects that can be edited as SQL. */
export type ScriptKindName = 'functions' | 'triggers' | 'policies'

/** The routes of a kind of objects whose definitions are edited as SQL. */
function scriptRoutes<const Kind extends ScriptKindName>(kind: Kind) {
  const path = `/platform/pg-meta/{ref}/objects/${kind}` as const
  const opensData = 'unless-restricted'
  const reading = { action: 'tenant:Sql:Admin:Read', resource: kind } as const
  return {
    /** Statements that put the object in the place of the present one. */
    read: defineRoute({
      method: 'GET',
      path: `${path}/{id}/sql`,
      params: byId,
      response: z.object({
        id: z.int(),
        subject: z.string(),
        version: z.string(),
        sql: z.string(),
        /** Why it cannot be changed; null when it can. */
        locked: z.nullable(z.string()),
      }),
      permission: reading,
      opensData,
    }),
    /** Checks a text while it is edited, or before it runs. Changes nothing. */
    check: defineRoute({
      method: 'POST',
      path: `${path}/sql/check`,
      params: byRef,
      body: z.extend(script, {
        /**
         * Runs the statements and takes them back: their errors are those of `run`. For a text that
         * is about to run, because they may wait for locks.
         */
        tries: z._default(z.boolean(), false),
      }),
      response: z.object({
        /** Why it would be refused, at an offset in the text. */
        fault: z.nullable(z.object({ message: z.string(), position: z.int() })),
        /** Its effects; null where it was not tried because its statements lock tables. */
        effects: z.nullable(z.array(effect)),
        /** Effects that the author may not expect. */
        warnings: z.array(z.string()),
      }),
      permission: reading,
      takesLong: true,
      opensData,
      isRead: true,
    }),
    /**
     * Runs statements that create, change or drop objects of the kind, in one transaction that waits
     * 5 s for its locks at most. The `position` of an error of PostgreSQL counts UTF-16 units of the
     * text from 1. 409 `conflict` when somebody changed an object since it was read, or names the
     * holders of a lock.
     */
    run: defineRoute({
      method: 'POST',
      path: `${path}/sql`,
      params: byRef,
      body: script,
      hasForm: true,
      response: z.object({
        /** The object of the text as it is now, or the first new one; null when it was dropped. */
        id: z.nullable(z.int()),
        effects: z.array(effect),
        /** Whether statements that undo it were recorded with the migration. */
        has_reverse: z.boolean(),
      }),
      permission: { action: 'tenant:Sql:Admin:Write', resource: kind },
      takesLong: true,
      opensData,
    }),
  }
}

export const databaseFunctionScripts = scriptRoutes('functions')
export const databaseTriggerScripts = scriptRoutes('triggers')
export const databasePolicyScripts = scriptRoutes('policies')
