import type { OwnExtension } from './own-extension.ts'
import { figures, reading, removal, sending } from './pgmq-messages.ts'
import { adoption, creation, names, types } from './pgmq-tables.ts'

/**
 * Message queues in tables, with the SQL interface of pgmq 1.11.
 *
 * Source of names, arguments and results: the documentation of pgmq. Unlike there, partitions have a
 * number of messages and no time, need no further extension, and the archive has none.
 */
export const pgmq: OwnExtension = {
  name: 'pgmq',
  version: '1.11.0',
  comment: 'message queues with visibility timeouts, in SQL',
  schema: 'pgmq',
  requires: [],
  dumped: ['pgmq.meta', 'pgmq.partitioning'],
  sql: [types, names, creation, sending, reading, removal, figures, adoption].join('\n'),
}
