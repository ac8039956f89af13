import {
  countedRows,
  type Integration,
  type IntegrationDetails,
  type IntegrationId,
  integrationIds,
} from '@basalt/contract/integrations/integrations'
import type { Queryable } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

import { integrationParts } from './integration-parts.ts'

export async function listIntegrations(db: Queryable): Promise<Integration[]> {
  const parts = integrationIds.map((id) => ({ id, ...integrationParts[id] }))
  return db.query<Integration>(
    /* SQL */ `
    select one.id, one.extension, n.oid is not null as is_installed, e.extversion as version
    from unnest($1::text[], $2::text[], $3::text[]) with ordinality
      as one (id, extension, schema, number)
    left join pg_catalog.pg_namespace n on n.nspname = one.schema
    left join pg_catalog.pg_extension e on e.extname = one.extension
    order by one.number`,
    [
      parts.map(({ id }) => id),
      parts.map(({ extension }) => extension),
      parts.map(({ schemas }) => schemas[0]),
    ],
  )
}

export async function readIntegration(
  db: Queryable,
  id: IntegrationId,
): Promise<IntegrationDetails> {
  const { schemas } = integrationParts[id]
  const all = await listIntegrations(db)
  const integration = all.find((one) => one.id === id)
  if (integration === undefined) throw new Error(`There is no integration ${id}`)
  const [counted] = await db.query<{ functions: number; schemas: string[] }>(
    /* SQL */ `
    select
      (
        select count(*)::int from pg_catalog.pg_proc p
        join pg_catalog.pg_namespace n on n.oid = p.pronamespace where n.nspname = any ($1)
      ) as functions,
      array(
        select n.nspname::text from pg_catalog.pg_namespace n where n.nspname = any ($1) order by 1
      ) as schemas`,
    [schemas],
  )
  return {
    integration,
    schemas: counted?.schemas ?? [],
    functions: counted?.functions ?? 0,
    tables: await countTables(db, schemas),
    dependents: await listOutside(db, schemas),
  }
}

async function countTables(db: Queryable, schemas: readonly string[]) {
  const tables = await db.query<{ schema: string; name: string; is_readable: boolean }>(
    /* SQL */ `
    select n.nspname as schema, c.relname as name,
      has_table_privilege(c.oid, 'select') as is_readable
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any ($1) and c.relkind in ('r', 'p') and not c.relispartition
    order by 1, 2 limit 200`,
    [schemas],
  )
  const counted = tables.filter((table) => table.is_readable)
  if (counted.length === 0) return []
  const rows = await db.query<{ rows: number }>(
    counted
      .map(
        ({ schema, name }, at) => `select ${at} as number, (select count(*)::int from (
          select from ${quoteIdent(schema)}.${quoteIdent(name)} limit ${countedRows + 1}) r) as rows`,
      )
      .join(' union all ') + ' order by number',
  )
  return counted.map(({ schema, name }, at) => ({
    name: `${schema}.${name}`,
    rows: rows[at]?.rows ?? 0,
  }))
}

/** Views, triggers, defaults and other objects that need an object of these schemas. */
async function listOutside(db: Queryable, schemas: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    /* SQL */ `
    with inside as (
      select 'pg_class'::regclass as catalog, c.oid from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace where n.nspname = any ($1)
      union all
      select 'pg_proc'::regclass, p.oid from pg_catalog.pg_proc p
      join pg_catalog.pg_namespace n on n.oid = p.pronamespace where n.nspname = any ($1)
      union all
      select 'pg_type'::regclass, t.oid from pg_catalog.pg_type t
      join pg_catalog.pg_namespace n on n.oid = t.typnamespace where n.nspname = any ($1)
    )
    select distinct pg_catalog.pg_describe_object(d.classid, d.objid, d.objsubid) as name
    from pg_catalog.pg_depend d
    join inside i on i.catalog = d.refclassid and i.oid = d.refobjid
    left join pg_catalog.pg_trigger t on d.classid = 'pg_trigger'::regclass and t.oid = d.objid
    left join pg_catalog.pg_rewrite w on d.classid = 'pg_rewrite'::regclass and w.oid = d.objid
    left join pg_catalog.pg_attrdef a on d.classid = 'pg_attrdef'::regclass and a.oid = d.objid
    left join pg_catalog.pg_policy y on d.classid = 'pg_policy'::regclass and y.oid = d.objid
    left join pg_catalog.pg_constraint k
      on d.classid = 'pg_constraint'::regclass and k.oid = d.objid
    left join pg_catalog.pg_index x on d.classid = 'pg_class'::regclass and x.indexrelid = d.objid
    where d.deptype = 'n'
      and not exists (select from inside o where o.catalog = d.classid and o.oid = d.objid)
      and not exists (
        select from inside o where o.catalog = 'pg_class'::regclass and o.oid = coalesce(
          t.tgrelid, w.ev_class, a.adrelid, y.polrelid, nullif(k.conrelid, 0), x.indrelid)
      )
      and d.classid not in ('pg_default_acl'::regclass, 'pg_extension'::regclass)
    order by 1 limit 200`,
    [schemas],
  )
  return rows.map(({ name }) => name)
}
