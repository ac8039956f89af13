import type { Queryable } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

import { type ImportPlan, qualifiedName } from './import-plan.ts'

/** Sequences of the columns that were written go on behind the largest number. */
export async function syncSequences(db: Queryable, plan: ImportPlan): Promise<void> {
  const sequences = await db.query<{ name: string; sequence: string }>(
    /* SQL */ `
    select a.attname::text as name, format('%I.%I', n.nspname, c.relname) as sequence
    from pg_depend d
    join pg_class c on c.oid = d.objid and c.relkind = 'S'
    join pg_namespace n on n.oid = c.relnamespace
    join pg_sequence s on s.seqrelid = c.oid
    join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
      and d.deptype in ('a', 'i') and d.refobjid = $1::oid and s.seqincrement > 0
      and a.attname = any ($2::text[])`,
    [plan.table.id, plan.columns.map(({ name }) => name)],
  )
  for (const { name, sequence } of sequences) {
    await db.query(
      /* SQL */ `
      select setval($1::regclass, largest) from (
        select max(${quoteIdent(name)})::bigint as largest from ${qualifiedName(plan.table)}
      ) rows
      where largest > coalesce(pg_sequence_last_value($1::regclass), 0)`,
      [sequence],
    )
  }
}
