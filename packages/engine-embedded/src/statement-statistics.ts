import type { Queryable, StatementStatistics } from '@basalt/engine'

const schema = 'public'

/** Creates pg_stat_statements in the control database, where no tenant can change or drop it. */
export async function provideStatementStatistics(
  control: Queryable,
): Promise<StatementStatistics | null> {
  const [found] = await control.query<{ is_loaded: boolean; is_created: boolean }>(
    // The parameter exists only while the library is loaded.
    `select current_setting('pg_stat_statements.max', true) is not null as is_loaded,
       exists (select from pg_extension where extname = 'pg_stat_statements') as is_created`,
  )
  if (found?.is_loaded !== true) return null
  if (!found.is_created) {
    await control.query(`create extension if not exists pg_stat_statements schema ${schema}`)
  }
  return { db: control, schema }
}
