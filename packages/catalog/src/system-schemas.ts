/** SPEC.md section 9: system schemas that lists leave out. */
export const systemSchemas = ['information_schema', 'pg_catalog', 'pg_toast'] as const

/** Schemas of the product in a project's database; lists of the user's tables leave them out. */
export const ownSchemas = ['basalt', 'basalt_trash'] as const

/** Schemas whose tables belong to a service: they are shown and not edited. */
export const protectedSchemas: readonly string[] = [
  'auth',
  'cron',
  'etl',
  'extensions',
  'net',
  'pgsodium',
  'pgsodium_masks',
  'pgbouncer',
  'pgtle',
  'pgmq',
  'realtime',
  '_realtime',
  'storage',
  'supabase_functions',
  'supabase_migrations',
  'vault',
  'graphql',
  'graphql_public',
]
