import { type DatabaseSession, EngineError, type ProjectDatabase } from '@basalt/engine'
import { quoteLiteral } from '@basalt/pg-sql'

import type { PlanNode } from './plan-needs.ts'

export type PlannedStatement = { plan: PlanNode; parameterTypes: string[] }

const name = 'basalt_statement'
const planTimeoutMs = 2000
/** For all statements together. */
const totalMs = 10_000

/**
 * Plans statements with parameters that have no values, each in a read-only transaction. Nothing of
 * them is executed.
 *
 * @returns the plans by id, and the reasons of PostgreSQL for statements that cannot be planned.
 */
export async function planStatements(
  db: ProjectDatabase,
  statements: readonly { id: string; query: string }[],
): Promise<{ plans: Map<string, PlannedStatement>; failures: Map<string, string> }> {
  const plans = new Map<string, PlannedStatement>()
  const failures = new Map<string, string>()
  const session = await db.session()
  const deadline = performance.now() + totalMs
  try {
    for (const { id, query } of statements) {
      if (performance.now() > deadline) {
        failures.set(id, 'Planning all statements takes too long.')
        continue
      }
      try {
        plans.set(
          id,
          await inReadOnly(session, { query, timeoutMs: planTimeoutMs }, () =>
            explainGeneric(session),
          ),
        )
      } catch (error) {
        if (!(error instanceof EngineError) || error.kind !== 'statement') throw error
        failures.set(id, error.message)
      }
    }
  } finally {
    await session.release()
  }
  return { plans, failures }
}

/** Prepares a statement for the work and undoes everything at its end. */
export async function inReadOnly<T>(
  session: DatabaseSession,
  { query, timeoutMs }: { query: string; timeoutMs: number },
  work: () => Promise<T>,
): Promise<T> {
  await session.query('begin read only')
  try {
    await session.query(
      `select set_config('statement_timeout', $1, true), set_config('lock_timeout', '1000', true)`,
      [String(timeoutMs)],
    )
    // Only statements that have a plan can be prepared, and only one at a time.
    await session.query(`prepare ${name} as ${castTyped(query)}`)
    return await work()
  } finally {
    await session.query('rollback')
    await session.query('deallocate all')
  }
}

const typedConstant =
  /\b(interval|date|time|timestamptz?|timestamp with(?:out)? time zone|uuid|inet|numeric|jsonb?|bool|boolean)\s+(\$\d+)/giu

/** Makes casts of typed constants: `interval '1 day'` was counted as `interval $1`, which is no SQL. */
const castTyped = (query: string): string => query.replaceAll(typedConstant, '$2::$1')

async function explainGeneric(session: DatabaseSession): Promise<PlannedStatement> {
  await session.query(`set local plan_cache_mode = 'force_generic_plan'`)
  const [prepared] = await session.query<{ types: string[] }>(
    `select parameter_types::text[] as types from pg_prepared_statements where name = $1`,
    [name],
  )
  const types = prepared?.types ?? []
  const plan = await explainExecute(session, { values: types.map(() => null), analyze: false })
  return { plan: plan.Plan, parameterTypes: types }
}

export type Explained = { Plan: PlanNode; 'Execution Time'?: number; 'Planning Time'?: number }

/** EXPLAIN of the prepared statement. */
export async function explainExecute(
  session: DatabaseSession,
  {
    values,
    analyze,
    signal,
  }: { values: readonly (string | null)[]; analyze: boolean; signal?: AbortSignal },
): Promise<Explained> {
  const list = values.map((value) => (value === null ? 'null' : quoteLiteral(value))).join(', ')
  const options = `verbose, format json${analyze ? ', analyze, timing off' : ''}`
  const [row] = await session.query<{ 'QUERY PLAN': Explained[] }>(
    `explain (${options}) execute ${name}${values.length === 0 ? '' : `(${list})`}`,
    [],
    { signal },
  )
  const [explained] = row?.['QUERY PLAN'] ?? []
  if (explained === undefined) throw new Error('PostgreSQL returned no plan')
  return explained
}
