import type { SqlWarning } from '@basalt/contract'

import { formatBytes } from '../../../lib/format/format-bytes.ts'
import { formatCount } from '../../../lib/format/format.ts'

/** What a statement would do, for somebody who may not have meant it. */
export function describeWarning({ code, subject, size }: SqlWarning): string {
  const large = size === undefined ? '' : ` ${describeSize(size)}`
  switch (code) {
    case 'drop':
      return `Drops ${withArticle(subject)}${holdsSomething.test(subject) ? ', with all that is in it' : ''}.${large}`
    case 'truncate':
      return `Empties ${subject}.${large}`
    case 'delete':
      return `Deletes rows of ${subject}.`
    case 'delete_without_where':
      return `Deletes every row of ${subject}: there is no WHERE.${large}`
    case 'update_without_where':
      return `Changes every row of ${subject}: there is no WHERE.${large}`
    case 'alter_database_blocks':
      return `Lets nobody connect to ${subject} any more.`
    case 'create_table_without_rls':
      return `Creates ${subject} without row level security: every role with a grant reads and writes all of its rows.`
    case 'rewrites_table':
      return `Rewrites ${subject}; nobody can read or write it meanwhile.${large}`
    default:
      return subject
  }
}

const holdsSomething = /^(?:foreign table|table|materialized view|schema|database)\b/u

const withArticle = (subject: string): string =>
  /^everything\b/u.test(subject) ? subject : `the ${subject}`

/** A table that PostgreSQL has not counted yet is told without rows. */
function describeSize({ rows, bytes }: NonNullable<SqlWarning['size']>): string {
  if (rows <= 0) return `It takes ${formatBytes(bytes)}.`
  return `It holds about ${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'} in ${formatBytes(bytes)}.`
}
