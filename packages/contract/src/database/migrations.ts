import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { typedName } from '../typed-name.ts'

const byRef = z.object({ ref: z.string() })

const migration = z.object({
  /** 14 digits of the moment it was made; the order in which migrations are applied. */
  version: z.string(),
  name: z.nullable(z.string()),
  statements: z.array(z.string()),
  /** Statements that undo it; null where none were recorded. */
  rollback: z.nullable(z.array(z.string())),
})

export type RecordedMigration = z.infer<typeof migration>

/** The history of changes in the project's own database, as command line tools keep it too. */
export const databaseMigrations = {
  /** Newest first; empty when no migration was recorded. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/migrations',
    params: byRef,
    response: z.array(migration),
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'tables' },
    opensData: 'unless-restricted',
  }),
  /**
   * Records statements as an applied migration without running them. 409 `conflict` when the
   * version exists already.
   */
  record: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/migrations',
    params: byRef,
    body: z.object({
      version: z.string().check(z.regex(/^\d{14}$/u, 'A version has 14 digits')),
      name: typedName(200),
      sql: z.string().check(z.maxLength(1_048_576, 'A migration may have at most 1 MiB')),
    }),
    response: migration,
    permission: { action: 'tenant:Sql:Admin:Write', resource: 'tables' },
    opensData: 'unless-restricted',
  }),
}
