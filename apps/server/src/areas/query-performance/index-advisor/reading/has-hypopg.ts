import type { Queryable } from '@basalt/engine'

export async function hasHypopg(db: Queryable): Promise<boolean> {
  const rows = await db.query(`select from pg_extension where extname = 'hypopg'`)
  return rows.length > 0
}
