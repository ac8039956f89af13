import type { RowFormat } from '@basalt/pg-model'
import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { rowView } from './row-view.ts'

/** `id` is the table's oid. */
const byTable = z.object({ ref: z.string(), id: z.coerce.number() })
const byExport = z.object({ ref: z.string(), export: z.string() })

/** `jsonl`: an object a line. `sql`: statements that insert the rows. */
export const rowFormats = [
  'csv',
  'tsv',
  'sql',
  'jsonl',
  'json',
] as const satisfies readonly RowFormat[]

const format = z.enum(rowFormats)

const select = { action: 'tenant:Sql:Read:Select', resource: 'rows' } as const

const place = z.array(z.nullable(z.string())).check(z.minLength(1))

/** Both ends are included; each has the values of `orderColumns`, as a cursor does. */
const range = z.object({ first: place, last: place })

const state = z.object({
  id: z.string(),
  /** `waiting` to be fetched · `sending` · `done`, `failed` or `cancelled`. */
  status: z.enum(['waiting', 'sending', 'done', 'failed', 'cancelled']),
  rows: z.number(),
  error: z.nullable(z.string()),
})

export type RowExportState = z.infer<typeof state>

/** Rows of a table as a file: of any number, exactly as they are, all of the same moment. */
export const databaseRowExports = {
  /**
   * Downloads all rows of a table, by a link or a program. It stays available while the services of
   * the organization are restricted, so that users can always take their data.
   */
  download: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/tables/{id}/rows/export',
    params: byTable,
    query: z.object({ format: z._default(format, 'csv') }),
    response: z.string(),
    stream: true,
    file: { type: 'text/csv; charset=utf-8', name: 'rows.csv' },
    permission: select,
    opensData: 'always',
  }),
  /** Declares the export; the browser then fetches `file` itself. */
  prepare: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/tables/{id}/rows/export',
    params: byTable,
    body: z.object({
      format,
      view: z.optional(rowView),
      columns: z.optional(z.array(z.string())),
      /** Only these rows, by the values of their key. */
      keys: z.optional(
        z
          .array(z.array(z.string()))
          .check(z.maxLength(10_000, 'At most 10,000 rows by their keys')),
      ),
      /** For CSV and TSV: prefixes texts that a spreadsheet would evaluate with an apostrophe. */
      harmless: z.optional(z.boolean()),
      /** Only rows between a first and a last one of the view, any number of them. */
      ranges: z.optional(
        z.array(range).check(z.minLength(1), z.maxLength(10_000, 'At most 10,000 ranges')),
      ),
    }),
    response: state,
    permission: select,
    takesLong: true,
    opensData: 'unless-restricted',
    isRead: true,
  }),
  /** The file, once. A link fetches it: it needs no header. */
  file: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/row-exports/{export}/file',
    params: byExport,
    response: z.string(),
    stream: true,
    file: { type: 'text/csv; charset=utf-8', name: 'rows.csv' },
    permission: select,
    opensData: 'unless-restricted',
  }),
  read: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/row-exports/{export}',
    params: byExport,
    response: state,
    permission: select,
    opensData: 'unless-restricted',
  }),
  /** Cancels the statement in the database; the browser sees an incomplete download. */
  cancel: defineRoute({
    method: 'DELETE',
    path: '/platform/pg-meta/{ref}/row-exports/{export}',
    params: byExport,
    response: state,
    permission: select,
    opensData: 'unless-restricted',
    isRead: true,
  }),
}
