import type { Queryable } from '@basalt/engine'
import { listChildTables } from '@basalt/pg-catalog'
import type { RowOperation } from '@basalt/pg-model'

import { RowError } from '../rows/row-target.ts'
import { keyOfImage, type ShapeCache, sharesRows, type TableShape } from '../rows/table-shape.ts'
import { movedRows } from './moved-rows.ts'
import { refuseOtherKey } from './operations.ts'
import { readPart } from './statements.ts'

/**
 * Resolves which child table stores each row, because UPDATE must name it: with the key of that
 * table, and all of its columns in the history.
 */
export type Led = {
  /** For the tables that store the rows. */
  operations: RowOperation[]
  /** Places of operations whose rows are not where they were seen. */
  missing: number[]
}

type Leading = { shapes: ShapeCache; isFresh?: boolean }

/** @throws RowError when an operation does not name a row as its table does. */
export async function resolveOwningTables(
  db: Queryable,
  requested: readonly RowOperation[],
  { shapes, isFresh = false }: Leading,
): Promise<Led> {
  const known = await shapes.load(
    db,
    requested.map(({ table }) => table),
    { isFresh },
  )
  const named = requested.flatMap((operation, position) => {
    const shape = known.get(operation.table)
    if (operation.op === 'insert' || shape === undefined || !sharesRows(shape)) return []
    return [{ place: position, operation, shape, ...nameIn(operation, shape) }]
  })
  const operations = [...requested]
  if (named.length === 0) return { operations, missing: [] }
  const owningTables = await shapes.load(db, await listOwningTables(db, named), { isFresh })
  const missing: number[] = []
  for (const id of new Set(named.map(({ owningTable }) => owningTable))) {
    const own = named.filter(({ owningTable }) => owningTable === id)
    const shape = owningTables.get(id)
    const keys = shape === undefined ? [] : await ownKeys(db, shape, own)
    for (const [at, { place: position, operation }] of own.entries()) {
      const key = keys[at]
      if (key) operations[position] = { ...operation, table: id, key, keyed_by: undefined }
      else missing.push(position)
    }
  }
  return { operations, missing }
}

type NamedOperation = Exclude<RowOperation, { op: 'insert' }>

type NamedRow = {
  operation: NamedOperation
  shape: TableShape
  owningTable: number
  /** The values that identified the row, by column. */
  values: Readonly<Record<string, string>>
}

function nameIn(operation: NamedOperation, { read_key: readKey }: TableShape) {
  refuseOtherKey(operation, readKey)
  if (readKey.length === 0)
    throw new RowError('The rows of this table and of its child tables have no common key')
  if (operation.key.length !== readKey.length)
    throw new RowError('The key does not match this table')
  const values = Object.fromEntries(readKey.map((name, at) => [name, operation.key[at] ?? '']))
  return { owningTable: Number(values['tableoid']), values }
}

/** The tables among the named ones that are the requested tables, or inherit from them. */
async function listOwningTables(db: Queryable, named: readonly NamedRow[]): Promise<number[]> {
  const found = await Promise.all(
    [...new Set(named.map(({ shape }) => shape.id))].map(async (id) => {
      const childTables = await db.query<{ id: number }>(
        `select child.id::int8::float8 as id from (${listChildTables('$1::oid')}) as child`,
        [id],
        { name: 'child-tables' },
      )
      const within = new Set([id, ...childTables.map((childTable) => childTable.id)])
      return named.flatMap(({ shape, owningTable }) =>
        shape.id === id && within.has(owningTable) ? [owningTable] : [],
      )
    }),
  )
  return found.flat()
}

const lostRow = ({ values, operation }: NamedRow) => ({
  place: values['ctid'] ?? '',
  known: operation.previous ?? {},
})

/** The rows' keys in their owning table; null for missing rows. */
async function ownKeys(
  db: Queryable,
  shape: TableShape,
  rows: readonly NamedRow[],
): Promise<(string[] | null)[]> {
  const isReported = rows.every(({ values }) => shape.key.every((name) => name in values))
  if (isReported) return rows.map(({ values }) => shape.key.map((name) => values[name] ?? ''))
  const by = Object.keys(rows[0]?.values ?? {}).filter(
    (name) => name !== 'tableoid' && rows.every(({ values }) => name in values),
  )
  const keys = rows.map(({ values }) => by.map((name) => values[name] ?? ''))
  const found = await readPart(db, shape, { keys, by, names: shape.key })
  const reported = found.map((key) => key && key.map((value) => value ?? ''))
  const lost = rows.flatMap((row, at) => (reported[at] === null ? [{ at, row: lostRow(row) }] : []))
  const moved = await movedRows(
    db,
    shape,
    lost.map(({ row }) => row),
  )
  for (const [position, { at }] of lost.entries()) {
    const image = moved[position]
    if (image) reported[at] = keyOfImage(shape, image)
  }
  return reported
}
