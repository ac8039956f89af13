import type { ProjectDatabase, Queryable, Snapshot } from '@basalt/engine'
import { insertStatements, type Sending, settleFormats } from '@basalt/pg-rows'
import { quoteIdent } from '@basalt/pg-sql'

import { isOmitted, schemaSeeds, writeDefinition } from '../definition/definition.ts'
import { type Extension, type GraphNode, platformSchemas } from '../definition/graph.ts'
import { listOmitted } from '../definition/objects.ts'
import { own } from '../definition/own-objects.ts'
import { sequenceValues } from './sequence-values.ts'

const head = `-- All rows are of the same moment. Run it in an empty database. Roles that it names are made where
-- they are missing, without a login. Passwords, user mappings, owners, publications and large
-- objects are not in it.
set client_encoding = 'UTF8';
set standard_conforming_strings = on;
set search_path = '';`

/**
 * Writes statements that recreate the same schemas with the same rows in an empty database: types,
 * functions, tables and views, the rows, and then constraints, indexes and triggers. For tables
 * that the connection may not read, only the rows are left out, with a comment.
 */
export async function exportSql(db: ProjectDatabase, sending: Sending): Promise<void> {
  await db.snapshot(async (tx) => {
    await settleFormats(tx)
    const schemas = await tx.query<{ name: string }>(ownSchemas, [platformSchemas])
    const names = schemas.map(({ name }) => name)
    const servers = await tx.query<{ statement: string }>(serversQuery)
    await writeDefinition(
      tx,
      {
        title: 'Schema and data of a database',
        seeds: await schemaSeeds(tx, names),
        isPart: (node) => names.includes(node.schema) && !isOmitted(node),
        schemas: names,
        omitted: await listOmitted(tx, names),
        data: {
          head,
          extensions: await tx.query<Extension>(extensionsQuery),
          servers: servers.map(({ statement }) => statement),
          write: (nodes) => writeData(tx, nodes, sending),
        },
      },
      sending,
    )
  })
}

const ownSchemas = /* SQL */ `
  select n.nspname::text as name from pg_namespace n
  where ${own('pg_namespace', 'n')} and n.nspname <> all ($1::text[])
  order by n.nspname`

const extensionsQuery = /* SQL */ `
  select quote_ident(e.extname) as name, quote_ident(n.nspname) as schema
  from pg_extension e join pg_namespace n on n.oid = e.extnamespace
  where e.extname <> 'plpgsql' order by e.extname`

const listOptions = (column: string) => /* SQL */ `
  coalesce((
    select ' options (' || string_agg(format('%I %L', o.option_name, o.option_value), ', ') || ')'
    from pg_options_to_table(${column}) o
  ), '')`

/** Of foreign-data wrappers of extensions. */
const serversQuery = /* SQL */ `
  select concat(format('create server %I', s.srvname), ' type ' || quote_literal(s.srvtype),
    ' version ' || quote_literal(s.srvversion), format(' foreign data wrapper %I', w.fdwname), ${listOptions('s.srvoptions')}) as statement
  from pg_foreign_server s join pg_foreign_data_wrapper w on w.oid = s.srvfdw
  where exists (
    select from pg_depend e
    where e.classid = 'pg_foreign_data_wrapper'::regclass and e.objid = w.oid and e.deptype = 'e'
  )
  order by s.srvname`

async function writeData(tx: Snapshot, nodes: readonly GraphNode[], sending: Sending) {
  const relations = nodes.filter(({ kind }) => kind === 'relation')
  const ids = relations.map(({ id }) => id)
  for (const table of await listStored(tx, ids)) await writeRows(tx, table, sending)
  const values = await sequenceValues(tx, ids)
  if (values.length > 0) await sending.write(`\n${values.map((one) => `${one};\n`).join('')}`)
  const filled = await tx.query<{ id: number }>(filledViews, [ids])
  const isFilled = new Set(filled.map(({ id }) => id))
  const views = relations.filter(({ id }) => isFilled.has(id))
  const refresh = views.map(({ name }) => `refresh materialized view ${name};\n`)
  if (refresh.length > 0) await sending.write(`\n${refresh.join('')}`)
}

const filledViews = /* SQL */ `
  select c.oid::int8::float8 as id from pg_class c
  where c.oid = any ($1::oid[]) and c.relkind = 'm' and c.relispopulated`

type StoredTable = {
  schema: string
  name: string
  columns: string[]
  has_identity: boolean
  is_readable: boolean
}

/** Tables that hold rows themselves, with the columns that can be written. */
const listStored = (tx: Queryable, ids: readonly number[]) =>
  tx.query<StoredTable>(
    /* SQL */ `
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
    where c.relkind = 'r' and c.oid = any ($1::oid[])
    order by n.nspname, c.relname`,
    [ids],
  )

async function writeRows(tx: Snapshot, table: StoredTable, { write, signal }: Sending) {
  const name = `${quoteIdent(table.schema)}.${quoteIdent(table.name)}`
  if (!table.is_readable) {
    // As JSON, so that no name can end the comment.
    await write(`\n-- No permission to read the rows of ${JSON.stringify(name)}.\n`)
    return
  }
  const into = { ...table, overrides: table.has_identity }
  const columns = table.columns.map(quoteIdent).join(', ')
  // "only": rows of children belong to the children.
  const select = `select ${columns} from only ${name}`
  const onRows = async (rows: (string | null)[][]) => {
    for (const statement of insertStatements(into, rows)) await write(`\n${statement}`)
    // The writer does not report a closed connection itself.
    signal.throwIfAborted()
  }
  await tx.eachBatch(select, onRows, { signal })
}
