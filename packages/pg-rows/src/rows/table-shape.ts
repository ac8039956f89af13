import type { Queryable } from '@basalt/engine'
import { getKey, getOwnKey, rowColumns, trashSchema } from '@basalt/pg-catalog'
import { quoteIdent } from '@basalt/pg-sql'

type ShapeColumn = {
  name: string
  /** In `pg_attribute`; stable when the column is renamed. */
  number: number
  /**
   * The type for a cast, without a length, and of a domain its base type: a cast to `varchar(3)`,
   * or to a domain over it, would truncate instead of refuse.
   */
  type: string
  /**
   * The conversion of a text when a cast would read it differently from PostgreSQL's output, as a
   * text cast to `regclass` does with `-`: a call, with `%s` for the text.
   */
  input: string | null
  /** With its length, as the catalog prints it. */
  declared: string
  /** PostgreSQL computes it, or numbers it always. */
  is_generated: boolean
  /** `generated always as identity`: written only when a row is restored. */
  is_identity_always: boolean
}

/** A foreign key that points at the table. */
export type Referrer = {
  constraint: string
  table: number
  schema: string
  name: string
  columns: string[]
  referenced: string[]
  /** As `pg_constraint` writes them: a, r, c, n, d. */
  on_delete: string
  on_update: string
}

/** Properties of a table that writing rows needs, from the catalog. */
export type TableShape = {
  id: number
  schema: string
  name: string
  kind: string
  /** Another one when the name, the columns or the keys have changed. */
  version: string
  columns: ShapeColumn[]
  /** The key of a row within the table itself. */
  key: string[]
  /** The key of a row when child tables are read too, as `findKey` returns it. */
  read_key: string[]
  constraints: { name: string; columns: string[] }[]
  has_deferrable: boolean
  /** Whether a statement can return the former values of changed rows. */
  returns_old: boolean
  referrers: Referrer[]
}

/** The rows of the table itself, without child tables. */
export const ownRows = (shape: Pick<TableShape, 'schema' | 'name' | 'kind'>): string =>
  `${shape.kind === 'r' ? 'only ' : ''}${tableName(shape)}`

/** Whether rows of child tables are read with its own. */
export const sharesRows = ({ key, read_key: readKey }: TableShape): boolean =>
  key.join('\0') !== readKey.join('\0')

/** The columns of a row that is read with child tables. */
export const readColumns = ({ columns, read_key: key }: TableShape): string[] =>
  rowColumns({ columns, key })

export const tableName = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>): string =>
  `${quoteIdent(schema)}.${quoteIdent(name)}`

/** The value as PostgreSQL prints it, and as it is answered; a row of nulls is a value. */
export const printedValue = (column: string): string =>
  `(case when num_nulls(${column}) = 0 then format('%s', ${column}) end)`

/** An expression for the transaction that wrote the row `t`; null when unknown. */
export const getWriter = ({ kind }: Pick<TableShape, 'kind'>): string =>
  kind === 'r' || kind === 'p' ? 't.xmin::text' : 'null::text'

/** The row's key among the values of an image. */
export function keyOfImage(
  shape: Pick<TableShape, 'columns' | 'key'>,
  image: readonly (string | null)[],
): string[] {
  const names = rowColumns(shape)
  return shape.key.map((name) => image[names.indexOf(name)] ?? '')
}

/** An expression for the version of a table's columns and keys. */
export const getColumnsVersion = (id: string): string => /* SQL */ `hashtext(
    coalesce((
      select string_agg(a.attnum || ':' || a.xmin::text, ',' order by a.attnum)
      from pg_catalog.pg_attribute a where a.attrelid = ${id} and a.attnum > 0
    ), '') || coalesce((
      select string_agg(i.indexrelid::text || ':' || i.xmin::text, ',' order by i.indexrelid)
      from pg_catalog.pg_index i where i.indrelid = ${id} and i.indisunique
    ), '')
  )::text`

/** An expression for the version of the table of the alias `c`, namespace `n`. */
export const versionExpression = /* SQL */ `
  c.xmin::text || ' ' || n.nspname || ' ' || c.relname || ' ' || ${getColumnsVersion('c.oid')}`

/** The value of `getColumnsVersion` when the shape was read. */
export const columnsVersion = ({ version }: Pick<TableShape, 'version'>): string =>
  version.slice(version.lastIndexOf(' ') + 1)

/** Shapes that are known, for as long as the statements that used them find them unchanged. */
export class ShapeCache {
  readonly #known = new Map<number, TableShape>()

  /** Dropped tables are missing from the answer. */
  async load(
    db: Queryable,
    ids: readonly number[],
    { isFresh = false }: { isFresh?: boolean } = {},
  ): Promise<ReadonlyMap<number, TableShape>> {
    const target = [...new Set(ids)]
    const missing = isFresh ? target : target.filter((id) => !this.#known.has(id))
    if (missing.length > 0) {
      for (const id of missing) this.#known.delete(id)
      for (const shape of await readShapes(db, missing)) this.#known.set(shape.id, shape)
    }
    return new Map(
      target.flatMap((id) => {
        const shape = this.#known.get(id)
        return shape === undefined ? [] : [[id, shape] as const]
      }),
    )
  }

  forget(): void {
    this.#known.clear()
  }
}

const readShapes = (db: Queryable, ids: readonly number[]): Promise<TableShape[]> =>
  db.query<TableShape>(shapesQuery, [ids], { name: 'table-shapes' })

const listNames = (relation: string, numbers: string) => /* SQL */ `
  (select json_agg(a.attname::text order by part.place)
   from unnest(${numbers}::int2[]) with ordinality as part (attnum, place)
   join pg_catalog.pg_attribute a on a.attrelid = ${relation} and a.attnum = part.attnum)`

const typeBelow = (type: string) => /* SQL */ `
  (with recursive below as (
     select t.oid, t.typbasetype from pg_catalog.pg_type t where t.oid = ${type}
     union all
     select t.oid, t.typbasetype from below join pg_catalog.pg_type t on t.oid = below.typbasetype
   )
   select oid from below where typbasetype = 0)`

/** The type's own input function, where a cast of a text calls some other function. */
const getInput = (type: string) => /* SQL */ `
  (select format(
     '%s(textout(%%s)%s)',
     t.typinput,
     case when p.pronargs = 3 then format(', %s, -1', coalesce(nullif(t.typelem, 0), t.oid)) end
   )
   from pg_catalog.pg_type t
   join pg_catalog.pg_proc p on p.oid = t.typinput
   join pg_catalog.pg_cast k on k.casttarget = t.oid and k.castsource = 'text'::regtype
   where t.oid = ${type} and k.castmethod = 'f')`

const shapesQuery = /* SQL */ `
  select
    c.oid::int8::float8 as id,
    n.nspname::text as schema,
    c.relname::text as name,
    c.relkind::text as kind,
    ${versionExpression} as version,
    (
      select coalesce(json_agg(json_build_object(
        'name', a.attname,
        'number', a.attnum,
        'type', format_type(${typeBelow('a.atttypid')}, -1),
        'input', ${getInput(typeBelow('a.atttypid'))},
        'declared', format_type(a.atttypid, a.atttypmod),
        'is_generated', a.attgenerated <> '' or a.attidentity = 'a',
        'is_identity_always', a.attidentity = 'a'
      ) order by a.attnum), '[]')
      from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ) as columns,
    coalesce(to_json((${getOwnKey('c.oid')})), '[]') as key,
    coalesce(to_json((${getKey('c.oid')})), '[]') as read_key,
    (
      select coalesce(json_agg(json_build_object(
        'name', k.conname,
        'columns', coalesce(${listNames('c.oid', 'k.conkey')}, '[]'::json)
      )), '[]')
      from pg_constraint k where k.conrelid = c.oid and k.conkey is not null
    ) as constraints,
    exists (
      select from pg_constraint k
      where k.condeferrable and (k.conrelid = c.oid or k.confrelid = c.oid)
    ) or exists (
      select from pg_trigger g where g.tgrelid = c.oid and g.tgdeferrable and not g.tgisinternal
    ) as has_deferrable,
    c.relkind = 'r' and current_setting('server_version_num')::int >= 180000 as returns_old,
    (
      select coalesce(json_agg(json_build_object(
        'constraint', k.conname,
        'table', k.conrelid::int8,
        'schema', rn.nspname,
        'name', r.relname,
        'columns', ${listNames('k.conrelid', 'k.conkey')},
        'referenced', ${listNames('k.confrelid', 'k.confkey')},
        'on_delete', k.confdeltype,
        'on_update', k.confupdtype
      ) order by k.oid), '[]')
      from pg_constraint k
      join pg_class r on r.oid = k.conrelid
      join pg_namespace rn on rn.oid = r.relnamespace
      where k.contype = 'f' and k.confrelid = c.oid and k.conparentid = 0
    ) as referrers
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.oid = any ($1::oid[]) and c.relkind in ('r', 'p', 'v', 'm', 'f')
    -- A dropped table keeps its number in the trash; what is written there would be lost.
    and n.nspname <> '${trashSchema}'`
