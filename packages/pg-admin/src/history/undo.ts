import type { ProjectDatabase } from '@basalt/engine'

import type { RowOperation } from '../changes/operations.ts'
import { type ChangeOutcome, saveChange } from '../changes/save.ts'
import type { ShapeCache, TableShape } from '../changes/shape.ts'
import { type Image, readByKeys } from '../changes/statements.ts'
import { RowError } from '../rows/row-target.ts'
import { type ChangedRow, findChange, type HistoryChange, listChangedRows } from './read-history.ts'
import { savedBefore } from './stored.ts'
import { planUndo, type UndoConflict } from './undo-plan.ts'

export type UndoRequest = {
  /** The change to be undone. */
  change: string
  /** The id of the undo itself, made by the caller once. */
  id: string
  by: string
  resolutions: Readonly<Record<string, 'restore' | 'skip'>>
  /** Told what will be done, before it is; a throw refuses it. */
  onPlan: (kinds: ReadonlySet<RowOperation['op']>) => void
  beforeCommit?: (() => Promise<void>) | undefined
}

export type UndoAnswer =
  | Exclude<ChangeOutcome, { outcome: 'conflict' }>
  | { outcome: 'conflict'; conflicts: UndoConflict[] }

/**
 * Puts the rows of a change back as they were, as a change of its own that can be undone too.
 * Null when the change is not kept any more.
 *
 * @throws RowError when it cannot be undone, with the reason.
 */
export async function undoChange(
  db: ProjectDatabase,
  request: UndoRequest,
  shapes: ShapeCache,
): Promise<UndoAnswer | null> {
  const before = await savedBefore(db, request.id)
  if (before !== null) return before
  const change = await findChange(db, request.change)
  if (change === null) return null
  if (change.fixed_because !== null) throw new RowError(change.fixed_because)
  const known = await readState(db, change, shapes)
  const plan = planUndo({ ...known, change, resolutions: request.resolutions })
  if (plan.conflicts.length > 0) return { outcome: 'conflict', conflicts: plan.conflicts }
  request.onPlan(new Set(plan.operations.map(({ op }) => op)))
  const { id, by, beforeCommit } = request
  const operations = plan.operations
  const undo = { id, by, operations, undoes: request.change, beforeCommit }
  const outcome = await saveChange(db, undo, shapes)
  if (outcome.outcome !== 'conflict') return outcome
  // Somebody was quicker than the plan: it is made again from what is there now.
  const rows = new Map(known.rows.map((row) => [row.place, row]))
  const conflicts = outcome.conflicts.flatMap(({ operation, current }) => {
    const row = rows.get(plan.places[operation] ?? -1)
    return row === undefined ? [] : [conflictOf(row, current)]
  })
  return { outcome: 'conflict', conflicts }
}

const conflictOf = (row: ChangedRow, current: Image | null): UndoConflict => {
  const { place, table, kind, key, before, after } = row
  return { place, table, kind, key, before, after, current }
}

const pageRows = 5000

async function readState(db: ProjectDatabase, change: HistoryChange, cache: ShapeCache) {
  const rows: ChangedRow[] = []
  for (;;) {
    const after = rows.at(-1)?.place ?? 0
    const page = await listChangedRows(db, change.id, { after, limit: pageRows })
    rows.push(...page)
    if (page.length < pageRows) break
  }
  const ids = change.tables.map(({ id }) => id)
  const found = await cache.load(db, ids, { isFresh: true })
  const shapes = new Map<number, TableShape>()
  for (const [at, table] of change.tables.entries()) {
    const shape = found.get(table.id)
    if (shape === undefined) {
      throw new RowError(`The table ${table.schema}.${table.name} does not exist any more`)
    }
    if (shape.key.join('\0') !== table.key.join('\0')) {
      throw new RowError(`The rows of ${shape.schema}.${shape.name} are named by another key now`)
    }
    shapes.set(at, shape)
  }
  return { rows, shapes, current: await readCurrent(db, rows, shapes) }
}

async function readCurrent(
  db: ProjectDatabase,
  rows: readonly ChangedRow[],
  shapes: ReadonlyMap<number, TableShape>,
): Promise<ReadonlyMap<number, Image | null>> {
  const current = new Map<number, Image | null>()
  for (const [at, shape] of shapes) {
    const own = rows.filter((row) => row.table === at)
    // A table without any key had rows inserted only.
    if (shape.key.length === 0) continue
    for (let first = 0; first < own.length; first += pageRows) {
      const part = own.slice(first, first + pageRows)
      const images = await readByKeys(
        db,
        shape,
        part.map(({ key }) => key),
      )
      for (const [index, row] of part.entries()) current.set(row.place, images[index] ?? null)
    }
  }
  return current
}
