import type { Queryable } from '@basalt/engine'
import { isAddressedByCtid, rowColumns, ownSchema } from '@basalt/pg-catalog'
import { printedValue, type TableShape, type WritingTransactions } from '@basalt/pg-rows'
import { quoteIdent } from '@basalt/pg-sql'

type Imported = { shape: TableShape; transactions: WritingTransactions }

/**
 * Whether a change that is still in the history wrote any row of the import. Rows without a key are
 * not searched: nothing identifies those that a change wrote.
 */
export async function wasTouched(db: Queryable, { shape, transactions }: Imported) {
  if (shape.key.length === 0 || isAddressedByCtid(shape)) return false
  const { rows } = await db.text(
    `select exists (select from ${ownSchema}.changed_rows where was = any ($1::text[]::xid[]))`,
    [transactions.ids],
  )
  return rows[0]?.[0] === 't'
}

/** The key of the row `t`, as the history writes it. */
export const keyNow = ({ key }: TableShape): string =>
  `to_jsonb(array[${key.map((name) => `format('%s', t.${quoteIdent(name)})`).join(', ')}])`

/**
 * Whether the row `t` is again as imported, after changes of the history that follow each other
 * without a gap: each found the row as the one before had written it, and the last one wrote the
 * imported values. `$1` is the list of the import's transactions.
 */
export function isRestored(shape: TableShape): string {
  const image = rowColumns(shape).map((name) => printedValue(`t.${quoteIdent(name)}`))
  return /* SQL */ `(t.xmin::text, ${keyNow(shape)}, to_jsonb(array[${image.join(', ')}]::text[])) in (
    with recursive step as materialized (
      -- A row that is brought back was not there before: it follows the change that took it.
      select r.change::text as change, r.xmin::text as writer, r.key, r.before,
        coalesce(r.after, r.before) as image, r.after is null as is_deleted,
        case r.kind when 'insert' then c.undoes::text else r.was::text end as follows,
        case r.kind when 'insert' then r.after else r.before end as found
      from ${ownSchema}.changed_rows r
      join ${ownSchema}.changes c on c.id = r.change
      where (c.tables -> r.table_place ->> 'id')::bigint = ${shape.id}
    ), line as (
      select change, writer, key, before as imported, image, is_deleted
      from step where follows = any ($1::text[])
      union
      select s.change, s.writer, s.key, line.imported, s.image, s.is_deleted
      from line join step s
        on s.follows = case when line.is_deleted then line.change else line.writer end
        and s.found = line.image
    )
    select writer, key, image from line where image = imported and not is_deleted
  )`
}
