import type { ProjectDatabase, Queryable } from '@basalt/engine'
import { createOnce, ownSchema } from '@basalt/pg-catalog'
import { quoteIdent } from '@basalt/pg-sql'

import { DesignError } from '../../designs/design.ts'
import { ObjectMissing } from '../../objects/plan-object.ts'
import type { PolicyOperation, PolicyTest } from '../policy-test.ts'
import { runPolicyTest } from '../run-policy-test.ts'
import { buildPolicyScript, readTableShape } from './policy-script.ts'
import { runChanged, runScript, type ScriptResult } from './run-script.ts'

export type SavedTest = {
  id: number
  name: string
  schema: string
  table: string
  role: string
  operation: PolicyOperation
  /** The policies that decided when it was saved. */
  policies: string[]
  sql: string
  result: SavedResult | null
}

type SavedResult = ScriptResult & {
  ran_at: string
  /** Whether it fails without a policy that it is about; a test that never fails proves nothing. */
  counts: boolean
  /** Policies without which it passes all the same. */
  unnoticed: string[]
  /** The table was in use by others, so whether the test fails without its policies is not known. */
  unchecked: boolean
}

type StoredResult = SavedResult & { fingerprint?: string | null }

const table = `${ownSchema}.policy_tests`

const statements: readonly string[] = [
  `create schema if not exists ${ownSchema}`,
  /* SQL */ `
  create table if not exists ${table} (
    id bigint generated always as identity primary key,
    name text not null unique,
    schema_name text not null,
    table_name text not null,
    role_name text not null,
    operation text not null,
    policies text[] not null,
    sql text not null,
    result jsonb
  )`,
]

const columns = `id::float8 as id, name, schema_name as schema, table_name as "table",
  role_name as role, operation, policies, sql, result::text as result`

type Stored = Omit<SavedTest, 'result'> & { result: StoredResult | null }

const toSaved = ({ result, ...rest }: Stored): SavedTest => {
  if (result === null) return { ...rest, result }
  const { fingerprint: _, ...shown } = result
  return { ...rest, result: shown }
}

/** By name; none for a role without access to them. */
export const listSavedTests = async (db: Queryable): Promise<SavedTest[]> =>
  (await listStored(db)).map(toSaved)

async function listStored(db: Queryable): Promise<Stored[]> {
  const [known] = await db.query<{ is_open: boolean }>(
    `select coalesce(has_table_privilege(to_regclass('${table}'), 'select')
       and has_schema_privilege('${ownSchema}', 'usage'), false) as is_open
     where to_regclass('${table}') is not null`,
  )
  if (known?.is_open !== true) return []
  const rows = await db.query<Omit<Stored, 'result'> & { result: string | null }>(
    `select ${columns} from ${table} order by name`,
  )
  const withoutLock = { unchecked: false }
  return rows.map(({ result, ...rest }) => ({
    ...rest,
    // Written by `runSavedTests` alone; older ones lack `unchecked`.
    result: result === null ? null : { ...withoutLock, ...(JSON.parse(result) as StoredResult) },
  }))
}

/**
 * Runs a policy test, and saves a script that expects its result. Installs the functions of the
 * script when they are missing.
 *
 * @throws DesignError, or ObjectMissing without the table or role.
 */
export async function savePolicyTest(
  db: ProjectDatabase,
  test: PolicyTest,
  { name, extensions }: { name: string; extensions: readonly string[] },
): Promise<SavedTest> {
  const result = await runPolicyTest(db, test)
  const shape = await readTableShape(db, test.tableId)
  if (result === null || shape === null)
    throw new ObjectMissing('This table or role does not exist. Reload the page.')
  const sql = buildPolicyScript({ table: shape, test, result })
  const schema = await ensureFunctions(db, extensions)
  await grantFunctions(db, { schema, role: test.role })
  const found = await runScript(db, { sql, schema })
  if (found.state !== 'passed') {
    const reason = found.message ?? found.lines.find((line) => line.startsWith('not ok')) ?? ''
    throw new DesignError({ name: `The saved test would not pass: ${reason}` })
  }
  const decided = result.rows.flatMap(({ decided_by: by }) => by)
  const policies = [...new Set(decided.map((at) => result.policies[at]?.name ?? ''))]
  const id = await db.transaction(async (tx) => {
    await createOnce(tx, statements)
    const [row] = await tx.query<{ id: number }>(
      `insert into ${table} (name, schema_name, table_name, role_name, operation, policies, sql)
       select $1, $2, $3, $4, $5, array(select jsonb_array_elements_text($6::jsonb)), $7
       on conflict do nothing returning id::float8 as id`,
      [name, shape.schema, shape.name, test.role, test.operation, JSON.stringify(policies), sql],
    )
    return row?.id
  })
  if (id === undefined) throw new DesignError({ name: 'A test with this name exists already' })
  const [saved] = await runSavedTests(db, id)
  if (saved === undefined) throw new ObjectMissing('The test was deleted while it ran')
  return saved
}

/** Runs all saved tests, or one, and stores their results. */
export async function runSavedTests(db: ProjectDatabase, id?: number): Promise<SavedTest[]> {
  const saved = (await listStored(db)).filter((one) => id === undefined || one.id === id)
  if (saved.length === 0) return []
  const schema = await findFunctions(db)
  const tools = schema === null ? null : { schema, used: new Set<string>() }
  for (const one of saved) {
    one.result = tools === null ? withoutFunctions() : await runOne(db, one, tools)
    await db.query(`update ${table} set result = $2::jsonb where id = $1::float8::bigint`, [
      one.id,
      JSON.stringify(one.result),
    ])
  }
  return saved.map(toSaved)
}

/** False when there was none. */
export async function deleteSavedTest(db: ProjectDatabase, id: number): Promise<boolean> {
  if ((await listSavedTests(db)).every((one) => one.id !== id)) return false
  await db.query(`delete from ${table} where id = $1::float8::bigint`, [id])
  return true
}

const now = () => new Date().toISOString()

const withoutFunctions = (): SavedResult => ({
  state: 'error',
  lines: [],
  message: 'The extension basalt_tap or pgtap was dropped. Save a test again to install it.',
  ran_at: now(),
  counts: false,
  unnoticed: [],
  unchecked: false,
})

type Tools = {
  /** Of the test functions. */
  schema: string
  /** Tables that could not be locked in this run. */
  used: Set<string>
}

/**
 * A test that passes is run once more without each of its policies, and then has to fail. That locks
 * the table for a moment, so it is not repeated while the policies stay as they were.
 */
async function runOne(db: ProjectDatabase, test: Stored, tools: Tools): Promise<StoredResult> {
  const { schema, used } = tools
  const result = { ...(await runScript(db, { sql: test.sql, schema })), ran_at: now() }
  if (result.state !== 'passed')
    return { ...result, counts: false, unnoticed: [], unchecked: false }
  const fingerprint = await readFingerprint(db, test)
  const before = test.result
  if (before?.state === 'passed' && !before.unchecked && before.fingerprint === fingerprint)
    return { ...before, ...result }
  const on = `${quoteIdent(test.schema)}.${quoteIdent(test.table)}`
  // One wait for a used table is enough for all its tests.
  const proof = used.has(on) ? null : await prove(db, test, { schema, on })
  if (proof === null) used.add(on)
  return proof === null
    ? { ...result, counts: false, unnoticed: [], unchecked: true }
    : { ...result, ...proof, unchecked: false, fingerprint }
}

/** Null when the table was in use. */
async function prove(
  db: ProjectDatabase,
  test: Stored,
  { schema, on }: { schema: string; on: string },
): Promise<Pick<SavedResult, 'counts' | 'unnoticed'> | null> {
  const unnoticed: string[] = []
  // Without a policy nothing more is allowed, so a refusal stays one.
  const { policies } = letsPass.test(test.sql) ? test : { policies: [] }
  for (const policy of policies) {
    const change = `drop policy if exists ${quoteIdent(policy)} on ${on}`
    const without = await runChanged(db, { sql: test.sql, schema, change })
    if (without === null) return null
    if (without.state === 'passed') unnoticed.push(policy)
  }
  if (policies.length > 0) return { counts: unnoticed.length < policies.length, unnoticed }
  // For a test of what must not be possible.
  const change = `alter table ${on} disable row level security`
  const without = await runChanged(db, { sql: test.sql, schema, change })
  return without === null ? null : { counts: without.state !== 'passed', unnoticed }
}

/** Of all that the proof depends on except the functions that policies call. */
async function readFingerprint(db: Queryable, { schema, table: name, sql }: Stored) {
  const [row] = await db.query<{ fingerprint: string }>(
    `select md5(jsonb_build_array($3::text, c.relrowsecurity, c.relforcerowsecurity, c.relacl::text,
       c.relowner::text, (select jsonb_agg(to_jsonb(p) order by p.policyname) from pg_policies p
         where p.schemaname = n.nspname and p.tablename = c.relname))::text) as fingerprint
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relname = $2`,
    [schema, name, sql],
  )
  return row?.fingerprint ?? null
}

/** Assertions of a script that expect a row to pass. */
const letsPass = /^select (?:set_eq|isnt_empty|lives_ok)\(/mu

/** The schema of the test functions; null when they are not installed. */
async function findFunctions(db: Queryable): Promise<string | null> {
  const [row] = await db.query<{ schema: string }>(
    `select n.nspname::text as schema from pg_extension e
     join pg_namespace n on n.oid = e.extnamespace
     where e.extname in ('pgtap', 'basalt_tap') order by e.extname desc limit 1`,
  )
  return row?.schema ?? null
}

async function ensureFunctions(
  db: ProjectDatabase,
  extensions: readonly string[],
): Promise<string> {
  const installed = await findFunctions(db)
  if (installed !== null) return installed
  const name = ['basalt_tap', 'pgtap'].find((one) => extensions.includes(one))
  if (name === undefined) {
    throw new DesignError({
      name: 'Saved tests need the extension basalt_tap or pgtap, and this engine has neither',
    })
  }
  await db.transaction(async (tx) => {
    await createOnce(tx, [
      'create schema if not exists extensions',
      `create extension if not exists ${name} schema extensions`,
    ])
  })
  return 'extensions'
}

/** Tests call their functions as the role that they are about. */
async function grantFunctions(
  db: Queryable,
  { schema, role }: { schema: string; role: string },
): Promise<void> {
  const [row] = await db.query<{ has: boolean }>(
    `select has_schema_privilege($1, $2, 'usage') as has`,
    [role, schema],
  )
  if (row?.has !== true)
    await db.query(`grant usage on schema ${quoteIdent(schema)} to ${quoteIdent(role)}`)
}
