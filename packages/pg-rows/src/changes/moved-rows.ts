import type { Queryable } from '@basalt/engine'
import { isAddressedByCtid, rowColumns } from '@basalt/pg-catalog'
import type { RowOperation } from '@basalt/pg-model'

import { type ShapeCache, tableName, type TableShape } from '../table-shape.ts'
import { type Image, readPart } from './statements.ts'

type Lost = {
  /** Where the row was, as `ctid` says it. */
  place: string
  /** What is known of it, by column. */
  known: Readonly<Record<string, string | null>>
}

/**
 * Rows that are known by their place and were changed by others, as they are now: PostgreSQL leads from each version of a row to the next, until the old one is
 * cleared away. Null for a row that is gone, or that nothing leads to.
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
    // Where nothing leads on, what is there now is another row.
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
 * A place that was cleared away may be another row's by now: what shares less than half of what
 * was seen is taken for no one's.
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

/** The same conflicts, with rows that are somewhere else by now as they are there. */
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
      const isThere = current !== null && isLike(shape, current, previous)
      if (!isAddressedByCtid(shape) || isThere) return []
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
