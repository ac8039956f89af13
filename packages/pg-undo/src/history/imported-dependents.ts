import type { Queryable } from '@basalt/engine'
import {
  type Refusal,
  type Referrer,
  type ShapeCache,
  ownRows,
  tableName,
  type TableShape,
} from '@basalt/pg-rows'
import { quoteIdent } from '@basalt/pg-sql'

type Deleted = {
  shape: TableShape
  /** The rows `t` that will be deleted, by a condition that takes `ids` as `$1`. */
  imported: { condition: string; ids: readonly string[] }
}

const maxCounted = 10_000

const ends: Readonly<Record<string, string>> = {
  c: 'would be deleted with them',
  n: 'would lose their reference',
  d: 'would reference their default instead',
}

/**
 * Why so many rows are not deleted: referencing rows would be deleted with them, and are too many
 * to be stored. Foreign keys that only refuse raise an error themselves.
 */
export async function referringRows(
  tx: Queryable,
  deleted: Deleted,
  shapes: ShapeCache,
): Promise<Refusal | null> {
  const { id } = deleted.shape
  const shape = (await shapes.load(tx, [id], { isFresh: true })).get(id) ?? deleted.shape
  for (const referrer of shape.referrers) {
    const end = ends[referrer.on_delete]
    if (end === undefined) continue
    const { rows } = await tx.text(counting({ ...deleted, shape }, referrer), [
      deleted.imported.ids,
    ])
    const count = Number(rows[0]?.[0])
    if (count === 0) continue
    const number = count > maxCounted ? `More than ${maxCounted}` : String(count)
    const noun = count === 1 ? 'row' : 'rows'
    return {
      operation: 0,
      message: `${number} ${noun} of ${referrer.schema}.${referrer.name} reference the imported rows and ${end}. Delete or change them first.`,
      sqlstate: '23503',
      constraint: referrer.constraint,
    }
  }
  return null
}

function counting({ shape, imported }: Deleted, referrer: Referrer): string {
  const pairs = referrer.columns.map(
    (name, at) => `c.${quoteIdent(name)} = t.${quoteIdent(referrer.referenced[at] ?? '')}`,
  )
  // Rows that reference others of the same import are deleted anyway.
  const others =
    referrer.table === shape.id ? 'where not (c.xmin = any ($1::text[]::xid[]))' : 'where true'
  return `select count(*) from (
    select from ${tableName(referrer)} c ${others} and exists (
      select from ${ownRows(shape)} t where ${pairs.join(' and ')} and ${imported.condition}
    ) limit ${maxCounted + 1}
  ) as found`
}
