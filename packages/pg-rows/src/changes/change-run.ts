import type { Queryable } from '@basalt/engine'
import { rowColumns, rowNumbers } from '@basalt/pg-catalog'
import type { RowOperation } from '@basalt/pg-model'

import type { RecordedRow, RecordedTable } from '../change-log/record.ts'
import { keyOfImage, type ShapeCache, type TableShape } from '../rows/table-shape.ts'
import { Cascade } from './cascades.ts'
import { type Batch, listBatches } from './operations.ts'
import { isSqlRefusal } from './refusal.ts'
import type { SaveSize } from './save-size.ts'
import { type Done, type Image, readByKeys, runBatch } from './statements.ts'

type Options = {
  operations: readonly RowOperation[]
  shapes: ShapeCache
  /** An undo: generated values are restored too. */
  isRestoring: boolean
  isOneByOne: boolean
  isFresh: boolean
  /** Counts the rows of before and after. */
  size: SaveSize
}

export type RunResult = {
  results: ({ row: Image } | { deleted: boolean })[]
  conflicts: { operation: number; current: Image | null }[]
  /**
   * Operations that found their row unchanged and wrote nothing, for example because of a trigger.
   */
  ignored: number[]
  /** The columns of the operations' tables, by oid. */
  columns: Record<number, string[]>
  /** In the order in which the database was changed. */
  rows: RecordedRow[]
  tables: RecordedTable[]
  shapes: TableShape[]
  cascaded: number
  gap: string | null
}

/** One attempt at the operations of a change, inside a transaction of the caller. */
export class ChangeRun {
  readonly #options: Options
  readonly #results: RunResult['results'] = []
  readonly #conflicts: RunResult['conflicts'] = []
  readonly #ignored: number[] = []
  readonly #rows: RecordedRow[] = []
  readonly #shapes = new Map<number, TableShape>()
  /** Rows that a cascade of this change has deleted already; deleting them again is skipped. */
  readonly #deleted = new Set<string>()
  #batch: Batch | undefined
  #cascaded = 0
  #gap: string | null = null

  constructor(options: Options) {
    this.#options = options
  }

  /** The operation whose statement is running or has failed. */
  failedAt() {
    const [position] = this.#batch?.places ?? []
    const [operation] = this.#batch?.operations ?? []
    if (position === undefined || operation === undefined) return undefined
    return { place: position, operation, shape: this.#batch?.shape }
  }

  /** Whether the failure belongs to a single operation. */
  isCertain(): boolean {
    return this.#batch?.places.length === 1
  }

  async all(tx: Queryable): Promise<RunResult> {
    const { operations, shapes, isRestoring, isOneByOne, isFresh } = this.#options
    const ids = operations.map(({ table }) => table)
    // Foreign keys to a table can change without the table's own version.
    const hasDeletes = operations.some(({ op }) => op === 'delete')
    const known = await shapes.load(tx, ids, { isFresh: isFresh || hasDeletes })
    const batches = listBatches(operations, known, isOneByOne ? 1 : undefined)
    const isDeferrable = [...known.values()].some((shape) => shape.has_deferrable)
    if (isRestoring && isDeferrable) await tx.text('set constraints all deferred')
    for (const batch of batches) await this.#run(tx, batch)
    this.#batch = undefined
    if (isDeferrable && this.#conflicts.length + this.#ignored.length === 0)
      await this.#checkAll(tx, batches)
    return {
      results: this.#results,
      conflicts: this.#conflicts,
      ignored: this.#ignored,
      columns: Object.fromEntries([...known].map(([id, shape]) => [id, rowColumns(shape)])),
      rows: this.#rows,
      tables: [...this.#shapes.values()].map((shape) => recordedTable(shape)),
      shapes: [...this.#shapes.values()],
      cascaded: this.#cascaded,
      gap: this.#gap,
    }
  }

  /** Checks that wait for the commit are made here, where they can still be answered for. */
  async #checkAll(tx: Queryable, batches: readonly Batch[]) {
    try {
      await tx.text('set constraints all immediate')
    } catch (error) {
      const name = isSqlRefusal(error) ? error.sql.constraint : undefined
      this.#batch = batches.findLast(({ shape }) => isAbout(shape, name)) ?? batches.at(-1)
      throw error
    }
  }

  async #run(tx: Queryable, batch: Batch) {
    this.#batch = batch
    const cascade = new Cascade(tx, this.#options)
    await this.#collect(tx, batch, cascade)
    const { isRestoring, isFresh, size } = this.#options
    const done = await runBatch(tx, batch, { isRestoring, isPrepared: !isFresh })
    await size.add(done.flatMap(({ before, after }) => [before, after]))
    await cascade.finish()
    this.#gap ??= cascade.gap
    for (const row of cascade.rows) {
      const { kind, key, before, after, was } = row
      if (kind === 'update' && after === null) continue
      this.#record({ shape: row.shape, operation: null, kind, key, before, after, was })
      this.#cascaded += 1
      if (kind === 'delete') this.#deleted.add(`${row.shape.id} ${JSON.stringify(key)}`)
    }
    for (const [at, position] of batch.places.entries()) {
      const answer = done[at]
      if (answer !== undefined) this.#accept(batch, { place: position, at, answer })
    }
  }

  /** Notes the rows of other tables that may be changed too. */
  async #collect(tx: Queryable, batch: Batch, cascade: Cascade) {
    const { shape, op, operations } = batch
    if (op === 'insert' || !canReachOthers(batch)) return
    const keys = operations.flatMap((operation) =>
      operation.op === 'insert' ? [] : [operation.key],
    )
    const read = await readByKeys(tx, shape, keys)
    const rows = read.filter((row) => row !== null)
    if (rows.length > 0) await cascade.collect({ shape, rows }, op)
  }

  #accept(
    batch: Batch,
    { place: position, at, answer }: { place: number; at: number; answer: Done },
  ) {
    const { shape, op } = batch
    const operation = batch.operations[at]
    const key = operation === undefined || operation.op === 'insert' ? [] : operation.key
    if (op === 'delete' && answer.before === null) {
      if (!this.#deleted.has(`${shape.id} ${JSON.stringify(key)}`)) {
        this.#conflicts.push({ operation: position, current: null })
        return
      }
      this.#results[position] = { deleted: true }
      return
    }
    if (!answer.isDone) {
      if (answer.isSame) this.#ignored.push(position)
      else this.#conflicts.push({ operation: position, current: answer.before })
      return
    }
    if (shape.key.length === 0) this.#gap ??= unnamedRows(shape)
    const { before, after, was } = answer
    this.#results[position] = after === null ? { deleted: true } : { row: after }
    const named = after ?? before
    this.#record({
      shape,
      operation: position,
      kind: op,
      key: named === null ? [...key] : keyOfImage(shape, named),
      before,
      after,
      was,
    })
  }

  #record({ shape, ...row }: Omit<RecordedRow, 'table'> & { shape: TableShape }) {
    this.#shapes.set(shape.id, shape)
    this.#rows.push({ ...row, table: [...this.#shapes.keys()].indexOf(shape.id) })
  }
}

/** Whether a foreign key may delete or change rows of other tables, which are stored too. */
export function canReachOthers({ op, shape, values, defaults }: Batch): boolean {
  if (op === 'insert') return false
  if (op === 'delete') return shape.referrers.length > 0
  return shape.referrers.some(
    ({ referenced, on_update: action }) =>
      (action === 'n' || action === 'd') &&
      referenced.some((name) => values.includes(name) || defaults.includes(name)),
  )
}

export const recordedTable = (shape: TableShape): RecordedTable => ({
  id: shape.id,
  schema: shape.schema,
  name: shape.name,
  columns: rowColumns(shape),
  numbers: rowNumbers(shape),
  key: shape.key,
})

/** Whether the constraint belongs to the table or references it. */
const isAbout = ({ constraints, referrers }: TableShape, name: string | undefined): boolean =>
  constraints.some((constraint) => constraint.name === name) ||
  referrers.some(({ constraint }) => constraint === name)

/** Why rows that were inserted are not taken out again. */
export const unnamedRows = ({ schema, name }: TableShape): string =>
  `The rows inserted into ${schema}.${name} have no key`
