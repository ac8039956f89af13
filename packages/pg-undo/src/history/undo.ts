import type { ProjectDatabase } from '@basalt/engine'
import { isAddressedByCtid } from '@basalt/pg-catalog'
import type { RowOperation, HistoryRow, UndoConflict } from '@basalt/pg-model'
import {
  unnamedRows,
  type SaveLimits,
  type ChangeOutcome,
  saveChange,
  type ShapeCache,
  type TableShape,
  type Image,
  readByKeys,
  RowError,
  findChange,
  type HistoryChange,
  lastOfLine,
  listChangedRows,
  savedBefore,
  type StoredOutcome,
  readTransactions,
} from '@basalt/pg-rows'

import type { TrashEntry } from '../trash/storage.ts'
import { type ImportUndoAnswer, undoImport, type WithOutcome } from './undo-import.ts'
import { droppedBy, noRight, redoMade, type TableRight } from './undo-new-table.ts'
import { lostRow, planUndo, type UndoPlan } from './undo-plan.ts'

export type UndoRequest = {
  /** The change to be undone. */
  change: string
  /** The id of the undo itself, made by the caller once. */
  id: string
  by: string
  resolutions: Readonly<Record<string, 'restore' | 'skip'>>
  /** Imported rows that were changed or deleted since stay unchanged. */
  leavesChanged?: boolean | undefined
  /** Called with the planned operations; a throw refuses them. */
  onPlan: (kinds: ReadonlySet<RowOperation['op']>) => void
  /** Without it no table is dropped or restored. */
  tables?: TableRight | undefined
  /** Like that of a change. */
  report?: string | undefined
  limits?: SaveLimits | undefined
}

export type UndoAnswer =
  | (WithOutcome<Exclude<ChangeOutcome, { outcome: 'conflict' }>> & {
      /** Columns that were restored in remaining rows. */
      written?: string[]
      /** By operation: the key of the row before; null for a new one. */
      keys?: (string[] | null)[]
    })
  | {
      outcome: 'conflict'
      conflicts: UndoConflict[]
      /** Rows of an import that were changed or deleted since; they are not named. */
      changed?: number
      /** The table that the import created is dropped too. */
      removes_table?: boolean
    }

/**
 * Restores the rows of a change, as a new change that can be undone too: undoing that redoes the
 * first change, and undoing the first one then undoes its redo. Null when the change is no longer
 * stored.
 *
 * @throws RowError when it cannot be undone, with the reason.
 */
export async function undoChange(
  db: ProjectDatabase,
  request: UndoRequest,
  shapes: ShapeCache,
): Promise<UndoAnswer | null> {
  const before = await savedBefore(db, request.id)
  if (before !== null) return repeated(db, request.id, before)
  const known = await findChange(db, request.change)
  if (known === null) return null
  const last = await lastOfLine(db, known.id)
  const change = last === null || last === known.id ? known : await findChange(db, last)
  if (change === null) return null
  if (change.fixed_because !== null) throw new RowError(change.fixed_because)
  const entry = change.kind === 'undo' ? await droppedBy(db, change.id) : null
  if (entry !== null) return restored(db, request, entry)
  const transactions = await readTransactions(db, change.id)
  const state = await readState(db, change, { cache: shapes, isImport: transactions !== null })
  const plan = planUndo({ ...state, change, resolutions: request.resolutions })
  const shape = state.shapes.get(0)
  if (transactions !== null && shape !== undefined) {
    const { leavesChanged = false, tables = noRight, ...rest } = request
    const undo = { ...rest, tables, change, transactions, shape, plan, leavesChanged }
    const answer = await undoImport(db, undo, shapes)
    return answer.outcome === 'conflict' ? disputed(answer, { plan, rows: state.rows }) : answer
  }
  if (plan.conflicts.length > 0) return { outcome: 'conflict', conflicts: plan.conflicts }
  request.onPlan(new Set(plan.operations.map(({ op }) => op)))
  const { id, by, report, limits } = request
  const operations = plan.operations
  const undo = { id, by, operations, undoes: change, report, limits }
  const outcome = await saveChange(db, undo, shapes)
  if (outcome.outcome === 'saved') return { ...outcome, ...writtenBy(operations) }
  if (outcome.outcome === 'refused') return outcome
  const conflicts = laterConflicts(outcome.conflicts, { plan, rows: state.rows })
  for (const { table } of conflicts) {
    const moved = state.shapes.get(table)
    if (moved !== undefined && isAddressedByCtid(moved)) throw new RowError(lostRow(moved))
  }
  return { outcome: 'conflict', conflicts }
}

function writtenBy(operations: readonly RowOperation[]) {
  const columns = operations.flatMap((one) => (one.op === 'update' ? Object.keys(one.values) : []))
  const keys = operations.map((one) => (one.op === 'insert' ? null : [...one.key]))
  return { written: [...new Set(columns)], keys }
}

async function restored(
  db: ProjectDatabase,
  request: UndoRequest,
  entry: TrashEntry,
): Promise<UndoAnswer> {
  request.onPlan(new Set(['insert']))
  const tableOutcome = await redoMade(db, entry, { ...request, tables: request.tables ?? noRight })
  return {
    outcome: 'saved',
    results: null,
    history_id: request.id,
    cascaded: 0,
    made_table: tableOutcome,
  }
}

/** When the first call dropped a table, the answer reports it again. */
async function repeated(db: ProjectDatabase, id: string, before: StoredOutcome) {
  const entry = await droppedBy(db, id)
  if (entry === null) return before
  const { relation, schema, name } = entry
  return {
    ...before,
    made_table: { id: relation, schema, name, trash_id: id, stays_because: null },
  }
}

type Planned = { plan: UndoPlan; rows: readonly HistoryRow[] }

function disputed(
  answer: Extract<ImportUndoAnswer, { outcome: 'conflict' }>,
  planned: Planned,
): UndoAnswer {
  const conflicts = [...answer.conflicts, ...laterConflicts(answer.operations, planned)]
  const tableOutcome = answer.removes_table === true ? { removes_table: true } : {}
  return { outcome: 'conflict', conflicts, changed: answer.changed, ...tableOutcome }
}

/** Another user changed rows after the plan was made: their current values are reported. */
function laterConflicts(
  found: readonly { operation: number; current: Image | null }[],
  { plan, rows }: Planned,
): UndoConflict[] {
  const byPosition = new Map(rows.map((row) => [row.place, row]))
  return found.flatMap(({ operation, current }) => {
    const row = byPosition.get(plan.places[operation] ?? -1)
    return row === undefined ? [] : [getConflict(row, current)]
  })
}

const getConflict = (row: HistoryRow, current: Image | null): UndoConflict => {
  const { place: position, table, kind, key, before, after } = row
  return { place: position, table, kind, key, before, after, current }
}

const pageRows = 5000

type Reading = {
  cache: ShapeCache
  /** The inserted rows are identified by their transactions, not by their keys. */
  isImport: boolean
}

async function readState(db: ProjectDatabase, change: HistoryChange, { cache, isImport }: Reading) {
  const rows: HistoryRow[] = []
  for (let last = 0; ;) {
    const page = await listChangedRows(db, change.id, { after: last, limit: pageRows })
    last = page.at(-1)?.place ?? last
    rows.push(...page.filter(({ kind }) => !isImport || kind !== 'insert'))
    if (page.length < pageRows) break
  }
  const ids = change.tables.map(({ id }) => id)
  const found = await cache.load(db, ids, { isFresh: true })
  const shapes = new Map<number, TableShape>()
  for (const [at, table] of change.tables.entries()) {
    const shape = found.get(table.id)
    if (shape === undefined) {
      throw new RowError(`The table ${table.schema}.${table.name} no longer exists`)
    }
    if (rows.length > 0 && shape.key.join('\0') !== table.key.join('\0')) {
      throw new RowError(`The key of ${shape.schema}.${shape.name} has changed`)
    }
    shapes.set(at, shape)
  }
  return { rows, shapes, current: await readCurrent(db, { rows, shapes }) }
}

type Written = {
  rows: readonly HistoryRow[]
  shapes: ReadonlyMap<number, TableShape>
}

async function readCurrent(
  db: ProjectDatabase,
  { rows, shapes }: Written,
): Promise<ReadonlyMap<number, Image | null>> {
  const current = new Map<number, Image | null>()
  for (const [at, shape] of shapes) {
    // The place of a row that was deleted may be another row's by now.
    const own = rows.filter(
      (row) => row.table === at && (row.after !== null || !isAddressedByCtid(shape)),
    )
    if (shape.key.length === 0 && own.length > 0) throw new RowError(unnamedRows(shape))
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
