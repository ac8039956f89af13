import type { Queryable } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

import { type ImportPlan, qualifiedName } from './import-plan.ts'

/** Sets the sequences of the written columns to continue after the existing numbers. */
export async function syncSequences(db: Queryable, plan: ImportPlan): Promise<void> {
  const sequences = await db.query<{ name: string; sequence: string; is_descending: boolean }>(
    /* SQL */ `
    select a.attname::text as name, format('%I.%I', n.nspname, c.relname) as sequence,
      s.seqincrement < 0 as is_descending
    from pg_depend d
    join pg_class c on c.oid = d.objid and c.relkind = 'S'
    join pg_namespace n on n.oid = c.relnamespace
    join pg_sequence s on s.seqrelid = c.oid
    join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
      and d.deptype in ('a', 'i') and d.refobjid = $1::oid
      and a.attname = any ($2::text[])`,
    [plan.table.id, plan.columns.map(({ name }) => name)],
  )
  for (const { name, sequence, is_descending } of sequences) {
    const [end, beyond] = is_descending ? ['min', '<'] : ['max', '>']
    await db.query(
      /* SQL */ `
      select setval($1::regclass, last) from (
        select ${end}(${quoteIdent(name)})::bigint as last from ${qualifiedName(plan.table)}
      ) rows
      where last ${beyond} coalesce(pg_sequence_last_value($1::regclass), 0)`,
      [sequence],
    )
  }
}
