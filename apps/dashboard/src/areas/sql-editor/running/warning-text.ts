import type { SqlWarning } from '@basalt/contract/database/query'

import { formatBytes } from '../../../lib/format/format-bytes.ts'
import { formatCount } from '../../../lib/format/format.ts'

/** The effect of a statement that may be a mistake. */
export function describeWarning({ code, subject, size }: SqlWarning): string {
  const large = size === undefined ? '' : ` ${describeSize(size)}`
  switch (code) {
    case 'drop':
      return `Drops ${withArticle(subject)}${holdsSomething.test(subject) ? ', with everything in it' : ''}.${large}`
    case 'truncate':
      return `Empties ${subject}.${large}`
    case 'delete':
      return `Deletes rows of ${subject}.`
    case 'delete_without_where':
      return `Deletes every row of ${subject}: no WHERE clause.${large}`
    case 'update_without_where':
      return `Updates every row of ${subject}: no WHERE clause.${large}`
    case 'alter_database_blocks':
      return `Blocks all new connections to ${subject}.`
    case 'create_table_without_rls':
      return `Creates ${subject} without row level security: every role with a grant can read and write all of its rows.`
    case 'rewrites_table':
      return `Rewrites ${subject} and blocks reads and writes until it finishes.${large}`
    default:
      return subject
  }
}

const holdsSomething = /^(?:foreign table|table|materialized view|schema|database)\b/u

const withArticle = (subject: string): string =>
  /^everything\b/u.test(subject) ? subject : `the ${subject}`

/** A table that PostgreSQL has not counted yet is described without rows. */
function describeSize({ rows, bytes }: NonNullable<SqlWarning['size']>): string {
  if (rows <= 0) return `Its size is ${formatBytes(bytes)}.`
  return `It holds about ${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'} in ${formatBytes(bytes)}.`
}
