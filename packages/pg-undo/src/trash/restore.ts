import { EngineError, type Queryable } from '@basalt/engine'
import { ownSchema, trashSchema } from '@basalt/pg-catalog'
import { DesignError, tableName } from '@basalt/pg-schema'
import { quoteIdent } from '@basalt/pg-sql'

import { type TrashEntry } from './storage.ts'

export type Restored = { id: number; schema: string; name: string; left_out: string[] }

/**
 * Restores a dropped table, under another name on request. Its dependents are restored as far as
 * possible. Needs a transaction.
 *
 * @throws DesignError for `name` when there is a relation of that name, for `schema` when there is
 *   no such schema.
 */
export async function restoreTable(
  tx: Queryable,
  entry: TrashEntry,
  position: { schema: string; name: string },
): Promise<Restored> {
  await refuseTaken(tx, position)
  const { members, parts, keys, publications, dependents } = entry.record
  const unrestored: string[] = []
  const target = tableName(position)
  const placeOf = (member: (typeof members)[number], index: number) =>
    index === 0 ? position : { schema: position.schema, name: member.name }
  for (const { kind, name, kept_as } of parts) {
    const free = await freeName(tx, position.schema, name)
    await tx.text(`alter ${kind} ${trashSchema}.${kept_as} rename to ${quoteIdent(free)}`)
  }
  for (const [index, member] of members.entries()) {
    const { schema, name } = placeOf(member, index)
    await tx.text(`alter table ${trashSchema}.${member.kept_as} set schema ${quoteIdent(schema)}`)
    await tx.text(
      `alter table ${quoteIdent(schema)}.${member.kept_as} rename to ${quoteIdent(await freeName(tx, schema, name))}`,
    )
  }
  const renamed = renaming(entry, position)
  for (const key of keys) unrestored.push(...(await restoreKey(tx, key, renamed)))
  for (const { name, columns, where } of publications) {
    const list = columns === null ? '' : ` (${columns.map(quoteIdent).join(', ')})`
    const condition = where === null ? '' : ` where (${where})`
    const sql = `alter publication ${quoteIdent(name)} add table ${target}${list}${condition}`
    unrestored.push(...(await attempt(tx, [sql], `publication ${name}`)))
  }
  for (const { description, statements } of dependents) {
    unrestored.push(...(await attempt(tx, statements.map(renamed), description)))
  }
  await tx.query(`delete from ${ownSchema}.dropped_tables where id = $1::uuid`, [entry.id])
  return { id: entry.relation, ...position, left_out: unrestored }
}

async function refuseTaken(tx: Queryable, { schema, name }: { schema: string; name: string }) {
  const [row] = await tx.query<{ has_schema: boolean; is_taken: boolean }>(
    /* SQL */ `
    select
      exists (select from pg_namespace where nspname = $1) as has_schema,
      exists (
        select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = $1 and c.relname = $2
      ) as is_taken`,
    [schema, name],
  )
  if (row?.has_schema !== true)
    throw new DesignError({ schema: `The schema ${schema} does not exist` })
  if (row.is_taken) {
    throw new DesignError({ name: `${schema} already contains ${name}: choose another name` })
  }
}

/** The name, with a number appended when it is taken. */
async function freeName(tx: Queryable, schema: string, name: string): Promise<string> {
  const [row] = await tx.query<{ name: string }>(
    /* SQL */ `
    select candidate as name
    from (
      select $2::text as candidate, 0 as place
      union all
      select left($2::text, 40) || '_' || number, number from generate_series(2, 100) number
    ) names
    where not exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relname = candidate
    )
    order by place limit 1`,
    [schema, name],
  )
  return row?.name ?? name
}

/**
 * Definitions name the table by its unique name in the trash. After its schema it is a table,
 * without a schema it qualifies one of its columns.
 */
function renaming({ record }: TrashEntry, position: { schema: string; name: string }) {
  const names = record.members
    .map((member, index) => ({
      kept_as: member.kept_as,
      place: index === 0 ? position : { ...position, name: member.name },
    }))
    // Names of partitions start with the name of their table.
    .toSorted((a, b) => b.kept_as.length - a.kept_as.length)
  return (statement: string): string =>
    names.reduce(
      (text, { kept_as, place: now }) =>
        text
          .replaceAll(`${trashSchema}.${kept_as}`, () => tableName(now))
          .replaceAll(kept_as, () => quoteIdent(now.name)),
      statement,
    )
}

/** Violating rows may have been added since: then the key stays NOT VALID. */
async function restoreKey(
  tx: Queryable,
  key: TrashEntry['record']['keys'][number],
  renamed: (statement: string) => string,
): Promise<string[]> {
  const [row] = await tx.query<{ on: string }>(
    `select format('%I.%I', n.nspname, c.relname) as "on"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = $1::oid`,
    [key.table],
  )
  const what = `foreign key ${key.name}`
  if (row === undefined) return [`${what}: its table was deleted`]
  const definition = renamed(key.definition)
  const sql = `alter table ${row.on} add constraint ${quoteIdent(key.name)} ${definition}`
  const failed = await attempt(tx, [sql], what)
  if (failed.length === 0 || definition.endsWith(' NOT VALID')) return failed
  const again = await attempt(tx, [`${sql} not valid`], what)
  return again.length > 0
    ? again
    : [`${what} applies to new rows only: some rows reference missing rows`]
}

/** A failure is reported and does not stop the rest. */
async function attempt(
  tx: Queryable,
  statements: readonly string[],
  what: string,
): Promise<string[]> {
  await tx.text('savepoint restoring')
  try {
    for (const statement of statements) await tx.text(statement)
    await tx.text('release savepoint restoring')
    return []
  } catch (error) {
    if (!(error instanceof EngineError) || error.kind !== 'statement') throw error
    await tx.text('rollback to savepoint restoring')
    return [`${what}: ${error.message}`]
  }
}
