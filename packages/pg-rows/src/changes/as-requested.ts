import type { Queryable } from '@basalt/engine'
import { rowColumns } from '@basalt/pg-catalog'
import type { RowOperation } from '@basalt/pg-model'

import { readColumns, type ShapeCache, sharesRows, type TableShape } from '../rows/table-shape.ts'
import { type Image, readPart } from './statements.ts'

type Reported = {
  /** The columns of the rows' values, by the oid of their table. */
  columns?: Record<string, string[]>
  /** By place in the list of operations. */
  results?: ({ row: Image } | { deleted: boolean })[] | null
  conflicts?: { operation: number; current: Image | null }[]
}

type Requested = { operations: readonly RowOperation[]; shapes: ShapeCache }

/**
 * Converts the rows of an answer to the tables that the request named: the owning table may have
 * more columns, and another key.
 */
export async function asRequested<Answer extends Reported>(
  db: Queryable,
  answer: Answer,
  { operations, shapes }: Requested,
): Promise<Answer> {
  const known = await shapes.load(
    db,
    operations.map(({ table }) => table),
  )
  const shared = [...known.values()].filter(sharesRows)
  if (shared.length === 0) return answer
  const { columns = {}, results, conflicts } = answer
  const rowAt = (position: number, image: Image | null | undefined): StoredRow[] => {
    const operation = operations[position]
    if (!image || operation === undefined) return []
    const shape = known.get(operation.table)
    if (shape === undefined || !sharesRows(shape)) return []
    return [{ place: position, image, shape, owningTable: getOwningTable(operation, shape) }]
  }
  const stored = [
    ...(results ?? []).flatMap((one, position) => rowAt(position, 'row' in one ? one.row : null)),
    ...(conflicts ?? []).flatMap(({ operation, current }) => rowAt(operation, current)),
  ]
  const rows = await shownRows(db, { kept: stored, columns }, shapes)
  return {
    ...answer,
    columns: { ...columns, ...Object.fromEntries(shared.map((one) => [one.id, readColumns(one)])) },
    ...(results && {
      results: results.map((one, position) => {
        const row = rows.get(position)
        return row === undefined ? one : { row }
      }),
    }),
    ...(conflicts && {
      conflicts: conflicts.map(({ operation, current }) => ({
        operation,
        current: rows.get(operation) ?? current,
      })),
    }),
  }
}

type StoredRow = {
  place: number
  image: Image
  /** Of the requested table. */
  shape: TableShape
  /** The table that stores the row. */
  owningTable: number
}

const getOwningTable = (operation: RowOperation, shape: TableShape): number =>
  operation.op === 'insert'
    ? shape.id
    : Number(operation.key[shape.read_key.indexOf('tableoid')] ?? shape.id)

type Stored = { kept: readonly StoredRow[]; columns: Record<string, string[]> }

async function shownRows(
  db: Queryable,
  { kept: stored, columns }: Stored,
  shapes: ShapeCache,
): Promise<Map<number, Image>> {
  const owningTables = await shapes.load(
    db,
    stored.map(({ owningTable }) => owningTable),
  )
  const shown = new Map<number, Image>()
  for (const [id, owningTable] of owningTables) {
    const own = stored.filter((row) => row.owningTable === id)
    const names = columns[id] ?? rowColumns(owningTable)
    const held = (image: Image, name: string) => image[names.indexOf(name)] ?? null
    // Rows addressed by `ctid` have it among their values; for others it has to be queried.
    const positions = names.includes('ctid')
      ? own.map(({ image }) => [held(image, 'ctid')])
      : await readPart(db, owningTable, {
          keys: own.map(({ image }) => owningTable.key.map((name) => held(image, name) ?? '')),
          names: ['ctid'],
        })
    for (const [at, { place: position, image, shape }] of own.entries()) {
      const system: Image = [String(id), positions[at]?.[0] ?? null]
      shown.set(position, [...shape.columns.map(({ name }) => held(image, name)), ...system])
    }
  }
  return shown
}
