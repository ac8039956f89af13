import type { Queryable } from '@basalt/engine'
import { isAddressedByCtid, rowColumns } from '@basalt/pg-catalog'
import type { RowOperation } from '@basalt/pg-model'

import { type ShapeCache, tableName, type TableShape } from '../rows/table-shape.ts'
import { type Image, readPart } from './statements.ts'

type Lost = {
  /** The row's former `ctid`. */
  place: string
  /** The known values, by column. */
  known: Readonly<Record<string, string | null>>
}

/**
 * Finds the current versions of rows that are addressed by `ctid` and were changed by others:
 * PostgreSQL links each version of a row to the next, until the old one is vacuumed. Null for a row
 * that was deleted, or that no link leads to.
 */
export async function movedRows(
  db: Queryable,
  shape: TableShape,
  lost: readonly Lost[],
): Promise<(Image | null)[]> {
  if (shape.kind !== 'r' || lost.length === 0) return lost.map(() => null)
  const positions = await latestAddresses(
    db,
    shape,
    lost.map(({ place: position }) => position),
  )
  const keys = positions.map((position) => [position])
  const images = await readPart(db, shape, { keys, by: ['ctid'] })
  return lost.map(({ place: position, known }, at) => {
    const image = images[at] ?? null
    // Without a link, the row at this position is another one.
    return positions[at] !== position && image !== null && isLike(shape, image, known)
      ? image
      : null
  })
}

async function latestAddresses(
  db: Queryable,
  shape: TableShape,
  positions: readonly string[],
): Promise<string[]> {
  const { rows } = await db.text(
    `select currtid2($1, a.place::tid)
     from unnest($2::text[]) with ordinality as a (place, at) order by a.at`,
    [tableName(shape), positions],
  )
  return rows.map(([position]) => position ?? '')
}

/**
 * A vacuumed position may be reused for another row: one that shares less than half of the known
 * values is not taken for the same row.
 */
function isLike(
  shape: Pick<TableShape, 'columns' | 'key'>,
  image: Image,
  known: Lost['known'],
): boolean {
  const names = rowColumns(shape)
  const seen = Object.entries(known)
  const same = seen.filter(([name, value]) => (image[names.indexOf(name)] ?? null) === value)
  return seen.length > 0 && same.length * 2 >= seen.length
}

type Conflict = { operation: number; current: Image | null }
type Requested = { operations: readonly RowOperation[]; shapes: ShapeCache }

/** The same conflicts, with the current versions of moved rows. */
export async function conflictsAsMoved(
  db: Queryable,
  conflicts: readonly Conflict[],
  { operations, shapes }: Requested,
): Promise<Conflict[]> {
  const found = new Map<number, Image | null>()
  const known = await shapes.load(
    db,
    conflicts.flatMap(({ operation }) => operations[operation]?.table ?? []),
  )
  for (const shape of known.values()) {
    const lost = conflicts.flatMap(({ operation, current }) => {
      const one = operations[operation]
      if (one === undefined || one.op === 'insert' || one.table !== shape.id) return []
      const { previous = {}, key } = one
      const isPresent = current !== null && isLike(shape, current, previous)
      if (!isAddressedByCtid(shape) || isPresent) return []
      return [{ operation, place: key[shape.key.indexOf('ctid')] ?? '', known: previous }]
    })
    const images = await movedRows(db, shape, lost)
    for (const [at, { operation }] of lost.entries()) found.set(operation, images[at] ?? null)
  }
  return conflicts.map(({ operation, current }) => ({
    operation,
    current: found.has(operation) ? (found.get(operation) ?? null) : current,
  }))
}
