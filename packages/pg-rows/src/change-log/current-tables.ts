import type { Queryable } from '@basalt/engine'

/**
 * A join of `now`, whose `tables` are those of the change `c` with the current names of their
 * columns. Columns are identified by their numbers, which survive renaming; a dropped one is
 * matched by name to a new column, unless another column had taken the name.
 */
export const joinCurrentTables = /* SQL */ `
  cross join lateral (
    select coalesce(jsonb_agg(logged.one || jsonb_build_object(
      'columns', coalesce((
        select jsonb_agg(coalesce(names.now ->> part.name, part.name) order by part.place)
        from jsonb_array_elements_text(logged.one -> 'columns') with ordinality as part (name, place)
      ), '[]'),
      'key', coalesce((
        select jsonb_agg(coalesce(names.now ->> part.name, part.name) order by part.place)
        from jsonb_array_elements_text(logged.one -> 'key') with ordinality as part (name, place)
      ), '[]')
    ) order by logged.place), '[]') as tables
    from jsonb_array_elements(c.tables) with ordinality as logged (one, place)
    cross join lateral (
      select jsonb_object_agg(part.name, case
        when same.attnum is not null then same.attname::text
        when other.attnum is not null then part.name || ' (dropped)'
        else part.name
      end) as now
      from jsonb_array_elements_text(logged.one -> 'columns') with ordinality as part (name, place)
      cross join lateral (
        select
          (logged.one ->> 'id')::oid as relation,
          (logged.one -> 'numbers' ->> (part.place - 1)::int)::int2 as number
      ) as known
      left join pg_catalog.pg_attribute same
        on same.attrelid = known.relation and same.attnum = known.number
        and not same.attisdropped
      left join pg_catalog.pg_attribute other
        on other.attrelid = known.relation and other.attname = part.name
        and other.attnum <> known.number
        and logged.one -> 'numbers' @> to_jsonb(other.attnum)
      where known.number is not null
    ) as names
  ) as now`

/** The numbers of columns of a table by their names. */
export async function columnNumbers(
  tx: Queryable,
  table: number,
  names: readonly string[],
): Promise<number[]> {
  const rows = await tx.query<{ number: number }>(
    /* SQL */ `
    select a.attnum as number
    from unnest($2::text[]) with ordinality as part (name, place)
    join pg_catalog.pg_attribute a on a.attrelid = $1::oid and a.attname = part.name
    order by part.place`,
    [table, names],
  )
  return rows.map(({ number }) => number)
}
