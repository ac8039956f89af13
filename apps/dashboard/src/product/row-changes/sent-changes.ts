import type { RowOperation } from '@basalt/pg-model'

import { own } from '../../lib/forms/own.ts'
import { getName, type StagedRow, type StagedRows } from './staged-rows.ts'

/** Shown when a row with a pending save is to be changed again. */
export const unansweredText = 'The save status of this row is unknown. Check again first'

/** A sent save, until its status is known. */
export type SentChange = {
  id: string
  operations: RowOperation[]
  /** Names of the rows, by operation. */
  names: string[]
}

/** Adds the rows of a pending save; an existing row gets its cells. */
export function joined(rows: StagedRows, added: StagedRows): StagedRows {
  const byName = new Map(rows.map((row) => [getName(row), row]))
  for (const row of added) {
    const known = byName.get(getName(row))
    const isBoth = known?.op === 'update' && row.op === 'update'
    byName.set(getName(row), isBoth ? { ...known, cells: { ...known.cells, ...row.cells } } : row)
  }
  return [...byName.values()]
}

/** Removes the saved part: further edits of a row stay. */
export function withoutSent(rows: StagedRows, { operations, names }: SentChange): StagedRows {
  const sent = new Map(names.map((name, at) => [name, operations[at]]))
  return rows.flatMap((row): StagedRow[] => {
    const operation = sent.get(getName(row))
    if (operation === undefined) return [row]
    if (row.op !== 'update' || operation.op !== 'update') return []
    const written = new Set([...Object.keys(operation.values), ...(operation.defaults ?? [])])
    const cells = Object.entries(row.cells).filter(([column]) => !written.has(column))
    return cells.length === 0 ? [] : [{ ...row, cells: Object.fromEntries(cells) }]
  })
}

/**
 * Whether a step does not affect pending saves: a second value for the same cell could not be
 * distinguished from the first.
 */
export function leavesSent(
  { from, to }: { from: StagedRows; to: StagedRows },
  sent: readonly SentChange[],
): boolean {
  if (sent.length === 0) return true
  const before = new Map(from.map((row) => [getName(row), row]))
  const after = new Map(to.map((row) => [getName(row), row]))
  return sent.every(({ operations, names }) =>
    names.every((name, at) => {
      const [old, next] = [before.get(name), after.get(name)]
      const operation = operations[at]
      if (old === next) return true
      if (old?.op !== 'update' || next?.op !== 'update' || operation?.op !== 'update') return false
      return [...Object.keys(operation.values), ...(operation.defaults ?? [])].every(
        (column) => own(old.cells, column) === own(next.cells, column),
      )
    }),
  )
}

/** Names of rows, and of the columns of them, whose save is not answered. */
export function sentCells(sent: readonly SentChange[]): ReadonlyMap<string, ReadonlySet<string>> {
  const cells = new Map<string, Set<string>>()
  for (const { operations, names } of sent) {
    for (const [at, name] of names.entries()) {
      const operation = operations[at]
      const columns = cells.get(name) ?? new Set<string>()
      cells.set(name, columns)
      if (operation?.op !== 'update') continue
      for (const column of Object.keys(operation.values)) columns.add(column)
      for (const column of operation.defaults ?? []) columns.add(column)
    }
  }
  return cells
}
