import type { AdvisorRule } from './rule.ts'

/** Rules about indexes. */
export const indexRules: readonly AdvisorRule[] = [
  {
    rule: 'unindexed_foreign_keys',
    sql: /* SQL */ `
      select format('%s %I', x.quoted, k.conname) as key, 'info' as level, x.schema, x.name,
        'table' as kind,
        format('The foreign key %I of %s (%s) has no index that begins with its columns: deletes and updates of the referenced rows, and joins, read the whole table.', k.conname, x.quoted, c.names) as detail,
        jsonb_build_object('table_id', x.oid::int8, 'constraint', k.conname, 'columns', c.list) as metadata,
        format('create index %I on %s (%s);', i.name, x.quoted, c.quoted) as fix,
        format('drop index %I.%I;', x.schema, i.name) as undo
      from pg_constraint k
      join relations x on x.oid = k.conrelid
      cross join lateral (
        select string_agg(a.attname, ', ' order by p.place) as names, jsonb_agg(a.attname order by p.place) as list,
          string_agg(quote_ident(a.attname), ', ' order by p.place) as quoted, string_agg(a.attname, '_' order by p.place) as joined
        from unnest(k.conkey) with ordinality p (number, place)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = p.number
      ) c
      cross join lateral (
        select left(x.name || '_' || c.joined, 50) || '_idx' || case when to_regclass(format('%I.%I', x.schema, left(x.name || '_' || c.joined, 50) || '_idx')) is null then '' else k.oid::text end as name
      ) i
      where k.contype = 'f' and k.conparentid = 0 and not exists (
        select from pg_index o
        where o.indrelid = k.conrelid and o.indisvalid and o.indpred is null
          and (o.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
      )`,
  },
  {
    rule: 'unused_index',
    needs: { statistics: true },
    sql: /* SQL */ `
      select format('%I.%I', s.schemaname, s.indexrelname) as key, 'info' as level,
        s.schemaname::text as schema, s.indexrelname::text as name, 'index' as kind,
        format('No query has used the index %I of %s since statistics began, and every write maintains it (%s).', s.indexrelname, x.quoted, pg_size_pretty(pg_relation_size(s.indexrelid))) as detail,
        jsonb_build_object('table_id', x.oid::int8, 'index_id', s.indexrelid::int8, 'table', x.name) as metadata,
        format('drop index %I.%I;', s.schemaname, s.indexrelname) as fix,
        pg_get_indexdef(s.indexrelid) || ';' as undo
      from pg_stat_user_indexes s
      join relations x on x.oid = s.relid
      join pg_index i on i.indexrelid = s.indexrelid
      join pg_class c on c.oid = s.indexrelid
      where s.idx_scan = 0 and i.indisvalid and not i.indisunique and not i.indisreplident
        and not i.indisexclusion and not i.indisclustered and not c.relispartition
        and not exists (select from pg_constraint k where k.conindid = s.indexrelid)`,
  },
  {
    rule: 'duplicate_index',
    sql: /* SQL */ `
      select format('%s %s', x.quoted, g.names) as key, 'warning' as level, x.schema, x.name,
        'table' as kind,
        format('These indexes of %s are the same: %s. Every write maintains all of them.', x.quoted, g.names) as detail,
        jsonb_build_object('table_id', x.oid::int8, 'indexes', to_jsonb(g.list)) as metadata,
        g.fix, g.undo
      from (
        select i.indrelid, string_agg(i.name, ', ' order by i.name) as names, array_agg(i.name order by i.name) as list,
          string_agg(format('drop index %I.%I;', i.schema, i.name), E'\\n' order by i.name) filter (where i.place > 1 and not i.is_needed) as fix,
          string_agg(pg_get_indexdef(i.id) || ';', E'\\n' order by i.name) filter (where i.place > 1 and not i.is_needed) as undo
        from (
          select i.indrelid, i.indexrelid as id, c.relname as name, n.nspname as schema, l.is_needed,
            row_number() over (alike order by l.is_needed desc, i.indexrelid) as place,
            rank() over (order by i.indrelid, i.indkey::text, i.indclass::text, i.indcollation::text, i.indoption::text, i.indnkeyatts, i.indisunique, c.relam, c.reloptions, l.expressions, l.condition) as alike
          from pg_index i
          join relations t on t.oid = i.indrelid
          join pg_class c on c.oid = i.indexrelid and not c.relispartition
          join pg_namespace n on n.oid = c.relnamespace
          cross join lateral (
            select i.indisreplident or i.indisclustered or exists (select from pg_constraint k where k.conindid = i.indexrelid) as is_needed,
              pg_get_expr(i.indexprs, i.indrelid) as expressions, pg_get_expr(i.indpred, i.indrelid) as condition
          ) l
          where i.indisvalid
          window alike as (partition by i.indrelid, i.indkey::text, i.indclass::text, i.indcollation::text, i.indoption::text, i.indnkeyatts, i.indisunique, c.relam, c.reloptions, l.expressions, l.condition)
        ) i
        group by i.indrelid, i.alike
        having count(*) > 1
      ) g
      join relations x on x.oid = g.indrelid`,
  },
]
