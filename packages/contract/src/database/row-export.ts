import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { rowView, rowViewText } from './row-view.ts'

/** `id` is the table's oid. */
const byTable = z.object({ ref: z.string(), id: z.coerce.number() })
const byExport = z.object({ ref: z.string(), export: z.string() })

/** `jsonl`: an object a line. `sql`: statements that insert the rows. */
export const rowFormats = ['csv', 'tsv', 'sql', 'jsonl', 'json'] as const

export type RowFormat = (typeof rowFormats)[number]

const format = z.enum(rowFormats)

const select = { action: 'tenant:Sql:Read:Select', resource: 'rows' } as const

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
  /** The rows of a view at once, for programs. `columns` are separated by commas. */
  download: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/tables/{id}/rows/export',
    params: byTable,
    query: z.object({
      format: z._default(format, 'csv'),
      view: z.optional(rowViewText),
      columns: z.optional(z.string()),
    }),
    response: z.string(),
    stream: true,
    file: { type: 'text/csv; charset=utf-8', name: 'rows.csv' },
    permission: select,
    opensData: 'unless-restricted',
  }),
  /** Says what is to be exported; the browser then fetches `file` itself. */
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
    }),
    response: state,
    permission: select,
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
  /** Ends it in the database; the browser is told that its file is not whole. */
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
