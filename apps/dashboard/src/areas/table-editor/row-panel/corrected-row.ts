import type { SaveOutcome } from '@basalt/contract/database/changes'
import type { TableDetail } from '@basalt/contract/database/tables'
import type { RowOperation } from '@basalt/pg-model'

import { rowColumns } from '../../../product/row-changes/row-columns.ts'
import type { Row } from '../rows/row-window.ts'

type Insert = Extract<RowOperation, { op: 'insert' }>
type Saved = Extract<SaveOutcome, { outcome: 'saved' }>

/** The row as an insert stored it; undefined where that is not known any more. */
export function insertedRow({ results }: Saved): Row | undefined {
  const [result] = results ?? []
  return result !== undefined && 'row' in result ? result.row : undefined
}

/**
 * The change that turns a row inserted by one operation into that of another; null when they are
 * equal.
 */
export function getCorrection(
  table: TableDetail,
  stored: Row,
  { sent, target }: { sent: Insert; target: Insert },
): RowOperation | null {
  const names = rowColumns(table)
  const now = (name: string) => stored[names.indexOf(name)] ?? null
  const values = Object.fromEntries(
    Object.entries(target.values).filter(([name, value]) => sent.values[name] !== value),
  )
  const defaults = Object.keys(sent.values).filter((name) => !Object.hasOwn(target.values, name))
  const changed = [...Object.keys(values), ...defaults]
  if (changed.length === 0) return null
  return {
    op: 'update',
    table: table.id,
    key: table.key.map((name) => now(name) ?? ''),
    keyed_by: table.key,
    values,
    defaults,
    previous: Object.fromEntries(changed.map((name) => [name, now(name)])),
  }
}
