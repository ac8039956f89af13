import type { Queryable } from '@basalt/engine'
import { listDependents } from '@basalt/pg-catalog'

/**
 * The catalog's description of a table, part by part: it shows whether a table changed since its
 * import.
 */
export type MadeTable = Readonly<Record<keyof typeof changes, unknown>>

/** The message for a changed part; the first difference is reported. */
const changes = {
  name: 'it was renamed or moved since',
  columns: 'its columns were changed since',
  keys: 'its keys or references were changed since',
  inheritance: 'its inheritance was changed since',
  dependents: 'other objects depend on it now',
  indexes: 'its indexes were changed since',
  policies: 'its policies were changed since',
  triggers: 'its triggers or rules were changed since',
  publications: 'it was added to a publication since',
  rights: 'its privileges were changed since',
  settings: 'its settings or comments were changed since',
} as const

const parts = Object.keys(changes) as (keyof typeof changes)[]

/** Null when there is no such table. */
export async function readMade(db: Queryable, id: number): Promise<MadeTable | null> {
  const [row] = await db.query<{ made: Omit<MadeTable, 'dependents'> }>(madeQuery, [id])
  if (row === undefined) return null
  const dependents = await listDependents(db, id)
  return { ...row.made, dependents: dependents.map(({ description }) => description) }
}

/** The first difference to the imported table, as a sentence; null without one. */
export function whatChanged(created: MadeTable, now: MadeTable | null): string | null {
  // An older history has not every part.
  const part = parts.find(
    (name) => name in created && JSON.stringify(created[name]) !== JSON.stringify(now?.[name]),
  )
  return part === undefined ? null : changes[part]
}

// NOT NULL constraints are covered by the columns. Each part is a text or a list, which the history
// stores without changes.
const madeQuery = /* SQL */ `
  select jsonb_build_object(
    'name', format('%I.%I', n.nspname, c.relname),
    'columns', (
      select jsonb_agg(jsonb_build_array(
        a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
        a.attgenerated, pg_get_expr(d.adbin, d.adrelid), a.attcollation::text
      ) order by a.attnum)
      from pg_attribute a
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ),
    'keys', (
      select jsonb_agg(jsonb_build_array(
        k.conrelid::text, k.conname, pg_get_constraintdef(k.oid)
      ) order by k.conrelid, k.conname)
      from pg_constraint k
      where c.oid in (k.conrelid, k.confrelid) and k.contype <> 'n'
    ),
    'inheritance', (
      select jsonb_agg(jsonb_build_array(i.inhparent::text, i.inhrelid::text)
        order by i.inhparent, i.inhrelid)
      from pg_inherits i where c.oid in (i.inhparent, i.inhrelid)
    ),
    'indexes', (
      select jsonb_agg(pg_get_indexdef(i.indexrelid) order by i.indexrelid)
      from pg_index i where i.indrelid = c.oid
    ),
    'policies', (
      select jsonb_agg(jsonb_build_array(p.polname, p.polcmd, p.polpermissive, p.polroles::text,
        pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)
      ) order by p.polname)
      from pg_policy p where p.polrelid = c.oid
    ),
    'triggers', (
      select jsonb_agg(one order by one) from (
        select pg_get_triggerdef(t.oid) as one from pg_trigger t
        where t.tgrelid = c.oid and not t.tgisinternal
        union all select pg_get_ruledef(r.oid) from pg_rewrite r where r.ev_class = c.oid
      ) as acting
    ),
    'publications', (
      select jsonb_agg(p.pubname order by p.pubname) from pg_publication_rel r
      join pg_publication p on p.oid = r.prpubid where r.prrelid = c.oid
    ),
    'rights', jsonb_build_array(c.relowner::regrole, c.relacl::text, (
      select jsonb_agg(a.attacl::text order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attacl is not null
    )),
    'settings', jsonb_build_array(
      c.relrowsecurity, c.relforcerowsecurity, c.relreplident, c.relpersistence,
      c.reloptions::text, c.reltablespace::text, (
        select jsonb_agg(jsonb_build_array(d.objsubid, d.description) order by d.objsubid)
        from pg_description d where d.classoid = 'pg_class'::regclass and d.objoid = c.oid
      ), (
        select jsonb_agg(s.stxname order by s.stxname) from pg_statistic_ext s
        where s.stxrelid = c.oid
      )
    )
  ) as made
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.oid = $1::oid`
