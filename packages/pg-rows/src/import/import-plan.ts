import type { Queryable } from '@basalt/engine'
import { findKey, hasChildTables, plainKey, findTable, type TableRow } from '@basalt/pg-catalog'
import { quoteIdent } from '@basalt/pg-sql'

/**
 * The value of an empty cell: NULL; NULL unless it is quoted, which makes it an empty text; or an
 * empty text in any case.
 */
export type EmptyCells = 'null' | 'unquoted' | 'text'

/** The action for a row whose key exists already. */
type OnConflict = 'fail' | 'skip' | 'update'

export type ImportRequest = {
  columns: readonly {
    /** Place of the cell in a row of the source. */
    source: number
    name: string
    empty: EmptyCells
  }[]
  on_conflict: OnConflict
}

type PlannedColumn = {
  name: string
  source: number
  empty: EmptyCells
  /** The type that a text is cast to before it is assigned, without its length. */
  castType: string
  isAlwaysIdentity: boolean
  /** Whether the type accepts an empty text. */
  isText: boolean
}

export type ImportPlan = {
  table: TableRow
  columns: readonly PlannedColumn[]
  /** Columns of the table's key; empty when rows have none. */
  key: readonly string[]
  /** Whether rows of child tables may have the same key. */
  hasChildTables: boolean
  onConflict: OnConflict
  /** All columns of the table, in their order. */
  rowColumns: readonly string[]
}

/** The request does not fit the table; the message has the reason. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}

const writable: ReadonlySet<string> = new Set(['table', 'partitioned_table', 'foreign_table'])

/** @throws ImportError when rows cannot be written as requested. */
export async function planImport(
  db: Queryable,
  tableId: number,
  request: ImportRequest,
): Promise<ImportPlan> {
  const table = await findTable(db, tableId)
  if (table === null) throw new ImportError('This table does not exist')
  if (!writable.has(table.kind))
    throw new ImportError('Rows can be imported into tables only, not into views')
  if (!table.is_insertable)
    throw new ImportError('This foreign table is read-only because of its server or its options')
  const known = await listTypes(db, tableId)
  const types = new Map(known.map((column) => [column.name, column]))
  const names = await findKey(db, tableId)
  const key = plainKey(names)
  const columns = request.columns.map((requested) => {
    const found = types.get(requested.name)
    if (found === undefined)
      throw new ImportError(`There is no column "${requested.name}" in this table`)
    if (found.is_generated)
      throw new ImportError(`"${requested.name}" is a generated column and cannot be imported`)
    const { cast_type: castType, is_always_identity: isAlwaysIdentity, is_text: isText } = found
    return { ...requested, castType, isAlwaysIdentity, isText }
  })
  checkColumns(columns, { key, onConflict: request.on_conflict })
  const rowColumns = known.map(({ name }) => name)
  const { on_conflict: onConflict } = request
  return {
    table,
    columns,
    key,
    hasChildTables: hasChildTables({ key: names }),
    onConflict,
    rowColumns,
  }
}

function checkColumns(
  columns: readonly PlannedColumn[],
  { key, onConflict }: { key: readonly string[]; onConflict: OnConflict },
): void {
  if (columns.length === 0) throw new ImportError('Choose at least one column')
  const names = columns.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new ImportError(`Two columns of the file are mapped to "${twice}"`)
  if (onConflict === 'fail') return
  if (key.length === 0) {
    throw new ImportError(
      'The table has no key, so rows cannot conflict: choose to reject conflicting rows',
    )
  }
  const missing = key.find((name) => !names.includes(name))
  if (missing !== undefined) {
    throw new ImportError(`"${missing}" is part of the key, so map it to a column of the file`)
  }
}

type ColumnType = {
  name: string
  cast_type: string
  is_generated: boolean
  is_always_identity: boolean
  is_text: boolean
}

/**
 * The base type of domains, without a length: an explicit cast would truncate long values, where
 * the assignment refuses them.
 */
const listTypes = (db: Queryable, tableId: number): Promise<ColumnType[]> =>
  db.query<ColumnType>(
    /* SQL */ `
    with recursive base (attnum, type_id) as (
      select attnum, atttypid from pg_attribute
      where attrelid = $1::oid and attnum > 0 and not attisdropped
      union all
      select base.attnum, t.typbasetype from base
      join pg_type t on t.oid = base.type_id
      where t.typtype = 'd'
    )
    select a.attname::text as name, format_type(t.oid, -1) as cast_type,
      a.attgenerated <> '' as is_generated, a.attidentity = 'a' as is_always_identity,
      t.typcategory = 'S' as is_text
    from pg_attribute a
    join base on base.attnum = a.attnum
    join pg_type t on t.oid = base.type_id and t.typtype <> 'd'
    where a.attrelid = $1::oid and a.attnum > 0 and not a.attisdropped
    order by a.attnum`,
    [tableId],
  )

export const qualifiedName = ({ schema, name }: { schema: string; name: string }) =>
  `${quoteIdent(schema)}.${quoteIdent(name)}`
