import type { Queryable } from '@basalt/engine'

export type Diagram = {
  tables: {
    id: number
    schema: string
    name: string
    comment: string | null
    rls: 'off' | 'on' | 'forced'
    columns: {
      name: string
      data_type: string
      is_nullable: boolean
      is_key: boolean
      is_unique: boolean
    }[]
  }[]
  edges: {
    name: string
    from: number
    to: number
    pairs: { column: string; referenced: string }[]
  }[]
}

/**
 * The tables of a schema and the foreign keys between them, without partitions. Tables of other
 * schemas that a key refers to are left out with their keys.
 */
export async function readDiagram(db: Queryable, schema: string): Promise<Diagram> {
  const [row] = await db.query<{ diagram: string }>(
    /* SQL */ `
    with tables as (
      select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relkind in ('r', 'p') and not c.relispartition
    ), keys as (
      select k.conrelid, k.contype, k.conkey from pg_constraint k
      join tables t on t.oid = k.conrelid where k.contype in ('p', 'u')
    )
    select json_build_object(
      'tables', coalesce((
        select json_agg(json_build_object(
          'id', t.oid::int8, 'schema', $1::text, 'name', t.relname,
          'comment', obj_description(t.oid, 'pg_class'),
          'rls', case when not t.relrowsecurity then 'off' when t.relforcerowsecurity then 'forced' else 'on' end,
          'columns', coalesce((
            select json_agg(json_build_object(
              'name', a.attname, 'data_type', format_type(a.atttypid, a.atttypmod),
              'is_nullable', not a.attnotnull,
              'is_key', exists (select from keys k where k.conrelid = t.oid and k.contype = 'p' and a.attnum = any (k.conkey)),
              'is_unique', exists (select from keys k where k.conrelid = t.oid and k.contype = 'u' and k.conkey = array[a.attnum])
            ) order by a.attnum)
            from pg_attribute a where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
          ), '[]')
        ) order by t.relname) from tables t
      ), '[]'),
      'edges', coalesce((
        select json_agg(json_build_object(
          'name', k.conname, 'from', k.conrelid::int8, 'to', k.confrelid::int8,
          'pairs', (
            select json_agg(json_build_object('column', x.attname, 'referenced', y.attname) order by p.place)
            from unnest(k.conkey, k.confkey) with ordinality p (own, other, place)
            join pg_attribute x on x.attrelid = k.conrelid and x.attnum = p.own
            join pg_attribute y on y.attrelid = k.confrelid and y.attnum = p.other
          )
        ) order by k.conrelid, k.conname)
        from pg_constraint k
        join tables a on a.oid = k.conrelid join tables b on b.oid = k.confrelid
        where k.contype = 'f' and k.conparentid = 0
      ), '[]')
    )::text as diagram`,
    [schema],
    { name: 'read-diagram' },
  )
  return JSON.parse(row?.diagram ?? '{"tables":[],"edges":[]}') as Diagram
}
