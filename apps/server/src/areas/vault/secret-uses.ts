import type { Queryable } from '@basalt/engine'

type Use = { kind: string; name: string }

const limit = 50

/** Texts that read the secret by its name, in SQL or by a reference; `$1` is the name. */
const objects = /* SQL */ `
  with named as (
    select 'function' as kind, n.nspname || '.' || p.proname as name, p.prosrc as text
    from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where p.prosrc is not null and n.nspname not in ('pg_catalog', 'information_schema', 'vault')
    union all
    select 'view', n.nspname || '.' || c.relname, pg_catalog.pg_get_viewdef(c.oid)
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('v', 'm')
      and n.nspname not in ('pg_catalog', 'information_schema', 'vault')
    union all
    select 'trigger', n.nspname || '.' || c.relname || '.' || t.tgname,
      pg_catalog.encode(t.tgargs, 'escape')
    from pg_catalog.pg_trigger t
    join pg_catalog.pg_class c on c.oid = t.tgrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where t.tgnargs > 0
  )
  select distinct kind, name from named
  where pg_catalog.strpos(text, 'vault') > 0 and pg_catalog.strpos(text, $1) > 0
  order by kind, name limit ${limit}`

const cronJobs = /* SQL */ `
  select 'cron job' as kind, coalesce(jobname, jobid::text) as name from cron.job
  where pg_catalog.strpos(command, 'vault') > 0 and pg_catalog.strpos(command, $1) > 0
  order by name limit ${limit}`

/** Objects of the database that name the secret: they fail when it is deleted. */
export async function listSecretUses(db: Queryable, name: string): Promise<Use[]> {
  const found = await db.query<Use>(objects, [name])
  const [cron] = await db.query<{ exists: boolean }>(
    `select pg_catalog.to_regclass('cron.job') is not null as "exists"`,
  )
  return cron?.exists === true ? [...found, ...(await db.query<Use>(cronJobs, [name]))] : found
}
