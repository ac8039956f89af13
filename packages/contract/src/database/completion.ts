import type { NameCatalog } from '@basalt/pg-model'
import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const comment = z.nullable(z.string())
/** A yes or no in one character. */
const bit = z.union([z.literal(0), z.literal(1)])

const nameCatalog = z.object({
  /** Name, and 1 when the schema is in the search path. */
  schemas: z.array(z.tuple([z.string(), bit])),
  /** Schema, name, `relkind`, comment, and columns: name, type, 1 when never null, comment. */
  relations: z.array(
    z.tuple([
      z.string(),
      z.string(),
      z.string(),
      comment,
      z.array(z.tuple([z.string(), z.string(), bit, comment])),
    ]),
  ),
  /** Schema, name, parameters, result (null of a procedure), `prokind`, comment. */
  functions: z.array(
    z.tuple([z.string(), z.string(), z.string(), z.nullable(z.string()), z.string(), comment]),
  ),
  /** Schema, name, and labels of an enum; null for domains and composite types. */
  types: z.array(z.tuple([z.string(), z.string(), z.nullable(z.array(z.string()))])),
  /** Languages that functions may be written in. */
  languages: z.array(z.string()),
  /** Schema, table and columns that refer, then those that they refer to. */
  foreign_keys: z.array(
    z.tuple([
      z.string(),
      z.string(),
      z.array(z.string()),
      z.string(),
      z.string(),
      z.array(z.string()),
    ]),
  ),
}) satisfies z.ZodMiniType<NameCatalog>

export const databaseCompletion = {
  /**
   * Names that the caller's role may use in a query, with system schemas and without partitions.
   * `version` is a hash of them: a caller that sends it as `known` gets no catalog again.
   */
  read: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/completion',
    params: z.object({ ref: z.string() }),
    query: z.object({ known: z.optional(z.string().check(z.maxLength(64))) }),
    response: z.object({ version: z.string(), catalog: z.nullable(nameCatalog) }),
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'tables' },
    opensData: 'unless-restricted',
  }),
}
