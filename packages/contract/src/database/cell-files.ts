import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

export const databaseCellFiles = {
  /**
   * One value of any size as a file: the bytes of a `bytea`, the text of all other types. 404 when
   * the row was deleted or the cell is NULL.
   */
  read: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/tables/{id}/cell-file',
    /** `id` is the table's oid. */
    params: z.object({ ref: z.string(), id: z.coerce.number() }),
    query: z.object({
      column: z.string(),
      /** JSON array of the key's values as text. */
      key: z.string(),
    }),
    response: z.custom<Uint8Array>(),
    stream: true,
    file: { type: 'application/octet-stream', name: 'value.bin' },
    permission: { action: 'tenant:Sql:Read:Select', resource: 'rows' },
    opensData: 'unless-restricted',
  }),
  /** The clock of a session of the database, which dates and times are shown with. */
  clock: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/clock',
    params: z.object({ ref: z.string() }),
    response: z.object({
      /** For example `UTC` or `Europe/Oslo`. */
      time_zone: z.string(),
      /** The current time as `timestamptz` and as `timestamp`, to the microsecond. */
      now: z.string(),
      local_now: z.string(),
    }),
    permission: { action: 'tenant:Sql:Read:Select', resource: 'rows' },
    opensData: 'unless-restricted',
  }),
}
