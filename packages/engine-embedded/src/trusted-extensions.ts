/**
 * Extensions of PostgreSQL that only a superuser may create by default, and that the owner of a
 * project's database may create here. Their scripts only declare functions in C, views and types:
 * they run no function or operator that a tenant could have placed in the target schema. None of
 * them reaches files, programs or the network. postgres_fdw does not either for its owner, who has no
 * right on the wrapper: only `foreign-servers.ts` makes servers.
 *
 * Not among them, although PostgreSQL has their files: file_fdw (server files), dblink
 * (connections from this machine), xml2 (stylesheets that read files), pageinspect,
 * pg_surgery, pg_walinspect and pg_logicalinspect (their functions ask for a superuser or for
 * server files again), amcheck (no role but a superuser may call it), the untrusted languages.
 */
export const trustedExtensions: readonly string[] = [
  'autoinc',
  'bloom',
  'dict_xsyn',
  'earthdistance',
  'insert_username',
  'intagg',
  'moddatetime',
  'pg_buffercache',
  'pg_freespacemap',
  'pg_prewarm',
  'pg_stat_statements',
  'pg_visibility',
  'pgrowlocks',
  'pgstattuple',
  'postgres_fdw',
  'refint',
]
