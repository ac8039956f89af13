import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const byRef = z.object({ ref: z.string() })
const byId = z.object({ ref: z.string(), id: z.uuid() })

export const foreignServerLimit = 50

const line = (most: number, message: string) =>
  z.string().check(
    z.trim(),
    z.minLength(1, message),
    z.maxLength(most, `Use at most ${most} characters`),
    z.refine((text) => !/[\p{Cc}]/u.test(text), 'Use one line'),
  )

const target = z.discriminatedUnion('type', [
  /** A project of the same organization, which the caller may query. */
  z.object({ type: z.literal('project'), ref: line(40, 'Choose a project') }),
  /** `verified` also checks the certificate and its name. */
  z.object({
    type: z.literal('server'),
    host: line(253, 'Enter a host name'),
    port: z.int().check(z.minimum(1, 'Enter a port'), z.maximum(65_535, 'Enter a port')),
    tls: z.enum(['verified', 'encrypted']),
  }),
])

export type ForeignTarget = z.infer<typeof target>

const connection = {
  target,
  database: line(63, 'Enter the name of a database'),
  username: line(63, 'Enter the name of a role'),
  /** The name of a secret of the vault. */
  password_secret: line(200, 'Choose a secret of the vault'),
}

const name = z
  .string()
  .check(
    z.regex(
      /^[a-z_][a-z0-9_]{0,62}$/u,
      'A name has lower case letters, digits and _, and at most 63 characters',
    ),
  )

const foreignServer = z.object({
  id: z.uuid(),
  name: z.string(),
  ...connection,
  /** Foreign tables of the database that read from it. */
  tables: z.int(),
  /** Dropped with SQL, or lost in a restore: refreshing makes it again. */
  is_missing: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
})

const connectionSteps = ['name', 'port', 'tls', 'login', 'privilege'] as const

const tested = z.object({
  /** The step that failed; null when the connection works. */
  failed: z.nullable(z.enum(connectionSteps)),
  message: z.nullable(z.string()),
  /** Tables that the login may read. */
  tables: z.int(),
})

export type TestedConnection = z.infer<typeof tested>

const remoteTable = z.object({ schema: z.string(), name: z.string() })

const read = { action: 'tenant:Sql:Admin:Read', resource: 'extensions' }
/** A new server gets a secret of the vault, so the right to reveal secrets is needed too. */
const write = { action: 'tenant:Sql:Admin:Write', resource: 'extensions' }
const opensData = 'unless-restricted' as const

export const wrappers = {
  list: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/wrappers',
    params: byRef,
    response: z.object({
      /** Whether the engine makes servers of postgres_fdw. */
      is_supported: z.boolean(),
      servers: z.array(foreignServer),
      /** Further projects that may be a target. */
      projects: z.array(z.object({ ref: z.string(), name: z.string() })),
    }),
    permission: read,
    opensData,
  }),
  /** Names the first step that fails. Sends the password to the server. */
  test: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/wrappers/test',
    params: byRef,
    body: z.object(connection),
    isRead: true,
    response: tested,
    permission: write,
    opensData,
  }),
  create: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/wrappers',
    params: byRef,
    body: z.object({ name, ...connection }),
    hasForm: true,
    response: z.object({ id: z.uuid() }),
    permission: write,
    opensData,
  }),
  /** Reads the address and the secret again, for example after the secret was changed. */
  refresh: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/wrappers/{id}/refresh',
    params: byId,
    body: z.object({}),
    response: z.object({ ok: z.literal(true) }),
    permission: write,
    opensData,
  }),
  /** Its foreign tables and what depends on them are dropped. */
  remove: defineRoute({
    method: 'DELETE',
    path: '/platform/projects/{ref}/wrappers/{id}',
    params: byId,
    response: z.object({ ok: z.literal(true) }),
    permission: write,
    opensData,
  }),
  /** Tables that the login may read; at most 1,000. */
  tables: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/wrappers/{id}/tables',
    params: byId,
    response: z.array(remoteTable),
    permission: write,
    opensData,
  }),
  importTables: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/wrappers/{id}/import',
    params: byId,
    body: z.object({
      remote_schema: line(63, 'Choose a schema'),
      /** Created if it is missing. */
      local_schema: line(63, 'Enter a schema'),
      tables: z.array(line(63, 'Choose tables')).check(z.minLength(1), z.maxLength(1000)),
    }),
    response: z.object({ ok: z.literal(true) }),
    permission: write,
    opensData,
  }),
}
