import type { ProjectDatabase, Queryable } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

import { afterData } from './after-data.ts'
import { beforeData, own } from './before-data.ts'
import { insertStatements } from './insert-statements.ts'
import { eachBatch, type Sending, settleFormats } from './rows.ts'

const head = `-- Schema and data of a database, all of the same moment.
-- Run it in an empty database. Roles and what they were granted, foreign tables, aggregates and
-- large objects are not in it.
set client_encoding = 'UTF8';
set standard_conforming_strings = on;
set check_function_bodies = off;
set search_path = '';
`

/**
 * Writes statements that make the same tables with the same rows in an empty database: what
 * tables need, the tables, the rows, and then what keeps rows in order. Tables that the
 * connection may not read are named in a comment and left out with their rows only.
 */
export async function exportSql(db: ProjectDatabase, sending: Sending): Promise<void> {
  await db.snapshot(async (tx) => {
    await settleFormats(tx)
    await sending.write(head)
    for (const query of beforeData) await writeStatements(tx, query, sending)
    for (const table of await listStored(tx)) await writeRows(tx, table, sending)
    for (const query of afterData) await writeStatements(tx, query, sending)
  })
}

async function writeStatements(tx: Queryable, query: string, { write, signal }: Sending) {
  const rows = await tx.query<{ statement: string }>(query, [], { signal })
  if (rows.length === 0) return
  await write(`\n${rows.map(({ statement }) => `${statement.trimEnd()};\n`).join('')}`)
  signal.throwIfAborted()
}

type StoredTable = {
  schema: string
  name: string
  columns: string[]
  has_identity: boolean
  is_readable: boolean
}

/** Tables that hold rows themselves, with the columns that can be written. */
const listStored = (tx: Queryable) =>
  tx.query<StoredTable>(/* SQL */ `
    select n.nspname::text as schema, c.relname::text as name,
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum
      ) as columns,
      exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attidentity = 'a' and not a.attisdropped
      ) as has_identity,
      has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select') as is_readable
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence <> 't' and ${own('pg_class', 'c')}
    order by n.nspname, c.relname`)

async function writeRows(tx: Queryable, table: StoredTable, { write, signal }: Sending) {
  const name = `${quoteIdent(table.schema)}.${quoteIdent(table.name)}`
  if (!table.is_readable) {
    // As JSON, so that no name can end the comment.
    await write(`\n-- The rows of ${JSON.stringify(name)} may not be read.\n`)
    return
  }
  if (table.columns.length === 0) return
  const into = { ...table, overrides: table.has_identity }
  const columns = table.columns.map(quoteIdent).join(', ')
  // "only": rows of children belong to the children.
  const select = `select ${columns} from only ${name}`
  await eachBatch(tx, { select, signal }, async (rows) => {
    for (const statement of insertStatements(into, rows)) await write(`\n${statement}`)
  })
}
