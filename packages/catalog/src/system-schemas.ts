/** SPEC.md section 9: system schemas that lists leave out. */
export const systemSchemas = ['information_schema', 'pg_catalog', 'pg_toast'] as const
