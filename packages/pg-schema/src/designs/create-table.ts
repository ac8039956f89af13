import type { Queryable } from '@basalt/engine'
import type { TableDesign } from '@basalt/pg-model'
import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

import { checkDesign, columnSql, foreignKeySql, settledColumn } from './column-sql.ts'
import { DesignError, realtimePublication } from './design.ts'
import { instant, validation } from './locks.ts'
import { columnList, type Fragment, joined, piece, type Step, step, tableName } from './steps.ts'
import { resolveTypes } from './type-names.ts'

/**
 * The statements that make a table.
 *
 * @throws DesignError when a type does not exist, the name is taken or the design contradicts
 * itself.
 */
export async function createSteps(db: Queryable, requested: TableDesign): Promise<Step[]> {
  checkDesign(requested)
  await refuseTaken(db, requested)
  const columns = (await withTypes(db, requested.columns)).map((column) =>
    settledColumn(column, requested.primary_key),
  )
  const design = { ...requested, columns }
  const target = tableName(design)
  return [
    step(createSql(design), foreignKeyLock(design)),
    ...(design.rls_enabled
      ? [step([`alter table ${target} enable row level security`], null)]
      : []),
    ...(design.comment === null ? [] : [step([commentSql('table', target, design.comment)], null)]),
    ...design.columns
      .filter(({ comment }) => comment !== null)
      .map(({ name, comment }) => step([columnComment(target, name, comment)], null)),
    ...(design.is_realtime ? await joinRealtime(db, target) : []),
  ]
}

function createSql(design: TableDesign): Fragment {
  const lines: Fragment[] = [
    ...design.columns.map((column, index) => columnSql(column, { field: `columns.${index}` })),
    ...(design.primary_key.length === 0
      ? []
      : [[piece(`primary key ${columnList(design.primary_key)}`, 'primary_key')]]),
    ...design.foreign_keys.map((key, index) => foreignKeySql(key, `foreign_keys.${index}`)),
  ]
  const head: Fragment = [
    'create table ',
    piece(quoteIdent(design.schema), 'schema'),
    '.',
    piece(quoteIdent(design.name), 'name'),
  ]
  if (lines.length === 0) return [...head, ' ()']
  return [...head, ' (\n  ', ...joined(lines, ',\n  '), '\n)']
}

/** A new table is locked for no one else; referenced tables are. */
function foreignKeyLock(design: TableDesign) {
  const other = design.foreign_keys
    .map(({ references }) => `${references.schema}.${references.table}`)
    .find((name) => name !== `${design.schema}.${design.name}`)
  if (other === undefined) return null
  return {
    ...instant(other, 'The new table references it; there are no rows to check yet'),
    lock: validation.lock,
  }
}

export const commentSql = (kind: string, target: string, comment: string | null): string =>
  `comment on ${kind} ${target} is ${comment === null ? 'null' : quoteLiteral(comment).trimStart()}`

export const columnComment = (target: string, name: string, comment: string | null): string =>
  commentSql('column', `${target}.${quoteIdent(name)}`, comment)

/** Reported while a name is typed; the statement itself would be refused too. */
export async function refuseTaken(
  db: Queryable,
  { schema, name }: { schema: string; name: string },
): Promise<void> {
  const [taken] = await db.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relname = $2`,
    [schema, name],
  )
  // In PostgreSQL's wording.
  if (taken !== undefined) throw new DesignError({ name: `relation "${name}" already exists` })
}

/** The publication is made when the first table joins it. */
export async function joinRealtime(db: Queryable, target: string): Promise<Step[]> {
  const publication = quoteIdent(realtimePublication)
  const [found] = await db.query('select from pg_publication where pubname = $1', [
    realtimePublication,
  ])
  return [
    ...(found === undefined ? [step([`create publication ${publication}`], null)] : []),
    step([`alter publication ${publication} add table ${target}`], null),
  ]
}

/** @throws DesignError for an unknown type. */
export async function withTypes<C extends { data_type: string }>(
  db: Queryable,
  columns: readonly C[],
): Promise<C[]> {
  const types = await resolveTypes(
    db,
    columns.map(({ data_type }) => data_type),
  )
  const faults: Record<string, string> = {}
  const resolved = columns.map((column, index) => {
    const data_type = types.get(column.data_type)
    if (typeof data_type === 'string') return { ...column, data_type }
    faults[`columns.${index}.data_type`] = unknownType(column.data_type)
    return column
  })
  if (Object.keys(faults).length > 0) throw new DesignError(faults)
  return resolved
}

/** Common spellings of types that are not PostgreSQL's. */
const unknownType = (written: string): string =>
  /serial\d?$/iu.test(written)
    ? `${written} is not a type of its own: choose an integer type with identity`
    : `The type ${written} does not exist`
