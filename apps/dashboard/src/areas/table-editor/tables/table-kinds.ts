import type { TableSummary } from '@basalt/contract/database/tables'
import { Eye, Globe, Layers, Rows3, Table2 } from 'lucide-react'

export const tableKindLabels = {
  table: { icon: Table2, word: 'Table' },
  partitioned_table: { icon: Layers, word: 'Partitioned table' },
  view: { icon: Eye, word: 'View' },
  materialized_view: { icon: Rows3, word: 'Materialized view' },
  foreign_table: { icon: Globe, word: 'Foreign table' },
} as const satisfies Record<TableSummary['kind'], unknown>

/** Who could read the table; undefined when it is protected. */
export function opening(table: TableSummary): { badge: string; reason: string } | undefined {
  if (table.is_protected === true || table.is_partition === true) return undefined
  if (table.kind === 'view' && table.is_security_invoker === false) {
    return {
      badge: 'definer',
      reason: 'This view runs with the permissions of its owner and bypasses row level security',
    }
  }
  const canHave = table.kind === 'table' || table.kind === 'partitioned_table'
  if (!canHave || table.rls_enabled) return undefined
  return {
    badge: 'no RLS',
    reason: 'Row level security is off: every role with a grant sees all rows',
  }
}
