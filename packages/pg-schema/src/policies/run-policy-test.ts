import { EngineError, type ProjectDatabase, type Queryable } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

import { DesignError } from '../designs/design.ts'
import { inRolledBackTransaction } from '../designs/rolled-back.ts'
import { actAs, setClaims } from './act-as.ts'
import { attempt } from './attempt.ts'
import { evaluatePolicies } from './evaluate-policies.ts'
import { explainVerdicts, listRules } from './explain-verdicts.ts'
import type { PolicyTest, PolicyTestResult, TestedRow } from './policy-test.ts'
import { listAppliedPolicies, readTestedTable, type TestedTable } from './read-tested-table.ts'
import { readRoleDefaults } from './role-defaults.ts'

/**
 * Runs an operation as a role on real rows and tells which of them pass, and the value of each
 * policy for each row. The transaction is always rolled back. Null when the table or the role does
 * not exist.
 *
 * @throws DesignError for a value that is none of its column.
 */
export function runPolicyTest(
  db: ProjectDatabase,
  test: PolicyTest,
): Promise<PolicyTestResult | null> {
  return inRolledBackTransaction(db, async (tx) => {
    await tx.text("set local statement_timeout = '10s'")
    await tx.text("set local lock_timeout = '2s'")
    return testIn(tx, test)
  })
}

const nothing = { decided_by: [], missing: null }

const privilege = /^permission denied for (?:table|schema)/u

/** Without the privilege PostgreSQL does not ask the policies at all. */
function listPrivilegeHints(
  table: TestedTable,
  { role, operation }: PolicyTest,
  outcomes: readonly Outcome[],
): string[] {
  if (!outcomes.some(({ message }) => message !== null && privilege.test(message))) return []
  return [
    `The role ${role} has no ${operation.toUpperCase()} privilege here, so its policies are not asked. Grant it with: grant ${operation} on ${table.sql} to ${quoteIdent(role)}`,
  ]
}

type Sample = { place: { ctid: string; tableoid: string } | null; values: (string | null)[] }

async function testIn(tx: Queryable, test: PolicyTest): Promise<PolicyTestResult | null> {
  const table = await readTestedTable(tx, test)
  if (table === null) return null
  const policies = table.bypass === null ? await listAppliedPolicies(tx, test) : []
  const samples = test.operation === 'insert' ? [] : await readSamples(tx, table, test.limit)
  const old = await evaluatePolicies(tx, {
    ...test,
    table,
    policies: policies.map((policy) => (policy.clause === 'using' ? policy : null)),
    rows: samples.map(({ values }) => values),
  })
  const made = await listNewRows(tx, { table, test, samples })
  const fresh = await evaluatePolicies(tx, {
    ...test,
    table,
    policies: policies.map((policy) => (policy.clause === 'check' ? policy : null)),
    rows: made,
  })
  await actAs(tx, test)
  const { statement, outcomes, hints } = await runOperation(tx, { table, test, samples, made })
  const shown = test.operation === 'insert' ? made : samples.map(({ values }) => values)
  return {
    columns: table.columns.map(({ name }) => name),
    rows: shown.map((values, at) => {
      const verdicts = policies.map((_, index) => fresh[at]?.[index] ?? old[at]?.[index] ?? null)
      const { decided_by, missing } =
        table.bypass === null ? explainVerdicts(policies, verdicts, listRules(test)) : nothing
      const outcome = outcomes[at] ?? { outcome: 'failed' as const, message: null }
      return { values, ...outcome, verdicts, decided_by, missing }
    }),
    policies,
    bypass: table.bypass,
    hints: [...hints, ...listPrivilegeHints(table, test, outcomes)],
    effects: test.operation === 'select' ? [] : table.effects,
    statement,
  }
}

async function readSamples(tx: Queryable, table: TestedTable, limit: number): Promise<Sample[]> {
  const columns = table.columns.map(({ name }) => `t.${quoteIdent(name)}`)
  const { rows } = await tx.text(
    `select t.ctid, t.tableoid, ${columns.join(', ')} from ${table.sql} t limit ${Math.trunc(limit)}`,
  )
  return rows.map(([ctid, tableoid, ...values]) => ({
    place: { ctid: ctid ?? '', tableoid: tableoid ?? '' },
    values,
  }))
}

type Work = { table: TestedTable; test: PolicyTest; samples: readonly Sample[] }

type Statement = { sql: string; values: (string | null)[] }

/** The rows that the statement of the role makes; null when it is refused. */
async function attemptAsRole(
  tx: Queryable,
  test: PolicyTest,
  { sql, values }: Statement,
): Promise<(string | null)[][] | null> {
  const found = await attempt(tx, async () => {
    await actAs(tx, test)
    return tx.text(sql, values)
  })
  return 'error' in found ? null : found.value.rows
}

/** Past the policies, with the claims of the role for what defaults and triggers read of them. */
const attemptAsOwner = (tx: Queryable, test: PolicyTest, { sql, values }: Statement) =>
  attempt(tx, async () => {
    await setClaims(tx, test)
    return tx.text(sql, values)
  })

/** The rows that an INSERT or UPDATE makes, with the defaults of the role and the work of triggers. */
async function listNewRows(tx: Queryable, work: Work): Promise<(string | null)[][]> {
  const { table, test, samples } = work
  if (test.operation === 'insert') {
    const written = await attemptAsRole(tx, test, insertStatement(table, test, true))
    if (written !== null) return written
    const filled = { ...test, values: { ...test.values, ...(await readRoleDefaults(tx, test)) } }
    const found = await attemptAsOwner(tx, test, insertStatement(table, filled, true))
    if ('error' in found) throw asFieldError(found.error, test)
    return found.value.rows
  }
  if (test.operation !== 'update') return []
  const made: (string | null)[][] = []
  for (const sample of samples) {
    const statement = updateStatement({ table, test, sample, isReturned: true })
    const [written] = (await attemptAsRole(tx, test, statement)) ?? []
    if (written !== undefined) {
      made.push(written)
      continue
    }
    const found = await attemptAsOwner(tx, test, statement)
    if ('error' in found) {
      if (made.length === 0 && isOfValues(found.error)) throw asFieldError(found.error, test)
      made.push(sample.values)
    } else made.push(found.value.rows[0] ?? sample.values)
  }
  return made
}

type Outcome = Pick<TestedRow, 'outcome' | 'message'>

async function runOperation(tx: Queryable, work: Work & { made: readonly unknown[] }) {
  const { table, test, samples } = work
  if (test.operation === 'select') return runSelect(tx, work)
  if (test.operation === 'insert') {
    const { sql, values } = insertStatement(table, test, test.returning)
    const outcome = await tryStatement(tx, sql, values)
    return { statement: sql, outcomes: [outcome], hints: await listHints(tx, work, outcome) }
  }
  const outcomes: Outcome[] = []
  let statement = ''
  for (const sample of samples) {
    const { sql, values } =
      test.operation === 'update'
        ? updateStatement({ table, test, sample, isReturned: test.returning })
        : deleteStatement(table, test, sample)
    statement = sql
    outcomes.push(await tryStatement(tx, sql, values))
  }
  return { statement, outcomes, hints: [] }
}

async function runSelect(tx: Queryable, { table, samples }: Work) {
  const statement = `select * from ${table.sql}`
  const places = samples.flatMap(({ place }) => (place === null ? [] : [place]))
  const found = await attempt(tx, () =>
    tx.text(
      `select t.tableoid, t.ctid from ${table.sql} t where t.ctid = any ($1::text[]::tid[])`,
      [places.map(({ ctid }) => ctid)],
    ),
  )
  if ('error' in found) {
    const failed = getFailure(found.error)
    return { statement, outcomes: samples.map(() => failed), hints: [] }
  }
  const visible = new Set(found.value.rows.map(([tableoid, ctid]) => `${tableoid} ${ctid}`))
  const outcomes = samples.map(({ place }): Outcome => ({
    outcome: visible.has(`${place?.tableoid} ${place?.ctid}`) ? 'passes' : 'hidden',
    message: null,
  }))
  return { statement, outcomes, hints: [] }
}

/** Tells a refused row from one that could only not be returned. */
async function listHints(tx: Queryable, { table, test }: Work, found: Outcome): Promise<string[]> {
  if (found.outcome !== 'refused' || !test.returning) return []
  const { sql, values } = insertStatement(table, test, false)
  const without = await tryStatement(tx, sql, values)
  return without.outcome === 'passes'
    ? [
        'The row is inserted without RETURNING. No SELECT policy lets the role read it, so a client that asks for the new row gets this error.',
      ]
    : []
}

async function tryStatement(
  tx: Queryable,
  sql: string,
  values: readonly (string | null)[],
): Promise<Outcome> {
  const found = await attempt(tx, () => tx.text(sql, values))
  if ('error' in found) return getFailure(found.error)
  return { outcome: found.value.rowCount === 0 ? 'hidden' : 'passes', message: null }
}

function getFailure(error: unknown): Outcome {
  const message = error instanceof Error ? error.message : String(error)
  const isRefused = error instanceof EngineError && /row-level security/u.test(message)
  return { outcome: isRefused ? 'refused' : 'failed', message }
}

const returned = (table: TestedTable, isReturned: boolean): string =>
  isReturned ? ` returning ${table.columns.map(({ name }) => quoteIdent(name)).join(', ')}` : ''

function insertStatement(table: TestedTable, { values }: PolicyTest, isReturned: boolean) {
  const names = Object.keys(values)
  const list =
    names.length === 0
      ? 'default values'
      : `(${names.map(quoteIdent).join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`
  return {
    sql: `insert into ${table.sql} ${list}${returned(table, isReturned)}`,
    values: Object.values(values),
  }
}

const atPlace = (from: number) =>
  `ctid = $${from}::text::tid and tableoid = $${from + 1}::text::oid`

const placeOf = ({ place }: Sample): string[] => [place?.ctid ?? '', place?.tableoid ?? '']

type Update = { table: TestedTable; test: PolicyTest; sample: Sample; isReturned: boolean }

/** Without changed columns, one that can be changed gets its own value. */
function updateStatement({ table, test: { values }, sample, isReturned }: Update) {
  const names = Object.keys(values)
  const own = quoteIdent(table.columns.find((column) => !column.is_generated)?.name ?? '')
  const changes =
    names.length === 0
      ? `${own} = ${own}`
      : names.map((name, at) => `${quoteIdent(name)} = $${at + 1}`).join(', ')
  return {
    sql: `update ${table.sql} set ${changes} where ${atPlace(names.length + 1)}${returned(table, isReturned)}`,
    values: [...Object.values(values), ...placeOf(sample)],
  }
}

const deleteStatement = (table: TestedTable, { returning }: PolicyTest, sample: Sample) => ({
  sql: `delete from ${table.sql} where ${atPlace(1)}${returned(table, returning)}`,
  values: placeOf(sample),
})

/** Errors of a value: of its text, or of a rule of the table. */
const isOfValues = (error: unknown): boolean =>
  error instanceof EngineError && /^(?:22|23|42703|42804)/u.test(error.sql?.sqlstate ?? '')

function asFieldError(error: unknown, { values }: PolicyTest): unknown {
  if (!isOfValues(error) || !(error instanceof Error)) return error
  const named = Object.keys(values).find((name) => error.message.includes(`"${name}"`))
  return Object.assign(
    new DesignError({ [named === undefined ? 'values' : `values.${named}`]: error.message }),
    { cause: error },
  )
}
