import type { Queryable } from '@basalt/engine'

export type ExtensionRow = {
  name: string
  comment: string | null
  default_version: string | null
  installed_version: string | null
  schema: string | null
  fixed_schema: string | null
  requires: string[]
  needs_superuser: boolean
  can_move: boolean
  locked: string | null
}

export type EngineExtensions = { major: number; extensions: ExtensionRow[] }

/** Extensions that PostgreSQL has files of or that are installed, in one statement. */
export async function readExtensions(db: Queryable): Promise<EngineExtensions> {
  const [found] = await db.query<EngineExtensions>(extensionsQuery, [], { name: 'read-extensions' })
  return found ?? { major: 0, extensions: [] }
}

/** The versions that an extension can be created in, or updated to when it is installed. */
export async function readExtensionVersions(
  db: Queryable,
  { name, installed_version: installed }: Pick<ExtensionRow, 'name' | 'installed_version'>,
): Promise<string[]> {
  const rows = await db.query<{ version: string }>(
    installed === null
      ? 'select version from pg_available_extension_versions where name = $1'
      : `select target as version from pg_extension_update_paths($1)
         where source = $2 and path is not null and target <> source`,
    installed === null ? [name] : [name, installed],
  )
  return rows.map(({ version }) => version).toSorted(compareVersions)
}

export async function findExtensionId(db: Queryable, name: string): Promise<number | null> {
  const [row] = await db.query<{ id: number }>(
    'select oid::int8::float8 as id from pg_extension where extname = $1',
    [name],
  )
  return row?.id ?? null
}

/** Numbers in versions are compared as numbers: 1.10 is newer than 1.9. */
const compareVersions = (one: string, other: string): number =>
  one.localeCompare(other, 'en', { numeric: true })

/**
 * Readers cannot create anything: for them the rights of the database's owner count. Objects of an
 * extension whose script ran as a superuser belong to that superuser, so only a superuser can move
 * them, also those of trusted extensions.
 */
const extensionsQuery = /* SQL */ `
  with actor as materialized (
    select r.oid, r.rolsuper,
      has_database_privilege(r.oid, d.oid, 'create') as can_create
    from pg_database d
    join pg_roles r on case
      when has_database_privilege(d.oid, 'create') then r.rolname = current_user
      else r.oid = d.datdba
    end
    where d.datname = current_database()
  ), named as (
    select coalesce(a.name, e.extname) as name, a.default_version, a.comment, e.oid, e.extversion,
      e.extowner, e.extrelocatable, n.nspname
    from pg_available_extensions a
    full join pg_extension e on e.extname = a.name
    left join pg_namespace n on n.oid = e.extnamespace
  )
  select current_setting('server_version_num')::int / 10000 as major, coalesce((
    select json_agg(json_build_object(
      'name', x.name,
      'comment', x.comment,
      'default_version', x.default_version,
      'installed_version', x.extversion,
      'schema', x.nspname,
      'fixed_schema', v.schema,
      'requires', coalesce(v.requires, '{}'),
      'needs_superuser', not actor.rolsuper and coalesce(v.superuser, false)
        and not (coalesce(v.trusted, false) and actor.can_create),
      'can_move', coalesce(x.extrelocatable and (
        actor.rolsuper
        or (not coalesce(v.superuser, true) and pg_has_role(actor.oid, x.extowner, 'usage'))
      ), false),
      'locked', case
        when x.oid is not null and not pg_has_role(actor.oid, x.extowner, 'usage')
          then format('It belongs to the role %s', pg_get_userbyid(x.extowner))
      end
    ) order by x.name)
    from named x
    cross join actor
    left join pg_available_extension_versions v
      on v.name = x.name and v.version = coalesce(x.extversion, x.default_version)
  ), '[]') as extensions`
