import type { Queryable } from '@basalt/engine'

/** Sequences that are read by one statement. */
const together = 200

type Sequence = { name: string; reads: string }

/**
 * Statements that set the sequences to their current values, those of identities included. An
 * unused sequence stays unused. Sequences that may not be read are left out.
 */
export async function sequenceValues(
  tx: Queryable,
  relations: readonly number[],
): Promise<string[]> {
  const sequences = await tx.query<Sequence>(sequencesQuery, [relations])
  const statements: string[] = []
  for (let at = 0; at < sequences.length; at += together) {
    const part = sequences.slice(at, at + together)
    const { rows } = await tx.text(part.map(({ reads }) => reads).join(' union all '))
    statements.push(...rows.flatMap(([statement]) => statement ?? []))
  }
  return statements
}

/** A sequence's value is only in the sequence itself. */
const sequencesQuery = /* SQL */ `
  select title.name, format(
    'select format(''select pg_catalog.setval(%%L, %%s, %%s)'', %L, last_value, is_called::text) from %s where is_called or last_value <> %s',
    title.name, title.name, s.seqstart) as reads
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_sequence s on s.seqrelid = c.oid
  cross join lateral (select format('%I.%I', n.nspname, c.relname) as name) title
  where c.relkind = 'S' and has_schema_privilege(n.oid, 'usage') and has_sequence_privilege(c.oid, 'select') and (
    c.oid = any ($1::oid[])
    or exists (
      select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.refclassid = 'pg_class'::regclass
        and d.refobjid = any ($1::oid[]) and d.deptype = 'i'
    )
  )
  order by title.name`
