import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const candidate = z.object({
  /** The value of the requested column, in PostgreSQL's text format. */
  value: z.string(),
  /** The same of all columns of the key, where it has several. */
  key: z.optional(z.array(z.string())),
  /** The beginning of the row's first text. */
  label: z.nullable(z.string()),
})

export type ReferenceCandidate = z.infer<typeof candidate>

export const databaseReferences = {
  /**
   * Rows of a referenced table that a foreign key may point at, in the order of the referenced
   * columns. `search` finds values of `column` that start with it and texts that contain it, exact
   * matches first; it fails after 5 seconds with `sql_error`.
   */
  candidates: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/tables/{id}/candidates',
    /** `id` is the oid of the referenced table. */
    params: z.object({ ref: z.string(), id: z.coerce.number() }),
    query: z.object({
      /** The referenced column. */
      column: z.string(),
      /** JSON array of all columns of the key, where it has several. */
      columns: z.optional(z.string()),
      /** JSON array of values for the first of these columns: rows that hold them, and no others. */
      within: z.optional(z.string()),
      search: z.optional(z.string().check(z.maxLength(1000))),
      /** The `next` of the page before. */
      after: z.optional(z.string()),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
    }),
    response: z.object({
      /** The column that the labels are of; null when the table has no text. */
      label_column: z.nullable(z.string()),
      candidates: z.array(candidate),
      /** The value of `after` for the next page; null on the last one. */
      next: z.nullable(z.string()),
    }),
    permission: { action: 'tenant:Sql:Read:Select', resource: 'rows' },
    takesLong: true,
    opensData: 'unless-restricted',
  }),
}
