import type { Queryable } from '@basalt/engine'
import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

import { DesignError } from '../../designs/design.ts'
import type { PolicyTest, PolicyTestResult, TestedRow } from '../policy-test.ts'

export type TableShape = {
  schema: string
  name: string
  columns: { name: string; is_written: boolean; is_identity: boolean }[]
  /** Of the primary key, in its order. */
  key: string[]
}

/** Null when there is no such table. */
export async function readTableShape(db: Queryable, id: number): Promise<TableShape | null> {
  const [row] = await db.query<{ shape: string }>(shapeQuery, [id])
  return row === undefined ? null : (JSON.parse(row.shape) as TableShape)
}

const shapeQuery = /* SQL */ `
  select json_build_object(
    'schema', n.nspname, 'name', c.relname,
    'columns', (
      select coalesce(json_agg(json_build_object('name', a.attname,
        'is_written', a.attgenerated = '', 'is_identity', a.attidentity = 'a') order by a.attnum), '[]')
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ),
    'key', coalesce((
      select json_agg(a.attname order by k.place)
      from pg_index i, unnest(i.indkey::int2[]) with ordinality as k(number, place)
      join pg_attribute a on a.attnum = k.number
      where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid
    ), '[]')
  )::text as shape
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.oid = $1::oid and c.relkind in ('r', 'p')`

/** Rows of each outcome that a saved test keeps. */
const maxRowsOfOutcome = 5

type Known = TestedRow & { outcome: 'passes' | 'hidden' | 'refused' }
type Input = { table: TableShape; test: PolicyTest; result: PolicyTestResult }

/**
 * A test in the syntax of pgTAP that expects the result again. It writes the tested rows first, so
 * that it does not depend on the present ones, and rolls everything back.
 *
 * @throws DesignError when such a test cannot be written.
 */
export function buildPolicyScript({ table, test, result }: Input): string {
  const rows = listKnownRows(result)
  if (rows.length === 0)
    throw new DesignError({ name: 'Without a tested row there is nothing to save' })
  if (table.key.length === 0 && test.operation !== 'insert')
    throw new DesignError({ name: 'Only a test of a table with a primary key can be saved' })
  const checks = listChecks({ table, test, result }, rows)
  const fixtures = test.operation === 'insert' ? [] : [fixtureSql(table, result, rows)]
  return [
    `-- ${test.operation.toUpperCase()} on ${table.schema}.${table.name} as ${test.role}`.replaceAll(
      /\s+/gu,
      ' ',
    ),
    'begin;',
    `select plan(${checks.length});`,
    ...fixtures,
    `select set_config('request.jwt.claims', ${quoteLiteral(test.claims ?? '')}, true);`,
    `set local role ${quoteIdent(test.role)};`,
    ...checks,
    'reset role;',
    'select * from finish();',
    'rollback;',
    '',
  ].join('\n')
}

function listKnownRows({ rows }: PolicyTestResult): Known[] {
  const known = rows.flatMap((row): Known[] => {
    if (row.outcome !== 'failed') return [{ ...row, outcome: row.outcome }]
    // Without the privilege the statement ends like a refused one, with SQLSTATE 42501.
    const isDenied = row.message?.startsWith('permission denied') === true
    return isDenied ? [{ ...row, outcome: 'refused' }] : []
  })
  const taken = { passes: 0, hidden: 0, refused: 0 }
  return known.filter(({ outcome }) => ++taken[outcome] <= maxRowsOfOutcome)
}

/** Brings the rows into the state that they had when they were tested. */
function fixtureSql(table: TableShape, result: PolicyTestResult, rows: readonly Known[]): string {
  const written = table.columns.filter(({ is_written: isWritten }) => isWritten)
  const places = written.map(({ name }) => result.columns.indexOf(name))
  const changed = written.filter(
    ({ name, is_identity }) => !is_identity && !table.key.includes(name),
  )
  const list = (names: readonly string[]) => names.map(quoteIdent).join(', ')
  const values = rows.map((row) => `(${places.map((at) => literal(row.values[at])).join(', ')})`)
  const update = changed
    .map(({ name }) => `${quoteIdent(name)} = excluded.${quoteIdent(name)}`)
    .join(', ')
  return [
    `insert into ${sqlName(table)} (${list(written.map(({ name }) => name))})`,
    `overriding system value values\n  ${values.join(',\n  ')}`,
    `on conflict (${list(table.key)}) do ${update === '' ? 'nothing' : `update set ${update}`};`,
  ].join('\n')
}

function listChecks({ table, test, result }: Input, rows: readonly Known[]): string[] {
  const { operation, role } = test
  if (operation === 'select') return [selectCheck({ table, test, result }, rows)]
  const [first] = rows
  if (operation === 'insert' && first !== undefined) {
    const check = first.outcome === 'passes' ? 'lives_ok' : 'throws_ok'
    return [call(check, insertSql(table, test), outcomeText(first.outcome, { role, operation }))]
  }
  return rows.map((row) => {
    const sql = `${changeSql(table, test)} where ${keyIs(table, result, row)} returning 1`
    const text = `${outcomeText(row.outcome, { role, operation })} with ${keyText(table, result, row)}`
    return call(
      ({ passes: 'isnt_empty', hidden: 'is_empty', refused: 'throws_ok' } as const)[row.outcome],
      sql,
      text,
    )
  })
}

function selectCheck({ table, test, result }: Input, rows: readonly Known[]): string {
  const visible = rows.filter(({ outcome }) => outcome === 'passes')
  const key = table.key.map(quoteIdent).join(', ')
  const asTuple = (row: Known) => `(${keyValues(table, result, row).map(literal).join(', ')})`
  const sql = `select ${table.key.map((name) => `${quoteIdent(name)}::text`).join(', ')} from ${sqlName(table)} where (${key}) in (${rows.map(asTuple).join(', ')})`
  const text = `${test.role} sees ${visible.length} of ${rows.length} rows`
  if (rows.some(({ outcome }) => outcome === 'refused'))
    return call('throws_ok', sql, `${test.role} cannot read the table`)
  if (visible.length === 0) return call('is_empty', sql, text)
  return `select set_eq(\n  ${quoted(sql)},\n  ${quoted(`values ${visible.map(asTuple).join(', ')}`)},\n  ${quoteLiteral(text)}\n);`
}

function call(check: string, sql: string, text: string): string {
  const code = check === 'throws_ok' ? `'42501', null, ` : ''
  return `select ${check}(\n  ${quoted(sql)},\n  ${code}${quoteLiteral(text)}\n);`
}

function outcomeText(
  outcome: Known['outcome'],
  { role, operation }: Pick<PolicyTest, 'role' | 'operation'>,
): string {
  const verbs = { passes: 'can', hidden: 'does not find the row to', refused: 'must not' }
  return `${role} ${verbs[outcome]} ${operation} the row`
}

function insertSql(table: TableShape, { values, returning }: PolicyTest): string {
  const names = Object.keys(values)
  const list =
    names.length === 0
      ? 'default values'
      : `(${names.map(quoteIdent).join(', ')}) values (${Object.values(values).map(literal).join(', ')})`
  return `insert into ${sqlName(table)} ${list}${returning ? ' returning *' : ''}`
}

/** Without changed columns, one that can be changed gets its own value. */
function changeSql(table: TableShape, { operation, values }: PolicyTest): string {
  if (operation === 'delete') return `delete from ${sqlName(table)}`
  const own = table.columns.find(({ is_written, is_identity }) => is_written && !is_identity)
  const entries = Object.entries(values)
  const changes =
    entries.length === 0
      ? `${quoteIdent(own?.name ?? '')} = ${quoteIdent(own?.name ?? '')}`
      : entries.map(([name, value]) => `${quoteIdent(name)} = ${literal(value)}`).join(', ')
  return `update ${sqlName(table)} set ${changes}`
}

const keyValues = ({ key }: TableShape, { columns }: PolicyTestResult, { values }: Known) =>
  key.map((name) => values[columns.indexOf(name)])

const keyIs = (table: TableShape, result: PolicyTestResult, row: Known): string =>
  keyValues(table, result, row)
    .map((value, at) => `${quoteIdent(table.key[at] ?? '')} = ${literal(value)}`)
    .join(' and ')

const keyText = (table: TableShape, result: PolicyTestResult, row: Known): string =>
  keyValues(table, result, row)
    .map((value, at) => `${table.key[at]} ${value}`)
    .join(', ')

const sqlName = ({ schema, name }: TableShape): string =>
  `${quoteIdent(schema)}.${quoteIdent(name)}`

const literal = (value: string | null | undefined): string =>
  value === null || value === undefined ? 'null' : quoteLiteral(value)

/** SQL as a value, readable where it can be. */
const quoted = (sql: string): string =>
  sql.includes('$test') ? quoteLiteral(sql) : `$test$${sql}$test$`
