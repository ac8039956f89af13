import { EngineError, type ProjectDatabase, type Queryable } from '@basalt/engine'
import type { RowOperation } from '@basalt/pg-model'

import {
  type HistoryKind,
  type HistoryRecord,
  undoingKind,
  writeRecord,
} from '../change-log/record.ts'
import { ensureHistory } from '../change-log/storage.ts'
import { savedBefore } from '../change-log/stored.ts'
import { RowError } from '../rows/row-target.ts'
import type { ShapeCache } from '../rows/table-shape.ts'
import { asRequested } from './as-requested.ts'
import { ChangeRun, type RunResult } from './change-run.ts'
import { saveDirectly } from './direct-update.ts'
import { conflictsAsMoved } from './moved-rows.ts'
import { resolveOwningTables } from './owning-tables.ts'
import { ignoredBy, isSqlRefusal, type Refusal, getRefusal, type SqlRefusal } from './refusal.ts'
import { type SaveLimits, SaveSize, tooLargeToSave } from './save-size.ts'
import type { Image } from './statements.ts'

export type ChangeRequest = {
  /** Made by the caller, once for each save. */
  id: string
  /** The user's name, stored as text. */
  by: string
  operations: readonly RowOperation[]
  /** The change that this one undoes: generated values are restored too. */
  undoes?: { id: string; kind: HistoryKind } | undefined
  /** An audit report that is stored in the transaction of the change until `noteReported`. */
  report?: string | undefined
  limits?: SaveLimits | undefined
}

/** The columns of the rows' values, by the oid of their table. */
type Columns = Record<string, string[]>

type SavedRow = { row: Image } | { deleted: boolean }

export type ChangeOutcome =
  | {
      outcome: 'saved'
      results: SavedRow[] | null
      columns?: Columns
      history_id: string | null
      cascaded: number
      repeated?: boolean
    }
  | {
      outcome: 'conflict'
      conflicts: { operation: number; current: Image | null }[]
      columns?: Columns
    }
  | ({ outcome: 'refused' } & Refusal)

/** A run that is not to be committed, with the answer for its caller. */
class NotSaved extends Error {
  readonly outcome: Exclude<ChangeOutcome, { outcome: 'saved' }>
  constructor(outcome: Exclude<ChangeOutcome, { outcome: 'saved' }>) {
    super(outcome.outcome)
    this.outcome = outcome
  }
}

/** The tables differ from those that the statements were written for. */
class StaleShape extends Error {}

/** A concurrent transaction was first; this one did nothing and can be retried. */
const passing = new Set(['40001', '40P01'])
const maxAttempts = 5

/**
 * Writes rows in one transaction, all or none, and stores the change's id in the same transaction:
 * a repeated id returns the first answer and changes nothing.
 *
 * @throws RowError when an operation does not fit its table, and EngineError `too-large` when the
 *   rows exceed the size of one save; then nothing was changed.
 */
export async function saveChange(
  db: ProjectDatabase,
  request: ChangeRequest,
  shapes: ShapeCache,
): Promise<ChangeOutcome> {
  try {
    return await saveOrTryAgain(db, request, shapes)
  } catch (error) {
    if (!(error instanceof EngineError) || error.kind !== 'too-large') throw error
    throw tooLargeToSave(error, { rows: request.operations.length, limits: request.limits })
  }
}

async function saveOrTryAgain(
  db: ProjectDatabase,
  request: ChangeRequest,
  shapes: ShapeCache,
): Promise<ChangeOutcome> {
  let how: How = { isOneByOne: false, isFresh: false }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptChange(db, { request, shapes, how })
    } catch (error) {
      // A retry does not read the tables that cascades reach again by itself.
      if (error instanceof StaleShape) shapes.forget()
      if (error instanceof NotSaved || error instanceof RowError) {
        // A repeated save looks like a conflict, or like a duplicate row.
        const before = await answeredBefore(db, request, shapes)
        if (before !== null) return before
      }
      if (attempt < maxAttempts) {
        const next = await nextAttempt(db, { error, request, how })
        if (next === 'repeated') return (await answeredBefore(db, request, shapes)) ?? lost()
        if (next !== undefined) {
          how = next
          continue
        }
      }
      if (error instanceof NotSaved) return error.outcome
      if (isSqlRefusal(error))
        return (await answeredBefore(db, request, shapes)) ?? refusedAsWhole(error)
      throw error
    }
  }
}

async function answeredBefore(db: ProjectDatabase, request: ChangeRequest, shapes: ShapeCache) {
  const before = await savedBefore(db, request.id)
  return before && request.undoes === undefined
    ? asRequested(db, before, { operations: request.operations, shapes })
    : before
}

function lost(): never {
  throw new Error('A recorded change no longer exists')
}

/** A check at the end of the transaction names no operation. */
const refusedAsWhole = ({ message, sql }: SqlRefusal): ChangeOutcome => ({
  outcome: 'refused',
  operation: 0,
  message,
  sqlstate: sql.sqlstate,
  constraint: sql.constraint,
  detail: sql.detail,
  hint: sql.hint,
})

type How = {
  /** Each operation as a separate statement, which identifies the failing one. */
  isOneByOne: boolean
  isFresh: boolean
}

type Failed = { error: unknown; request: ChangeRequest; how: How }

/** Whether PostgreSQL reports a missing schema, table or column. */
const isMissing = (sqlstate: string): boolean => /^(?:3F000|42P01|42703)$/u.test(sqlstate)

/** The next attempt after a failure; undefined when it is final. */
async function nextAttempt(
  db: ProjectDatabase,
  { error, request, how }: Failed,
): Promise<How | 'repeated' | undefined> {
  if (error instanceof StaleShape) return { ...how, isFresh: true }
  if (error instanceof RowError) return how.isFresh ? undefined : { ...how, isFresh: true }
  if (error instanceof NotSaved && error.outcome.outcome === 'refused') {
    // A statement that is prepared for columns of before fails as the last two.
    const { sqlstate, constraint } = error.outcome
    // A key that names two rows would be recorded twice.
    const isTwice = sqlstate === '23505' && constraint === 'changes_pkey'
    const stale = isTwice || /^(?:42(?:703|P01|804|704)|3F000|0A000|26000)$/u.test(sqlstate)
    if (!stale || how.isFresh) return undefined
    // A statement that writes its own record may be the first that misses the history.
    if (isMissing(sqlstate)) await db.transaction(ensureHistory)
    return { ...how, isFresh: true }
  }
  if (!isSqlRefusal(error)) return undefined
  const { sqlstate, constraint } = error.sql
  if (constraint === 'changes_pkey' && sqlstate === '23505') return 'repeated'
  if (isMissing(sqlstate) && !how.isFresh) {
    await db.transaction(ensureHistory)
    return { ...how, isFresh: true }
  }
  if (passing.has(sqlstate)) return how
  return how.isOneByOne || request.operations.length < 2
    ? undefined
    : { isOneByOne: true, isFresh: true }
}

type Attempt = { request: ChangeRequest; shapes: ShapeCache; how: How }

async function attemptChange(
  db: ProjectDatabase,
  { request, shapes, how }: Attempt,
): Promise<ChangeOutcome> {
  const isRestoring = request.undoes !== undefined
  const requested = request.operations
  // Rows to be restored are already addressed in their owning tables.
  const { operations, missing } = isRestoring
    ? { operations: requested, missing: [] }
    : await resolveOwningTables(db, requested, { shapes, isFresh: how.isFresh })
  if (missing.length > 0) {
    const conflicts = missing.map((operation) => ({ operation, current: null }))
    throw new NotSaved({ outcome: 'conflict', conflicts })
  }
  const reported = <Rows extends Parameters<typeof asRequested>[1]>(on: Queryable, rows: Rows) =>
    isRestoring ? rows : asRequested(on, rows, { operations: requested, shapes })
  const direct =
    how.isFresh || isRestoring ? null : await saveDirectly(db, { ...request, operations }, shapes)
  if (direct !== null) return reported(db, direct)
  const size = new SaveSize(request.limits)
  const run = new ChangeRun({ operations, isRestoring, shapes, size, ...how })
  try {
    return await db.transaction(async (tx) => {
      const result = await run.all(tx)
      if (result.conflicts.length > 0) {
        const { conflicts, columns } = result
        throw new NotSaved({ outcome: 'conflict', conflicts, columns })
      }
      const [ignored] = result.ignored
      if (ignored !== undefined) {
        throw new NotSaved({ outcome: 'refused', ...ignoredBy(operations[ignored], ignored) })
      }
      const isKept = await note(tx, { request, result })
      const { results, columns, cascaded } = result
      return {
        outcome: 'saved' as const,
        ...(await reported(tx, { results, columns })),
        history_id: isKept ? request.id : null,
        cascaded,
      }
    })
  } catch (error) {
    if (error instanceof NotSaved && error.outcome.outcome === 'conflict') {
      const { conflicts: found, ...rest } = error.outcome
      const conflicts = await conflictsAsMoved(db, found, { operations, shapes })
      throw new NotSaved(await reported(db, { ...rest, conflicts }))
    }
    const failed = run.failedAt()
    if (!isSqlRefusal(error) || failed === undefined || passing.has(error.sql.sqlstate)) throw error
    if (!run.isCertain()) throw error
    // The transaction has ended: further queries run outside of it.
    throw new NotSaved({ outcome: 'refused', ...(await getRefusal(db, error, failed)) })
  } finally {
    size.end()
  }
}

type Noted = { request: ChangeRequest; result: RunResult }

/** The change is noted last, when the tables are locked and cannot change under it any more. */
async function note(tx: Queryable, { request, result }: Noted): Promise<boolean> {
  const record: HistoryRecord = {
    id: request.id,
    kind: request.undoes === undefined ? 'edit' : undoingKind(request.undoes.kind),
    by: request.by,
    tables: result.tables,
    rows: result.rows,
    operations: request.operations.length,
    undoes: request.undoes?.id,
    fixedBecause: result.gap ?? undefined,
    report: request.report,
  }
  const { versions, isKept } = await writeRecord(tx, record)
  for (const shape of result.shapes) {
    if (versions[shape.id] !== shape.version) throw new StaleShape()
  }
  return isKept
}
