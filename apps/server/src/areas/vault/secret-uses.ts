import type { Queryable } from '@basalt/engine'

import type { Store } from '../../store/store.ts'

type Use = { kind: string; name: string }

const limit = 50

/** A text with references, without spaces at their end. */
const asWritten = (text: string) => `pg_catalog.regexp_replace(${text}, '\\s*\\}\\}', '}}', 'g')`

/** Whether a text has the reference to `$1`. */
const refers = (text: string) => `pg_catalog.strpos(${asWritten(text)}, 'vault:' || $1 || '}}') > 0`

/** The arguments of a trigger as text; other characters than those of ASCII are escaped in it. */
const triggerText = `pg_catalog.encode(t.tgargs, 'escape')`
const escapedName = `pg_catalog.encode(pg_catalog.convert_to($1, 'UTF8'), 'escape')`

const isHook = `t.tgfoid is not distinct from
  pg_catalog.to_regprocedure('supabase_functions.http_request()')`

/** Texts that read the secret by its name, in SQL or by a reference; `$1` is the name. */
const objects = /* SQL */ `
  with named as (
    select 'function' as kind, n.nspname || '.' || p.proname as name, p.prosrc as text, $1 as secret
    from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where p.prosrc is not null and n.nspname not in ('pg_catalog', 'information_schema', 'vault')
    union all
    select 'view', n.nspname || '.' || c.relname, pg_catalog.pg_get_viewdef(c.oid), $1
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('v', 'm')
      and n.nspname not in ('pg_catalog', 'information_schema', 'vault')
    union all
    select case when ${isHook} then 'webhook' else 'trigger' end,
      n.nspname || '.' || c.relname || '.' || t.tgname,
      ${asWritten(triggerText)},
      case when ${isHook} then 'vault:' || ${escapedName} || '}}' else ${escapedName} end
    from pg_catalog.pg_trigger t
    join pg_catalog.pg_class c on c.oid = t.tgrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where t.tgnargs > 0 and t.tgparentid = 0
  )
  select distinct kind, name from named
  where pg_catalog.strpos(text, 'vault') > 0 and pg_catalog.strpos(text, secret) > 0
  order by kind, name limit ${limit}`

const cronJobs = /* SQL */ `
  select 'cron job' as kind, coalesce(j.jobname, j.jobid::text) as name
  from cron.job j left join cron.job_options o using (jobid)
  where (pg_catalog.strpos(j.command, 'vault') > 0 and pg_catalog.strpos(j.command, $1) > 0)
    or ${refers('o.request::text')}
  order by name limit ${limit}`

/** Jobs of the original extension have no requests. */
const originalJobs = /* SQL */ `
  select 'cron job' as kind, coalesce(jobname, jobid::text) as name from cron.job
  where pg_catalog.strpos(command, 'vault') > 0 and pg_catalog.strpos(command, $1) > 0
  order by name limit ${limit}`

const signatures = /* SQL */ `
  select 'webhook' as kind, n.nspname || '.' || c.relname || '.' || s.hook as name
  from supabase_functions.hook_settings s
  join pg_catalog.pg_class c on c.oid = s.table_id
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where ${refers('s.signing_secret')}
  order by name limit ${limit}`

const present = /* SQL */ `
  select pg_catalog.to_regclass('cron.job') is not null as cron,
    pg_catalog.to_regclass('cron.job_options') is not null as options,
    pg_catalog.to_regclass('supabase_functions.hook_settings') is not null as hooks`

type Present = { cron: boolean; options: boolean; hooks: boolean }

/** Objects, hooks, jobs and wrappers that name the secret: they fail when it is deleted or renamed. */
export async function listSecretUses(
  { db, store, projectId }: { db: Queryable; store: Store; projectId: number },
  name: string,
): Promise<Use[]> {
  const [{ cron, options, hooks } = { cron: false, options: false, hooks: false }] =
    await db.query<Present>(present)
  const statements = [
    objects,
    ...(hooks ? [signatures] : []),
    ...(cron ? [options ? cronJobs : originalJobs] : []),
  ]
  const uses: Use[] = []
  for (const statement of statements) {
    // oxlint-disable-next-line no-await-in-loop -- three at most
    uses.push(...(await db.query<Use>(statement, [name])))
  }
  const servers = await store
    .selectFrom('foreign_servers')
    .select('name')
    .where('project_id', '=', projectId)
    .where('password_secret', '=', name)
    .orderBy('name')
    .limit(limit)
    .execute()
  uses.push(...servers.map((server) => ({ kind: 'wrapper', name: server.name })))
  // A hook may name the secret in a header and as its signature.
  return [...new Map(uses.map((use) => [`${use.kind} ${use.name}`, use])).values()]
}
