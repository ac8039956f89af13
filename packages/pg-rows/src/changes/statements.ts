import { createHash } from 'node:crypto'

import type { Queryable } from '@basalt/engine'
import { rowColumns, systemType } from '@basalt/pg-catalog'
import type { RowOperation } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import {
  ownRows,
  printedValue,
  tableName,
  type TableShape,
  getWriter,
} from '../rows/table-shape.ts'
import type { Batch } from './operations.ts'

export type Image = (string | null)[]

/** The result of a statement for one operation. */
export type Done = {
  /** The row as it was, where there is one. */
  before: Image | null
  /** The transaction that had written it, 32 bits as `xmin` shows them. */
  was: string | null
  /** Whether it was as the caller saw it. */
  isSame: boolean
  after: Image | null
  isDone: boolean
}

type How = {
  isRestoring: boolean
  /** Whether statements may be prepared; stale prepared ones have to be bypassed. */
  isPrepared: boolean
}

/** Runs a batch as one statement; its results are in the order of its operations. */
export function runBatch(db: Queryable, batch: Batch, how: How): Promise<Done[]> {
  if (batch.op === 'insert') return runInsert(db, batch, how)
  return found(db, batch, how)
}

type Parameter = string | null | (string | null)[]

/**
 * The requested rows, a list `requested` with the index of each. The values of one row are separate
 * parameters: PostgreSQL cannot know the length of a list, and would plan even a prepared statement
 * each time, which takes longer than running it.
 */
class RequestedRows {
  readonly #names: string[] = []
  readonly #rows: number

  constructor(rows: number) {
    this.#rows = rows
  }

  /** The expression for the next parameter, a text of each row. */
  add(name: string): string {
    this.#names.push(name)
    return this.#rows === 1 ? `$${this.#names.length}::text` : `a.${name}`
  }

  /** The number of parameters. */
  get size(): number {
    return this.#names.length
  }

  get source(): string {
    if (this.#rows === 1) return 'requested as (select 1::bigint as place)'
    const arrays = this.#names.map((_, at) => `$${at + 1}::text[]`).join(', ')
    return `requested as materialized (
      select * from unnest(${arrays}) with ordinality as a (${[...this.#names, 'place'].join(', ')})
    )`
  }
}

/** The parameters for texts of so many rows, each of which is a list of texts by row. */
const parametersFor = (rows: number, texts: (string | null)[][]): Parameter[] =>
  rows === 1 ? texts.map(([only = null]) => only) : texts

/** The parameters of a batch, in the order in which its statement adds them. */
export function listParameters({ op, shape, operations, previous, values }: Batch): Parameter[] {
  const keys = shape.key.map((_, at) =>
    operations.map((operation) => (operation.op === 'insert' ? null : (operation.key[at] ?? null))),
  )
  const seen = previous.map((name) =>
    operations.map((operation) =>
      operation.op === 'insert' ? null : (operation.previous?.[name] ?? null),
    ),
  )
  const set = values.map((name) => operations.map((operation) => getValue(operation, name)))
  return parametersFor(operations.length, op === 'insert' ? set : [...keys, ...seen, ...set])
}

const getValue = (operation: RowOperation, name: string): string | null =>
  operation.op === 'delete' ? null : (operation.values[name] ?? null)

/** The text of `place` as a value of the column. */
function valueFrom(shape: TableShape, name: string, position: string): string {
  const column = shape.columns.find((one) => one.name === name)
  if (column?.input) return column.input.replace('%s', position)
  return `${position}::${column?.type ?? systemType(name) ?? 'text'}`
}

/** Conditions that find the row of the key among `t`. */
export function keyConditions(
  shape: TableShape,
  position: (at: number) => string,
  by: readonly string[] = shape.key,
): string {
  return by
    .map((name, at) => `t.${quoteIdent(name)} = ${valueFrom(shape, name, position(at))}`)
    .join(' and ')
}

/**
 * Compared as PostgreSQL prints it: not every type has an equality, and a cast to text differs from
 * the displayed text for booleans and padded characters.
 */
export const isShown = (name: string, value: string): string => {
  return `${printedValue(`t.${quoteIdent(name)}`)} is not distinct from ${value}`
}

/** Twice as many columns, as of a row before and after, have to fit into one of PostgreSQL's rows. */
const maxListed = 800

const areListed = (names: readonly string[]): boolean => names.length <= maxListed

/** Values of the row `t`: separate columns, or the text of one JSON array. */
function listed(names: readonly string[], letter: string): string {
  if (areListed(names))
    return names.map((name, at) => `t.${quoteIdent(name)} as ${letter}${at}`).join(', ')
  const values = names.map((name) => printedValue(`t.${quoteIdent(name)}`))
  return `to_json(array[${values.join(', ')}]::text[])::text as ${letter}0`
}

/** The columns of the answer. */
const answeredAs = (names: readonly string[], letter: string): string =>
  (areListed(names) ? names : ['']).map((_, at) => `${letter}.${letter}${at}`).join(', ')

/** The values from an answer that has `answeredAs` at that place. */
function valuesAt(names: readonly string[], row: Image, position = 0): Image {
  if (areListed(names)) return row.slice(position, position + names.length)
  return JSON.parse(row[position] ?? '[]') as Image
}

function requestedRows({ shape, operations, previous }: Batch) {
  const requested = new RequestedRows(operations.length)
  const keys = shape.key.map((_, at) => requested.add(`k${at}`))
  const seen = previous.map((_, at) => requested.add(`p${at}`))
  const isSame = previous.map((name, at) => isShown(name, seen[at] ?? '')).join(' and ')
  const row = keyConditions(shape, (at) => keys[at] ?? '')
  const old = `old as materialized (
    select a.place, ${isSame === '' ? 'true' : isSame} as is_same, ${getWriter(shape)} as was,
      ${listed(rowColumns(shape), 'o')}
    from requested a join ${ownRows(shape)} t on ${row} for update of t
  )`
  return { requested, row, old }
}

/** The assignments of an update; each value is the next parameter. */
export const listAssignments = (
  { shape, values, defaults }: Batch,
  next: (name: string) => string,
): string =>
  [
    ...values.map((name, at) => `${quoteIdent(name)} = ${valueFrom(shape, name, next(`v${at}`))}`),
    ...defaults.map((name) => `${quoteIdent(name)} = default`),
  ].join(', ')

function updating(batch: Batch): string {
  const { shape } = batch
  const { requested, row, old } = requestedRows(batch)
  const changed = `new as (
    update ${ownRows(shape)} t set ${listAssignments(batch, (name) => requested.add(name))}
    from requested a join old o on o.place = a.place
    where ${row} and o.is_same
    returning a.place, ${listed(rowColumns(shape), 'n')}
  )`
  return `with ${requested.source}, ${old}, ${changed}
    select a.place, o.place, o.is_same, n.place, o.was,
      ${answered(shape, 'o')}, ${answered(shape, 'n')}
    from requested a left join old o on o.place = a.place left join new n on n.place = a.place
    order by a.place`
}

function deleting(batch: Batch): string {
  const { shape } = batch
  const { requested, row, old } = requestedRows(batch)
  const deleted = `removed as (
    delete from ${ownRows(shape)} t using requested a join old o on o.place = a.place
    where ${row} and o.is_same
    returning a.place
  )`
  return `with ${requested.source}, ${old}, ${deleted}
    select a.place, o.place, o.is_same, n.place, o.was, ${answered(shape, 'o')}
    from requested a left join old o on o.place = a.place left join removed n on n.place = a.place
    order by a.place`
}

const answered = (shape: TableShape, letter: string): string =>
  answeredAs(rowColumns(shape), letter)

type Statement = { text: string; name?: string }

/** Every connection stores each prepared statement. */
const maxNamed = 16
const named = new WeakMap<TableShape, Map<string, Statement>>()

/**
 * The statement of a batch of one row, from `write`. They are frequent: the first few of a table
 * are written once, with a name under which they stay prepared. Another version of the table has
 * other names, because a prepared statement returns the former columns.
 */
export function buildStatement(batch: Batch, how: string, write: () => string): Statement {
  const { op, shape, values, defaults, previous } = batch
  const statements = named.get(shape) ?? new Map<string, Statement>()
  named.set(shape, statements)
  const what = JSON.stringify([how, op, values, defaults, previous])
  const known = statements.get(what)
  if (known !== undefined) return known
  const text = write()
  if (statements.size >= maxNamed) return { text }
  const hash = createHash('sha256').update(`${shape.id} ${shape.version} ${text}`).digest('hex')
  const statement = { text, name: `change-${hash.slice(0, 40)}` }
  statements.set(what, statement)
  return statement
}

async function found(db: Queryable, batch: Batch, { isPrepared }: How): Promise<Done[]> {
  const names = rowColumns(batch.shape)
  const second = 5 + (areListed(names) ? names.length : 1)
  const write = () => (batch.op === 'update' ? updating(batch) : deleting(batch))
  const isOne = batch.operations.length === 1
  const { text, name }: Statement = isOne ? buildStatement(batch, 'any', write) : { text: write() }
  const result = await db.text(text, listParameters(batch), { name: isPrepared ? name : undefined })
  const seen = new Set<string | null>()
  const done: Done[] = []
  for (const row of result.rows) {
    const [position = null, wasFound, isSame, wasDone, was = null] = row
    // A key that matches two rows is invalid; nothing is changed by it.
    const isTwice = seen.has(position)
    if (isTwice) done.pop()
    seen.add(position)
    const isDone = !isTwice && wasDone !== null
    done.push({
      before: wasFound === null ? null : valuesAt(names, row, 5),
      was,
      isSame: !isTwice && isSame === 't',
      after: isDone && row.length > second ? valuesAt(names, row, second) : null,
      isDone,
    })
  }
  return done
}

async function runInsert(
  db: Queryable,
  batch: Batch,
  { isRestoring }: Pick<How, 'isRestoring'>,
): Promise<Done[]> {
  const { shape, operations, values } = batch
  const overriding = isRestoring ? ' overriding system value' : ''
  if (values.length === 0) {
    const result = await db.text(
      `insert into ${tableName(shape)} as t default values returning ${listed(rowColumns(shape), 'n')}`,
    )
    return inserted(shape, result.rows, operations.length)
  }
  const requested = new RequestedRows(operations.length)
  const positions = values.map((name, at) => valueFrom(shape, name, requested.add(`v${at}`)))
  const result = await db.text(
    `with ${requested.source}
     insert into ${tableName(shape)} as t (${values.map((name) => quoteIdent(name)).join(', ')})${overriding}
     select ${positions.join(', ')} from requested a order by a.place
     returning ${listed(rowColumns(shape), 'n')}`,
    listParameters(batch),
  )
  return inserted(shape, result.rows, operations.length)
}

/** A trigger may suppress rows; which ones is only known when each had a separate statement. */
function inserted(shape: TableShape, rows: Image[], requested: number): Done[] {
  return Array.from({ length: requested }, (_, at) => {
    const row = rows.length === requested ? rows[at] : undefined
    const after = row === undefined ? null : valuesAt(rowColumns(shape), row)
    return { before: null, was: null, isSame: true, after, isDone: after !== null }
  })
}

/** The rows of the keys as they are now, in the order of the keys; null where there is none. */
export const readByKeys = (
  db: Queryable,
  shape: TableShape,
  keys: readonly (readonly string[])[],
): Promise<(Image | null)[]> => readPart(db, shape, { keys })

type Part = {
  keys: readonly (readonly string[])[]
  /** The columns of the keys; by default the key of the table. */
  by?: readonly string[]
  /** The columns that are read; by default the rows' images. */
  names?: readonly string[]
}

/** As `readByKeys`. */
export async function readPart(
  db: Queryable,
  shape: TableShape,
  { keys, by = shape.key, names = rowColumns(shape) }: Part,
): Promise<(Image | null)[]> {
  if (keys.length === 0) return []
  const requested = new RequestedRows(keys.length)
  const row = keyConditions(shape, (at) => requested.add(`k${at}`), by)
  const texts = by.map((_, at) => keys.map((key) => key[at] ?? null))
  const result = await db.text(
    `with ${requested.source}
     select a.place, n.place, ${answeredAs(names, 'n')}
     from requested a left join lateral (
       select true as place, ${listed(names, 'n')} from ${ownRows(shape)} t where ${row}
     ) n on true
     order by a.place`,
    parametersFor(keys.length, texts),
  )
  const byPosition = new Map<number, Image | null>()
  for (const [position, exists, ...image] of result.rows) {
    byPosition.set(Number(position), exists === null ? null : valuesAt(names, image))
  }
  return keys.map((_, at) => byPosition.get(at + 1) ?? null)
}
