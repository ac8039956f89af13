import type { Queryable } from '@basalt/engine'
import { rowColumns } from '@basalt/pg-catalog'
import type { RowOperation } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import {
  keyOfImage,
  ownRows,
  type Referrer,
  type ShapeCache,
  type TableShape,
} from '../rows/table-shape.ts'
import { resolveOwningTables } from './owning-tables.ts'
import { type Image, readByKeys } from './statements.ts'

export type Dependents = {
  schema: string
  table: string
  constraint: string
  columns: string[]
  action: 'deleted' | 'set null' | 'set default' | 'refused'
  rows: number
  has_more: boolean
}

/** Rows of one foreign key are counted up to here. */
const maxCounted = 10_000

const actions: Readonly<Record<string, Dependents['action']>> = {
  c: 'deleted',
  n: 'set null',
  d: 'set default',
}

/**
 * The rows that reference the rows of the keys, transitively as a delete would, with the effect on
 * them. Foreign keys without such rows are left out.
 */
export async function countDependents(
  db: Queryable,
  { table, keys }: { table: number; keys: readonly (readonly string[])[] },
  shapes: ShapeCache,
): Promise<Dependents[]> {
  const deletions = keys.map((key): RowOperation => ({ op: 'delete', table, key }))
  const { operations, missing } = await resolveOwningTables(db, deletions, {
    shapes,
    isFresh: true,
  })
  const found = new Map<string, Dependents>()
  const seen = new Set<string>()
  const owningTables = await shapes.load(
    db,
    operations.map((operation) => operation.table),
  )
  const parents: Parents[] = []
  for (const shape of owningTables.values()) {
    const own = operations.flatMap((operation, position) =>
      operation.op === 'insert' || operation.table !== shape.id || missing.includes(position)
        ? []
        : [operation.key],
    )
    if (shape.key.length === 0) continue
    const rows = (await readByKeys(db, shape, own)).filter((row) => row !== null)
    for (const row of rows) seen.add(getName(shape, row))
    parents.push({ shape, rows })
  }
  for (const some of parents) await follow(db, some, { shapes, found, seen })
  return [...found.values()]
}

type Parents = { shape: TableShape; rows: readonly Image[] }
type Walk = { shapes: ShapeCache; found: Map<string, Dependents>; seen: Set<string> }

const getName = (shape: TableShape, row: Image): string =>
  `${shape.id} ${keyOfImage(shape, row).join('\0')}`

async function follow(db: Queryable, parents: Parents, walk: Walk): Promise<void> {
  for (const referrer of parents.shape.referrers) {
    const child = (await walk.shapes.load(db, [referrer.table])).get(referrer.table)
    if (child === undefined || parents.rows.length === 0) continue
    const read = await referring(db, parents, { referrer, child })
    const rows = read.filter((row) => !walk.seen.has(getName(child, row)))
    if (rows.length === 0) continue
    // Constraints of two tables may have the same name.
    const name = `${child.id} ${referrer.constraint}`
    const known = walk.found.get(name)
    walk.found.set(name, {
      schema: child.schema,
      table: child.name,
      constraint: referrer.constraint,
      columns: referrer.columns,
      action: actions[referrer.on_delete] ?? 'refused',
      rows: Math.min((known?.rows ?? 0) + rows.length, maxCounted),
      has_more: known?.has_more === true || read.length > maxCounted,
    })
    if (referrer.on_delete !== 'c') continue
    for (const row of rows) walk.seen.add(getName(child, row))
    await follow(db, { shape: child, rows }, walk)
  }
}

/** Any of the columns may be part of a key or be referenced. */
async function referring(
  db: Queryable,
  parents: Parents,
  { referrer, child }: { referrer: Referrer; child: TableShape },
): Promise<Image[]> {
  const names = rowColumns(parents.shape)
  const lists = referrer.referenced.map((name) => {
    const at = names.indexOf(name)
    return parents.rows.map((row) => row[at] ?? null)
  })
  const needed = new Set([...child.key, ...child.referrers.flatMap(({ referenced }) => referenced)])
  const types = referrer.referenced.map(
    (name) => parents.shape.columns.find((column) => column.name === name)?.type ?? 'text',
  )
  const result = await db.text(
    `select ${rowColumns(child)
      .map((name) => (needed.has(name) ? `t.${quoteIdent(name)}` : 'null::text'))
      .join(', ')}
     from ${ownRows(child)} t
     where (${referrer.columns.map((name) => `t.${quoteIdent(name)}`).join(', ')}) in (
       select ${types.map((type, at) => `a.c${at}::${type}`).join(', ')}
       from unnest(${lists.map((_, at) => `$${at + 1}::text[]`).join(', ')})
         as a (${types.map((_, at) => `c${at}`).join(', ')})
     )
     limit ${maxCounted + 1}`,
    lists,
  )
  return result.rows
}
