import { EngineError, type ProjectDatabase, type Queryable } from '@basalt/engine'
import { isAddressedByCtid, rowColumns, ownSchema } from '@basalt/pg-catalog'
import type { RowOperation, UndoConflict } from '@basalt/pg-model'
import {
  ChangeRun,
  ignoredBy,
  isSqlRefusal,
  type Refusal,
  type SaveLimits,
  SaveSize,
  type ChangeOutcome,
  saveChange,
  ownRows,
  type ShapeCache,
  type TableShape,
  RowError,
  type HistoryChange,
  maxRecordedKeys,
  writeRecord,
  ensureHistory,
  readHistoryLimits,
  savedBefore,
  listFiles,
  whyStrange,
  type WritingTransactions,
} from '@basalt/pg-rows'
import { quoteIdent } from '@basalt/pg-sql'

import { referringRows } from './imported-dependents.ts'
import { isRestored, keyNow, wasTouched } from './restored-rows.ts'
import {
  dropMade,
  type CreatedTableOutcome,
  type NewTableUndo,
  type TableRight,
  whyStays,
} from './undo-new-table.ts'
import type { UndoPlan } from './undo-plan.ts'

const maxInMemory = 32 * 1024 * 1024

export type ImportUndo = {
  id: string
  by: string
  change: HistoryChange
  transactions: WritingTransactions
  shape: TableShape
  /** The operations that restore existing rows. */
  plan: UndoPlan
  /** Continues although imported rows were changed or deleted since: those stay unchanged. */
  leavesChanged: boolean
  onPlan: (kinds: ReadonlySet<RowOperation['op']>) => void
  tables: TableRight
  report?: string | undefined
  limits?: SaveLimits | undefined
}

export type ImportUndoAnswer =
  | WithOutcome<Exclude<ChangeOutcome, { outcome: 'conflict' }>>
  | {
      outcome: 'conflict'
      conflicts: UndoConflict[]
      /** Indexes of the plan's operations whose rows changed since. */
      operations: { operation: number; current: (string | null)[] | null }[]
      /** Imported rows that were changed or deleted since. */
      changed: number
      /** The table that the import created is dropped too. */
      removes_table?: boolean
    }

/** Of an import that made its table. */
export type WithOutcome<Outcome> = Outcome & { made_table?: CreatedTableOutcome }

type Prepared = ImportUndo & {
  /**
   * Whether changes of the history wrote to its rows, which may have their imported values again.
   */
  isTouched: boolean
}

/**
 * Deletes the rows that are unchanged since the import, by their `xmin`, or have their imported
 * values again, and restores those that it changed. Few rows are deleted like any other change, so
 * that this undo can be undone; many are deleted by one statement.
 *
 * @throws RowError when the rows cannot be distinguished any more.
 */
export async function undoImport(
  db: ProjectDatabase,
  requested: ImportUndo,
  shapes: ShapeCache,
): Promise<ImportUndoAnswer> {
  const { change, transactions, plan } = requested
  const strange = await whyStrange(db, change.id, transactions)
  if (strange !== null) throw new RowError(strange)
  // It may be older than some of the required tables.
  await db.transaction(ensureHistory)
  const undo = { ...requested, isTouched: await wasTouched(db, requested) }
  const created = madeBy(undo)
  const found = await countImported(db, undo)
  const stays = created === null ? null : await whyStays(db, created)
  const canContinue = created !== null && stays === null
  if (found === 0 && change.inserted > 0 && !canContinue) await refuseRewritten(db, undo)
  const changed = Math.max(0, change.inserted - found)
  const needsDecision = changed > 0 && !undo.leavesChanged
  if (plan.conflicts.length > 0 || needsDecision) {
    const tableOutcome = canContinue ? { removes_table: true } : {}
    return {
      outcome: 'conflict',
      conflicts: plan.conflicts,
      operations: [],
      changed,
      ...tableOutcome,
    }
  }
  const kinds = new Set(plan.operations.map(({ op }) => op))
  undo.onPlan(found > 0 ? kinds.add('delete') : kinds)
  const removal = created !== null && canContinue ? await dropped(db, created) : stays
  if (typeof removal === 'object' && removal !== null) return removal
  const outcome = await undoRows(db, { undo, found, changed }, shapes)
  return created === null ? outcome : withOutcome(outcome, created, removal)
}

/** Properties of a table that the import created, for the undo. */
function madeBy(undo: Prepared): NewTableUndo | null {
  const { made: created, ids } = undo.transactions
  if (created === undefined) return null
  return { ...undo, made: created, imported: { condition: importedRows(undo), ids } }
}

/** The answer when the table is dropped with its rows, else the reason why it stays. */
async function dropped(
  db: ProjectDatabase,
  created: NewTableUndo,
): Promise<ImportUndoAnswer | string> {
  const { id } = created
  try {
    const tableOutcome = await dropMade(db, created)
    if (typeof tableOutcome === 'string') return tableOutcome
    return {
      outcome: 'saved',
      results: null,
      history_id: id,
      cascaded: 0,
      made_table: tableOutcome,
    }
  } catch (error) {
    // The same undo, sent twice at once.
    const before = await savedBefore(db, id)
    if (before === null) throw error
    return { ...before, made_table: { ...placeOf(created), trash_id: id, stays_because: null } }
  }
}

const placeOf = ({ shape: { id, schema, name } }: NewTableUndo) => ({ id, schema, name })

function withOutcome(
  outcome: ImportUndoAnswer,
  created: NewTableUndo,
  stays: string | null,
): ImportUndoAnswer {
  if (outcome.outcome !== 'saved') return outcome
  return { ...outcome, made_table: { ...placeOf(created), trash_id: null, stays_because: stays } }
}

async function undoRows(
  db: ProjectDatabase,
  many: Many,
  shapes: ShapeCache,
): Promise<ImportUndoAnswer> {
  const { undo, found } = many
  const isSmall =
    found <= maxRecordedKeys && undo.shape.key.length > 0 && (await areLight(db, undo))
  if (!isSmall) return undoMany(db, many, shapes)
  try {
    return await undoSome(db, undo, shapes)
  } catch (error) {
    // With the restored rows it may be larger than estimated.
    if (!(error instanceof EngineError) || error.kind !== 'too-large') throw error
    return undoMany(db, many, shapes)
  }
}

/** Conditions of the rows that are as the import left them; `$1` is the list of transactions. */
function importedRows({ change, shape, isTouched }: Prepared): string {
  const isUnchanged = 't.xmin = any ($1::text[]::xid[])'
  const isOwn = isTouched ? `(${isUnchanged} or ${isRestored(shape)})` : isUnchanged
  if (change.updated === 0) return isOwn
  // A row that was there before bears the same mark, and is put back instead.
  return `${isOwn} and ${keyNow(shape)} not in (
    select r.key from ${ownSchema}.changed_rows r
    where r.change = '${change.id}' and r.kind = 'update'
  )`
}

async function countImported(db: Queryable, undo: Prepared): Promise<number> {
  const { rows } = await db.text(
    `select count(*) from ${ownRows(undo.shape)} t where ${importedRows(undo)}`,
    [undo.transactions.ids],
  )
  return Number(rows[0]?.[0])
}

/** Rows are in memory while they are deleted one by one, and in the history afterwards. */
async function areLight(db: ProjectDatabase, undo: Prepared): Promise<boolean> {
  const { most_bytes: most } = await readHistoryLimits(db)
  const { rows } = await db.text(
    `select coalesce(sum(octet_length(format('%s', t.*))), 0) <= $2::bigint
     from ${ownRows(undo.shape)} t where ${importedRows(undo)}`,
    [undo.transactions.ids, String(Math.min(most, maxInMemory))],
  )
  return rows[0]?.[0] === 't'
}

async function refuseRewritten(db: Queryable, { shape, transactions }: ImportUndo) {
  if ((await listFiles(db, shape.id)) === transactions.files) return
  throw new RowError('The table was truncated or rewritten since, so the rows cannot be identified')
}

async function undoSome(
  db: ProjectDatabase,
  undo: Prepared,
  shapes: ShapeCache,
): Promise<ImportUndoAnswer> {
  const { shape, plan, transactions, id, by, report, limits } = undo
  const names = rowColumns(shape)
  const { rows } = await db.text(
    `select ${names.map((name) => `t.${quoteIdent(name)}`).join(', ')}
     from ${ownRows(shape)} t where ${importedRows(undo)}`,
    [transactions.ids],
  )
  const deletes = rows.map((row): RowOperation => ({
    op: 'delete',
    table: shape.id,
    key: shape.key.map((name) => row[names.indexOf(name)] ?? ''),
    previous: isAddressedByCtid(shape)
      ? Object.fromEntries(shape.columns.map(({ name }, at) => [name, row[at] ?? null]))
      : Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])),
  }))
  // The import's rows may conflict with the rows to be restored.
  const operations = [...deletes, ...plan.operations]
  const request = { id, by, operations, undoes: undo.change, report, limits }
  const outcome = await saveChange(db, request, shapes)
  if (outcome.outcome !== 'conflict') return outcome
  const later = outcome.conflicts.map(({ operation, current }) => ({
    operation: operation - deletes.length,
    current,
  }))
  return {
    outcome: 'conflict',
    conflicts: [],
    operations: later.filter(({ operation }) => operation >= 0),
    changed: later.filter(({ operation }) => operation < 0).length,
  }
}

/** Ends the transaction with an answer that is none of PostgreSQL's. */
class NotUndone extends Error {
  readonly answer: ImportUndoAnswer
  constructor(answer: ImportUndoAnswer) {
    super(answer.outcome)
    this.answer = answer
  }
}

type Many = { undo: Prepared; found: number; changed: number }

async function undoMany(
  db: ProjectDatabase,
  many: Many,
  shapes: ShapeCache,
): Promise<ImportUndoAnswer> {
  const { id } = many.undo
  try {
    return await db.transaction((tx) => deleteMany(tx, many, shapes))
  } catch (error) {
    if (!(error instanceof NotUndone) && !isSqlRefusal(error)) throw error
    const before = await savedBefore(db, id)
    if (before !== null) return before
    if (error instanceof NotUndone) return error.answer
    const { sqlstate, constraint, detail, hint } = error.sql
    const refusal: Refusal = { operation: 0, message: error.message, sqlstate, constraint, detail }
    return { outcome: 'refused', ...refusal, hint }
  }
}

async function deleteMany(
  tx: Queryable,
  many: Many,
  shapes: ShapeCache,
): Promise<ImportUndoAnswer> {
  const size = new SaveSize(many.undo.limits)
  try {
    return await deleteAndPutBack(tx, many, { shapes, size })
  } finally {
    size.end()
  }
}

async function deleteAndPutBack(
  tx: Queryable,
  { undo, found, changed }: Many,
  { shapes, size }: { shapes: ShapeCache; size: SaveSize },
): Promise<ImportUndoAnswer> {
  const { shape, change, transactions, plan, id, by } = undo
  await tx.query('set local statement_timeout = 0')
  const imported = { condition: importedRows(undo), ids: transactions.ids }
  const refusal = await referringRows(tx, { shape, imported }, shapes)
  if (refusal !== null) throw new NotUndone({ outcome: 'refused', ...refusal })
  const answer = await tx.text(
    `with removed as (delete from ${ownRows(shape)} t where ${imported.condition} returning 1)
     select count(*) from removed`,
    [transactions.ids],
  )
  const deleted = Number(answer.rows[0]?.[0])
  const run = new ChangeRun({
    operations: plan.operations,
    shapes,
    isRestoring: true,
    isOneByOne: false,
    isFresh: true,
    size,
  })
  const { conflicts, ignored, cascaded } = await run.all(tx)
  const [first] = ignored
  if (first !== undefined) {
    throw new NotUndone({ outcome: 'refused', ...ignoredBy(plan.operations[first], first) })
  }
  if (deleted !== found || conflicts.length > 0) {
    const later = changed + Math.max(0, found - deleted)
    throw new NotUndone({
      outcome: 'conflict',
      conflicts: [],
      operations: conflicts,
      changed: later,
    })
  }
  const { isKept } = await writeRecord(tx, {
    id,
    kind: 'undo',
    by,
    tables: change.tables,
    rows: [],
    operations: deleted + plan.operations.length,
    counts: { deleted, updated: plan.operations.length, cascaded },
    undoes: change.id,
    fixedBecause: 'Too much was deleted to be recorded. Import the file again.',
    report: undo.report,
  })
  return { outcome: 'saved', results: null, history_id: isKept ? id : null, cascaded }
}
