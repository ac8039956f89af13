import type { Queryable } from '@basalt/engine'

import { rowColumns } from '../row-names.ts'
import type { RowOperation } from './operations.ts'
import { readColumns, type ShapeCache, sharesRows, type TableShape } from './shape.ts'
import { type Image, readPart } from './statements.ts'

type Told = {
  /** What the values of rows belong to, by the oid of their table. */
  columns?: Record<string, string[]>
  /** By place in the list of operations. */
  results?: ({ row: Image } | { deleted: boolean })[] | null
  conflicts?: { operation: number; current: Image | null }[]
}

type Asked = { operations: readonly RowOperation[]; shapes: ShapeCache }

/**
 * The rows of an answer as the tables show them that were asked to be changed: what keeps the row
 * may have more columns, and another key.
 */
export async function asRequested<Answer extends Told>(
  db: Queryable,
  answer: Answer,
  { operations, shapes }: Asked,
): Promise<Answer> {
  const known = await shapes.load(
    db,
    operations.map(({ table }) => table),
  )
  const shared = [...known.values()].filter(sharesRows)
  if (shared.length === 0) return answer
  const { columns = {}, results, conflicts } = answer
  const rowAt = (place: number, image: Image | null | undefined): StoredRow[] => {
    const operation = operations[place]
    if (!image || operation === undefined) return []
    const shape = known.get(operation.table)
    if (shape === undefined || !sharesRows(shape)) return []
    return [{ place, image, shape, keeper: getOwningTable(operation, shape) }]
  }
  const kept = [
    ...(results ?? []).flatMap((one, place) => rowAt(place, 'row' in one ? one.row : null)),
    ...(conflicts ?? []).flatMap(({ operation, current }) => rowAt(operation, current)),
  ]
  const rows = await shownRows(db, { kept, columns }, shapes)
  return {
    ...answer,
    columns: { ...columns, ...Object.fromEntries(shared.map((one) => [one.id, readColumns(one)])) },
    ...(results && {
      results: results.map((one, place) => {
        const row = rows.get(place)
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
  /** Of the table that was asked for. */
  shape: TableShape
  /** The table that keeps the row. */
  keeper: number
}

const getOwningTable = (operation: RowOperation, shape: TableShape): number =>
  operation.op === 'insert'
    ? shape.id
    : Number(operation.key[shape.read_key.indexOf('tableoid')] ?? shape.id)

type Kept = { kept: readonly StoredRow[]; columns: Record<string, string[]> }

async function shownRows(
  db: Queryable,
  { kept, columns }: Kept,
  shapes: ShapeCache,
): Promise<Map<number, Image>> {
  const keepers = await shapes.load(
    db,
    kept.map(({ keeper }) => keeper),
  )
  const shown = new Map<number, Image>()
  for (const [id, keeper] of keepers) {
    const own = kept.filter((row) => row.keeper === id)
    const names = columns[id] ?? rowColumns(keeper)
    const held = (image: Image, name: string) => image[names.indexOf(name)] ?? null
    // What goes by its place has that among its values; of others it has to be asked for.
    const places = names.includes('ctid')
      ? own.map(({ image }) => [held(image, 'ctid')])
      : await readPart(db, keeper, {
          keys: own.map(({ image }) => keeper.key.map((name) => held(image, name) ?? '')),
          names: ['ctid'],
        })
    for (const [at, { place, image, shape }] of own.entries()) {
      const system: Image = [String(id), places[at]?.[0] ?? null]
      shown.set(place, [...shape.columns.map(({ name }) => held(image, name)), ...system])
    }
  }
  return shown
}
