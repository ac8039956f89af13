import type { Queryable } from '@basalt/engine'

/** Bytes with indexes and long values, and rows as the planner estimates them. */
export type TableSize = { bytes: number; rows: number }

/** A table by its name as written in SQL, and the new types of some columns. */
export type Widened = {
  name: string
  columns: readonly { name: string; type: string; limits: readonly number[] }[]
}

/**
 * The tables among the given ones that have to be rewritten because a column exists and changes to
 * another type, or gets narrower. A `varchar`, `text` or `numeric` that only widens is not
 * rewritten (manual, `ALTER TABLE`, notes).
 */
export async function getRewritten(
  db: Queryable,
  tables: readonly Widened[],
): Promise<ReadonlySet<string>> {
  const requested = tables.flatMap(({ name, columns }) =>
    columns.map((column) => ({ table: name, ...column })),
  )
  if (requested.length === 0) return new Set()
  const { rows } = await db.text(
    /* SQL */ `
    with requested as (
      select * from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::int[])
        as requested (name, col, type, most, scale)
    ), found as (
      select requested.*, a.atttypid, a.atttypmod
      from requested join pg_catalog.pg_attribute a on a.attname = requested.col and a.attrelid = (
        case when pg_input_is_valid(requested.name, 'regclass') then to_regclass(requested.name) end
      )
    )
    select distinct name from found where not case type
      when 'numeric' then atttypid = 'numeric'::regtype and (
        most is null or atttypmod <> -1
          and ((atttypmod - 4) & 2047) = coalesce(scale, 0)
          and (((atttypmod - 4) >> 16) & 65535) <= most
      )
      else atttypid in ('text'::regtype, 'varchar'::regtype) and (
        most is null or atttypid = 'varchar'::regtype and atttypmod <> -1 and atttypmod - 4 <= most
      )
    end`,
    [
      requested.map(({ table }) => table),
      requested.map(({ name }) => name),
      requested.map(({ type }) => type),
      requested.map(({ limits }) => limits[0] ?? null),
      requested.map(({ limits }) => limits[1] ?? null),
    ],
  )
  return new Set(rows.map(([name]) => name ?? ''))
}

/** Of some relations, by their names as they are written in SQL, those that are there. */
export async function getExisting(
  db: Queryable,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set()
  const { rows } = await db.text(
    /* SQL */ `
    select name from unnest($1::text[]) as requested (name)
    where case when pg_input_is_valid(name, 'regclass') then to_regclass(name) end is not null`,
    [[...names]],
  )
  return new Set(rows.map(([name]) => name ?? ''))
}

/** Sizes of tables, by their names as written in SQL; other and missing relations are left out. */
export async function tableSizes(
  db: Queryable,
  names: readonly string[],
): Promise<ReadonlyMap<string, TableSize>> {
  if (names.length === 0) return new Map()
  const { rows } = await db.text(
    /* SQL */ `
    select requested.name, pg_total_relation_size(c.oid), greatest(c.reltuples, 0)::bigint
    from unnest($1::text[]) as requested (name)
    join pg_catalog.pg_class c on c.oid = (
      case when pg_input_is_valid(requested.name, 'regclass') then to_regclass(requested.name) end
    )
    where c.relkind in ('r', 'p', 'm')`,
    [[...names]],
  )
  return new Map(
    rows.map(([name, bytes, count]) => [name ?? '', { bytes: Number(bytes), rows: Number(count) }]),
  )
}
