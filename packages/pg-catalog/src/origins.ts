import type { Queryable, TextField } from '@basalt/engine'

import { getKey } from './columns.ts'
import { isAddressedByCtid, hasChildTables, plainKey } from './row-names.ts'

type Refusal =
  | 'not_a_query'
  | 'read_twice'
  | 'view'
  | 'protected'
  | 'temporary'
  | 'unseen'
  | 'no_key'
  | 'child_tables'
  | 'key_missing'

type TracedTable = {
  id: number
  schema: string
  name: string
  key: string[]
  /** Why its rows cannot be changed where these fields are shown; null when they can. */
  refusal: Refusal | null
}

export type Origins = {
  tables: TracedTable[]
  /** Null for computed fields. */
  fields: ({ table: number; column: string; is_generated: boolean } | null)[]
}

type Requested = {
  fields: readonly TextField[]
  /** The tables that the query reads, each as often as it does; undefined for no plain query. */
  sources: readonly { schema: string; name: string }[] | undefined
  /** Schemas whose tables cannot be edited. */
  closed: readonly string[]
}

/** Resolves the columns of tables that the fields come from; null when none does. */
export async function traceFields(db: Queryable, requested: Requested): Promise<Origins | null> {
  const { fields } = requested
  const ids = [...new Set(fields.filter(isColumn).map(({ tableId }) => tableId))]
  if (ids.length === 0) return null
  const found = await db.query<TableRow>(tablesQuery, [ids], { name: 'trace-fields' })
  const rows = new Map(found.map((row) => [row.id, row]))
  const getColumn = ({ tableId, columnNumber }: TextField) =>
    rows.get(tableId)?.columns.find(({ number }) => number === columnNumber)
  return {
    tables: ids.map((id) => {
      const row = rows.get(id)
      if (row === undefined) return { id, schema: '', name: '', key: [], refusal: 'unseen' }
      const { schema, name, key } = row
      const shown = fields.flatMap((field) =>
        field.tableId === id ? (getColumn(field)?.name ?? []) : [],
      )
      return { id, schema, name, key: plainKey(key), refusal: getRefusal(row, shown, requested) }
    }),
    fields: fields.map((field) => {
      const column = getColumn(field)
      const table = ids.indexOf(field.tableId)
      return column === undefined
        ? null
        : { table, column: column.name, is_generated: column.is_generated }
    }),
  }
}

/** System columns such as `ctid` are not columns of the table. */
const isColumn = ({ tableId, columnNumber }: TextField) => tableId !== 0 && columnNumber > 0

type TableRow = {
  id: number
  schema: string
  name: string
  kind: string
  is_temporary: boolean
  columns: { number: number; name: string; is_generated: boolean }[]
  key: string[]
}

function getRefusal(
  { schema, name, kind, is_temporary: isTemporary, key }: TableRow,
  shown: readonly string[],
  { sources, closed }: Requested,
): Refusal | null {
  if (isTemporary) return 'temporary'
  if (closed.includes(schema)) return 'protected'
  if (kind === 'v' || kind === 'm') return 'view'
  if (sources === undefined) return 'not_a_query'
  const reads = sources.filter(
    (source) => source.name === name && (source.schema === '' || source.schema === schema),
  )
  // Read by a name that is not its own it cannot be counted, so it is not trusted either.
  if (reads.length !== 1) return 'read_twice'
  if (hasChildTables({ key })) return 'child_tables'
  // A `ctid` is rarely selected, and may address another row after the next change.
  if (key.length === 0 || isAddressedByCtid({ key })) return 'no_key'
  return key.every((column) => shown.includes(column)) ? null : 'key_missing'
}

const tablesQuery = /* SQL */ `
  select
    t.oid::int8::float8 as id,
    n.nspname::text as schema,
    t.relname::text as name,
    t.relkind::text as kind,
    t.relpersistence = 't' as is_temporary,
    (
      select coalesce(json_agg(json_build_object(
        'number', a.attnum,
        'name', a.attname,
        'is_generated', a.attgenerated <> '' or a.attidentity = 'a'
      )), '[]')
      from pg_attribute a
      where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    ) as columns,
    coalesce((${getKey('t.oid')}), '{}') as key
  from pg_class t
  join pg_namespace n on n.oid = t.relnamespace
  where t.oid = any ($1::oid[]) and n.nspname <> 'basalt_trash'`
