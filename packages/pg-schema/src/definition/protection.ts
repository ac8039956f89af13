import type { TableRow } from '@basalt/pg-catalog'
import { quoteIdent } from '@basalt/pg-sql'

type Protection = { statements: string[]; effect: string }

/** SQL that protects an open table or view; null when it is protected. */
export function getProtection(
  table: Pick<TableRow, 'schema' | 'name' | 'kind' | 'rls_enabled' | 'is_security_invoker'>,
): Protection | null {
  const name = `${quoteIdent(table.schema)}.${quoteIdent(table.name)}`
  if (table.kind === 'view' && !table.is_security_invoker) {
    return {
      statements: [`alter view ${name} set (security_invoker = on)`],
      effect:
        'The view will run with the permissions of the querying role, so row level security of its tables applies. Now it runs with the permissions of its owner, who may see all rows.',
    }
  }
  if ((table.kind === 'table' || table.kind === 'partitioned_table') && !table.rls_enabled) {
    return {
      statements: [`alter table ${name} enable row level security`],
      effect:
        'Without policies, only the owner can read or write its rows. Add policies to allow other roles.',
    }
  }
  return null
}
