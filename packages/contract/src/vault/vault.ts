import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const byRef = z.object({ ref: z.string() })
const byId = z.object({ ref: z.string(), id: z.uuid() })

export const secretLimit = 1000

const vaultSecret = z.object({
  id: z.uuid(),
  name: z.nullable(z.string()),
  description: z.string(),
  key_id: z.nullable(z.uuid()),
  created_at: z.string(),
  updated_at: z.string(),
  /** `missing_key`: no key of the project opens it. `changed`: its row was changed in SQL. */
  state: z.enum(['readable', 'missing_key', 'changed']),
})

const vaultKey = z.object({
  id: z.uuid(),
  is_current: z.boolean(),
  origin: z.enum(['created', 'imported']),
  created_at: z.string(),
  /** Secrets that it encrypts. */
  secrets: z.int(),
})

const vaultState = z.object({
  /** `own`: the extension that comes with Basalt. `original`: that of the engine. */
  kind: z.enum(['absent', 'own', 'original']),
  /** At most `secretLimit`, sorted by name. */
  secrets: z.array(vaultSecret),
  /** The current one first. Those of an original are not known. */
  keys: z.array(vaultKey),
  /** Secrets that a rotation has not encrypted with the current key yet. */
  unrotated: z.int(),
})

export type VaultState = z.infer<typeof vaultState>

const name = z.string().check(
  z.trim(),
  z.minLength(1, 'Enter a name'),
  z.maxLength(200, 'A name has at most 200 characters'),
  z.refine((text) => !/[{}]/u.test(text), 'A name cannot have { or }'),
)
const description = z.string().check(z.maxLength(1000, 'Use at most 1,000 characters'))
const text = z
  .string()
  .check(z.minLength(1, 'Enter the secret'), z.maxLength(65_536, 'Use at most 65,536 characters'))

/** An object of the database, a webhook, a job or a wrapper that names the secret. */
const secretUse = z.object({ kind: z.string(), name: z.string() })

const exportedKeys = z.object({
  format: z.literal('basalt-vault-keys'),
  keys: z
    .array(z.object({ id: z.uuid(), key: z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/u)) }))
    .check(z.minLength(1), z.maxLength(100)),
})

/** As for the extensions of the database. */
const read = { action: 'tenant:Sql:Admin:Read', resource: 'extensions' }
const write = { action: 'tenant:Sql:Admin:Write', resource: 'extensions' }
/** The text of secrets, and the keys that open them. */
const reveal = { action: 'secrets:Read', resource: 'vault' }
const opensData = 'unless-restricted' as const

export const vault = {
  /** The names of secrets; their texts never. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/vault',
    params: byRef,
    response: vaultState,
    permission: read,
    opensData,
  }),
  create: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/vault/secrets',
    params: byRef,
    body: z.object({ name, description: z._default(description, ''), secret: text }),
    hasForm: true,
    response: z.object({ id: z.uuid() }),
    permission: write,
    opensData,
  }),
  /** A secret that is left out keeps its text. */
  update: defineRoute({
    method: 'PATCH',
    path: '/platform/projects/{ref}/vault/secrets/{id}',
    params: byId,
    body: z.object({ name, description, secret: z.optional(text) }),
    hasForm: true,
    response: z.object({ ok: z.literal(true) }),
    permission: write,
    opensData,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/platform/projects/{ref}/vault/secrets/{id}',
    params: byId,
    response: z.object({ ok: z.literal(true) }),
    permission: write,
    opensData,
  }),
  /**
   * Functions, views, triggers, webhooks, cron jobs and wrappers that name the secret: they fail
   * when it is deleted or renamed.
   */
  uses: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/vault/secrets/{id}/uses',
    params: byId,
    response: z.array(secretUse),
    permission: read,
    opensData,
  }),
  reveal: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/vault/secrets/{id}/reveal',
    params: byId,
    body: z.object({}),
    response: z.object({ secret: z.string() }),
    permission: reveal,
    opensData,
  }),
  /** A new key encrypts from now on; a job encrypts all secrets with it. */
  rotate: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/vault/rotate',
    params: byRef,
    body: z.object({}),
    response: z.object({ ok: z.literal(true) }),
    permission: reveal,
    opensData,
  }),
  /** The statement that gives a session of psql the keys. */
  access: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/vault/access',
    params: byRef,
    body: z.object({}),
    response: z.object({ statement: z.string() }),
    permission: reveal,
    opensData,
  }),
  exportKeys: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/vault/keys/export',
    params: byRef,
    body: z.object({}),
    response: exportedKeys,
    permission: reveal,
    opensData,
  }),
  /** Keys of another project: its secrets open after a restore here. */
  importKeys: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/vault/keys/import',
    params: byRef,
    body: exportedKeys,
    /** `opened`: secrets that did not open before. */
    response: z.object({ opened: z.int() }),
    permission: reveal,
    opensData,
  }),
}
