import type { HeldRun } from '@basalt/contract/database/query'

import { plural } from '../../../lib/format/format.ts'
import type { Run } from '../runs/run-model.ts'

/**
 * The effects of a held run in short; other effects than rows and tables are listed by their
 * command.
 */
export function listChanges(tables: HeldRun['tables'], statements: Run['statements']): string {
  const counts = tables.map(({ inserted, updated, deleted }) => inserted + updated + deleted)
  const rows = counts.reduce((sum, count) => sum + count, 0)
  const withRows = counts.filter((count) => count > 0).length
  const ended = tables.filter(({ change: outcome }) => outcome !== null).length
  const parts = [
    ...(rows > 0 ? [`${plural(rows, 'row')} in ${plural(withRows, 'table')}`] : []),
    ...(ended > 0 ? [`${plural(ended, 'table')} as a whole`] : []),
  ]
  const others = definitions(statements).filter(
    ([command]) => ended === 0 || !ofTables.test(command),
  )
  const named = others.map(([command, count]) => (count === 1 ? command : `${count} × ${command}`))
  if (parts.length > 0) return [...parts, ...named].join(', ')
  return named.length === 0 ? 'No rows changed' : `${named.join(', ')}, no rows changed`
}

const defining =
  /^(?:CREATE|ALTER|DROP|GRANT|REVOKE|COMMENT|SECURITY LABEL|IMPORT FOREIGN SCHEMA|REASSIGN OWNED)\b/u
/** Reported per table. */
const ofTables = /\b(?:TABLE|TABLE AS|MATERIALIZED VIEW)$/u

/** Commands other than row changes, each with its count. */
function definitions(statements: Run['statements']): (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const { command = '' } of statements)
    if (defining.test(command)) counts.set(command, (counts.get(command) ?? 0) + 1)
  return [...counts]
}
