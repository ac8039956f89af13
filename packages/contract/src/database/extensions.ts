import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { changeStatement } from './change-statements.ts'
import { relatedObject } from './related-objects.ts'

const byRef = z.object({ ref: z.string() })
const byName = z.object({ ref: z.string(), name: z.string() })

/** An extension that the engine has, or that is installed. */
const engineExtension = z.object({
  name: z.string(),
  comment: z.nullable(z.string()),
  /** Null when it is installed, but its files are missing. */
  default_version: z.nullable(z.string()),
  installed_version: z.nullable(z.string()),
  /** Of its objects; null when it is not installed. */
  schema: z.nullable(z.string()),
  /** The one schema that it can be created in; null when it can be chosen. */
  fixed_schema: z.nullable(z.string()),
  /** Extensions that are enabled with it. */
  requires: z.array(z.string()),
  /** Only a superuser may create it, and the owner of the database is none. */
  needs_superuser: z.boolean(),
  /** Whether PostgreSQL lets the caller move it to another schema. */
  can_move: z.boolean(),
  /** Why an installed one cannot be changed here; null when it can. */
  locked: z.nullable(z.string()),
})

export type EngineExtension = z.infer<typeof engineExtension>

const extensionDetails = z.object({
  /** Versions that it can be created in, or updated to when it is installed; newest last. */
  versions: z.array(z.string()),
  /** Objects that would be dropped with it. */
  dependents: z.array(relatedObject),
})

const schema = z.string().check(z.minLength(1, 'Choose a schema'), z.maxLength(63))
const name = z.string().check(z.minLength(1), z.maxLength(63))
const version = z.string().check(z.minLength(1, 'Choose a version'), z.maxLength(100))

const change = z.discriminatedUnion('action', [
  /** The schema is created if it is missing; null where the extension has a schema of its own. */
  z.object({
    action: z.literal('enable'),
    name,
    schema: z.nullable(schema),
    /** The default version without it. */
    version: z.nullable(version),
  }),
  z.object({ action: z.literal('update'), name, version }),
  z.object({ action: z.literal('move'), name, schema }),
  z.object({ action: z.literal('drop'), name, cascade: z.boolean() }),
])

export type ExtensionChange = z.infer<typeof change>

const read = { action: 'tenant:Sql:Admin:Read', resource: 'extensions' }

export const databaseExtensions = {
  /** Extensions of the engine; the catalogue has those that it lacks. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/extensions',
    params: byRef,
    response: z.object({
      /** The major version of PostgreSQL. */
      major: z.int(),
      extensions: z.array(engineExtension),
    }),
    permission: read,
    opensData: 'unless-restricted',
  }),
  read: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/extensions/{name}',
    params: byName,
    response: extensionDetails,
    permission: read,
    opensData: 'unless-restricted',
  }),
  /** The SQL of a change. Changes nothing. */
  preview: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/extensions/preview',
    params: byRef,
    body: change,
    response: z.object({ statements: z.array(changeStatement) }),
    permission: read,
    opensData: 'unless-restricted',
    isRead: true,
  }),
  /**
   * Runs in one transaction that waits 5 s for its locks at most. 409 `conflict` names the objects
   * that would be dropped with an extension, or why PostgreSQL refuses the change.
   */
  apply: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/extensions',
    params: byRef,
    body: change,
    hasForm: true,
    response: z.object({ statements: z.array(z.string()) }),
    permission: { action: 'tenant:Sql:Admin:Write', resource: 'extensions' },
    takesLong: true,
    opensData: 'unless-restricted',
  }),
}
