import type { Queryable } from '@basalt/engine'
import { ownSchema } from '@basalt/pg-catalog'

import type { MadeTable } from './made-table.ts'

/**
 * The transactions, with savepoints, that wrote the rows of an import: a row whose `xmin` is one of
 * them is unchanged since. They are stored as the row with index 0 of the change.
 */
export type WritingTransactions = {
  /** 32 bits each, as `xmin` shows them. */
  ids: string[]
  /** The outermost one, as a 64-bit number that is never reused. */
  top: string
  /** The one that wrote the history. A database that was restored has another one there. */
  own: string
  /** The files of the table: a table that is rewritten gets others. */
  files: string
  /** The table as the import left it, where the import made it. */
  made?: MadeTable | undefined
}

/** Rows of this kind are internal; they are left out wherever rows are listed. */
export const transactionsKind = 'transactions'

export async function writeTransactions(
  tx: Queryable,
  change: string,
  known: WritingTransactions,
): Promise<void> {
  await tx.query(
    /* SQL */ `
    with noted as (
      insert into ${ownSchema}.changed_rows (change, place, table_place, kind, key, after)
      select id, 0, 0, '${transactionsKind}', '[]', $2::jsonb
      from ${ownSchema}.changes where id = $1::uuid and is_kept
      returning change
    )
    update ${ownSchema}.changes c set size_bytes = size_bytes + $3::bigint
    from noted where c.id = noted.change`,
    [change, JSON.stringify(known), known.ids.length * 16],
  )
}

/** Null when the change was no import, or is older than this record. */
export async function readTransactions(
  db: Queryable,
  change: string,
): Promise<WritingTransactions | null> {
  const rows = await db.query<{ known: WritingTransactions }>(
    `select after as known from ${ownSchema}.changed_rows
     where change = $1 and kind = '${transactionsKind}'`,
    [change],
  )
  return rows[0]?.known ?? null
}

/**
 * Why the transactions are not valid for the rows of this database; null when they are. After a
 * restored dump all rows were written by other transactions, the history as well: only a history
 * row that still has its original transaction proves that the imported rows have theirs.
 */
export async function whyStrange(
  db: Queryable,
  change: string,
  { own, top }: WritingTransactions,
): Promise<string | null> {
  const { rows } = await db.text(
    /* SQL */ `
    select r.xmin::text = $2, c.xmin::text = $2,
      pg_snapshot_xmax(pg_current_snapshot())::text::numeric - $3::numeric between 0 and 2147483647
    from ${ownSchema}.changes c
    join ${ownSchema}.changed_rows r on r.change = c.id and r.kind = '${transactionsKind}'
    where c.id = $1::uuid`,
    [change, own, top],
  )
  const [isHere, isUntouched, isRecent] = rows[0] ?? []
  if (isHere !== 't') return 'The database was restored since, so the rows cannot be identified'
  // Both rows must be unchanged: a dump may restore one of them under the same number.
  if (isUntouched !== 't') return 'It was undone and redone since. Undo the redone change instead.'
  return isRecent === 't' ? null : 'Too much was written since, so the rows cannot be identified'
}

/** The files that the table, or each of its partitions, is in. */
export async function listFiles(db: Queryable, table: number): Promise<string> {
  const { rows } = await db.text(
    `select string_agg(pg_relation_filenode(id::oid)::text, ' ' order by id)
     from (select $1::oid as id union select relid from pg_partition_tree($1::oid)) as parts`,
    [String(table)],
  )
  return rows[0]?.[0] ?? ''
}
