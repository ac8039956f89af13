import type { Queryable } from '@basalt/engine'

const relation =
  'join pg_class c on c.oid = x.relation join pg_namespace n on n.oid = c.relnamespace and n.nspname = $1'

/** The catalog's description of a schema, without numbers that differ between databases. */
const queries = {
  relations: `
    select c.relname, c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, c.relreplident, c.relispartition,
      pg_get_expr(c.relpartbound, c.oid), pg_get_partkeydef(c.oid), c.reloptions, c.relispopulated,
      nullif(c.reloftype, 0)::regtype::text, (select t.reloptions from pg_class t where t.oid = c.reltoastrelid)
    from (select oid as relation from pg_class) x ${relation} order by c.relname`,
  columns: `
    select c.relname, a.attname, row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod),
      a.attnotnull, a.attidentity, a.attgenerated, a.attislocal, a.attinhcount, a.attstorage, a.attstattarget, a.attoptions, a.attcompression, a.attfdwoptions, co.collname,
      pg_get_expr(d.adbin, d.adrelid)
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    left join pg_collation co on co.oid = a.attcollation
    join (select oid as relation from pg_class where relkind not in ('i', 'I')) x on x.relation = a.attrelid ${relation}
    where a.attnum > 0 and not a.attisdropped order by c.relname, a.attnum`,
  constraints: `
    select c.relname, k.conname, k.contype, k.convalidated, k.conislocal, k.coninhcount, k.connoinherit and k.contype in ('c', 'n'), pg_get_constraintdef(k.oid)
    from pg_constraint k join (select oid as relation from pg_class) x on x.relation = k.conrelid ${relation}
    order by c.relname, k.conname, k.contype, pg_get_constraintdef(k.oid)`,
  indexes: `
    select c.relname, i.indrelid::regclass::text, pg_get_indexdef(i.indexrelid), i.indisclustered, i.indisreplident, i.indisvalid,
      (select inhparent::regclass::text from pg_inherits where inhrelid = i.indexrelid)
    from pg_index i join (select oid as relation from pg_class) x on x.relation = i.indexrelid ${relation} order by c.relname`,
  indexColumns: `
    select c.relname, a.attnum, a.attstattarget from pg_attribute a
    join (select oid as relation from pg_class where relkind in ('i', 'I')) x on x.relation = a.attrelid ${relation}
    order by 1, 2`,
  inheritance: `
    select c.relname, i.inhparent::regclass::text, i.inhseqno
    from pg_inherits i join (select oid as relation from pg_class) x on x.relation = i.inhrelid ${relation} order by 1, 2`,
  views: `
    select c.relname, pg_get_viewdef(c.oid) from (select oid as relation from pg_class where relkind in ('v', 'm')) x ${relation} order by 1`,
  sequences: `
    select c.relname, s.seqtypid::regtype::text, s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle,
      (select d.refobjid::regclass::text || d.refobjsubid || d.deptype::text from pg_depend d
        where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i'))
    from pg_sequence s join (select oid as relation from pg_class) x on x.relation = s.seqrelid ${relation} order by 1`,
  types: `
    select t.typname, t.typtype, t.typnotnull, t.typdefault, format_type(t.typbasetype, t.typtypmod),
      array(select enumlabel::text from pg_enum where enumtypid = t.oid order by enumsortorder),
      array(select conname || pg_get_constraintdef(oid) || convalidated from pg_constraint where contypid = t.oid order by conname),
      (select format_type(rngsubtype, null) || rngmultitypid::regtype from pg_range where rngtypid = t.oid)
    from pg_type t join pg_namespace n on n.oid = t.typnamespace and n.nspname = $1 order by 1`,
  routines: `
    select p.oid::regprocedure::text, case when p.prokind <> 'a' then pg_get_functiondef(p.oid) end,
      to_jsonb(g) - '{aggfnoid,aggtranstype,aggmtranstype,aggsortop}'::text[], format_type(g.aggtranstype, null),
      g.aggsortop::regoperator::text, p.proparallel
    from pg_proc p left join pg_aggregate g on g.aggfnoid = p.oid join pg_namespace n on n.oid = p.pronamespace and n.nspname = $1 order by 1`,
  collations: `
    select co.collname, to_jsonb(co) - '{oid,collnamespace,collowner}'::text[]
    from pg_collation co join pg_namespace n on n.oid = co.collnamespace and n.nspname = $1 order by 1`,
  operators: `
    select o.oid::regoperator::text, o.oprcode::regproc, o.oprcom::regoperator::text, o.oprnegate::regoperator::text,
      o.oprrest::regproc, o.oprjoin::regproc, o.oprcanhash, o.oprcanmerge
    from pg_operator o join pg_namespace n on n.oid = o.oprnamespace and n.nspname = $1 order by 1`,
  searches: `
    select d.dictname, t.tmplname, d.dictinitoption, null
    from pg_ts_dict d join pg_ts_template t on t.oid = d.dicttemplate
    join pg_namespace n on n.oid = d.dictnamespace and n.nspname = $1
    union all
    select c.cfgname, token.alias, m.mapdict::regdictionary::text, m.mapseqno::text
    from pg_ts_config c join pg_namespace n on n.oid = c.cfgnamespace and n.nspname = $1
    left join pg_ts_config_map m on m.mapcfg = c.oid
    left join ts_token_type(c.cfgparser) token on token.tokid = m.maptokentype order by 1, 2, 3, 4`,
  casts: `
    select format_type(k.castsource, null), format_type(k.casttarget, null), k.castfunc::regprocedure::text, k.castcontext, k.castmethod
    from pg_cast k
    where exists (
      select from pg_type t join pg_namespace n on n.oid = t.typnamespace and n.nspname = $1
      where t.oid in (k.castsource, k.casttarget)
    ) order by 1, 2`,
  triggers: `
    select c.relname, pg_get_triggerdef(t.oid), t.tgenabled, t.tgparentid <> 0
    from pg_trigger t join (select oid as relation from pg_class) x on x.relation = t.tgrelid ${relation}
    where not t.tgisinternal order by 1, 2`,
  rules: `
    select c.relname, pg_get_ruledef(r.oid), r.ev_enabled
    from pg_rewrite r join (select oid as relation from pg_class) x on x.relation = r.ev_class ${relation} order by 1, 2`,
  policies: `
    select c.relname, p.polname, p.polcmd, p.polpermissive, pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid),
      array(select rolname::text from pg_roles where oid = any (p.polroles) order by 1)
    from pg_policy p join (select oid as relation from pg_class) x on x.relation = p.polrelid ${relation} order by 1, 2`,
  statistics: `
    select pg_get_statisticsobjdef(s.oid), s.stxstattarget
    from pg_statistic_ext s join pg_namespace n on n.oid = s.stxnamespace and n.nspname = $1 order by 1`,
  defaultPrivileges: `
    select d.defaclrole::regrole::text, d.defaclobjtype, a.privilege_type, a.grantee::regrole::text, a.is_grantable
    from pg_default_acl d join pg_namespace n on n.oid = d.defaclnamespace and n.nspname = $1
    cross join aclexplode(d.defaclacl) a where a.grantee::regrole::text not like 'basalt%' order by 1, 2, 3, 4`,
  comments: `
    select x.type, x.identity, d.description
    from pg_description d cross join pg_identify_object(d.classoid, d.objoid, d.objsubid) x
    where x.schema = $1 or x.identity like $1 || '.%' or x.identity like '% ' || $1 || '.%' or x.identity = $1 order by 1, 2`,
  privileges: `
    select c.relname, a.privilege_type, coalesce(r.rolname, 'public'), a.is_grantable
    from (select oid as relation from pg_class) x ${relation}
    cross join aclexplode(coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner))) a
    left join pg_roles r on r.oid = a.grantee
    union all
    select c.relname || '.' || at.attname, a.privilege_type, r.rolname, a.is_grantable
    from (select oid as relation from pg_class) x ${relation}
    join pg_attribute at on at.attrelid = c.oid cross join aclexplode(at.attacl) a join pg_roles r on r.oid = a.grantee
    union all
    select p.oid::regprocedure::text, a.privilege_type, coalesce(r.rolname, 'public'), a.is_grantable
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname = $1
    cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a left join pg_roles r on r.oid = a.grantee
    union all
    select n.nspname, a.privilege_type, coalesce(r.rolname, 'public'), a.is_grantable
    from pg_namespace n cross join aclexplode(n.nspacl) a left join pg_roles r on r.oid = a.grantee where n.nspname = $1
    union all
    select t.typname, a.privilege_type, coalesce(r.rolname, 'public'), a.is_grantable
    from pg_type t join pg_namespace n on n.oid = t.typnamespace and n.nspname = $1
    cross join aclexplode(t.typacl) a left join pg_roles r on r.oid = a.grantee
    order by 1, 2, 3, 4`,
} as const

export type Catalog = Record<keyof typeof queries, (string | null)[][]>

export async function getCatalog(db: Queryable, schema: string): Promise<Catalog> {
  const entries = await Promise.all(
    Object.entries(queries).map(async ([name, query]) => [
      name,
      (await db.text(query, [schema])).rows,
    ]),
  )
  return Object.fromEntries(entries) as Catalog
}
