import type { ProofResult } from '@basalt/contract/query-performance/index-advisor'
import { type DatabaseSession, EngineError, type ProjectDatabase } from '@basalt/engine'
import {
  chooseValues,
  explainExecute,
  flatten,
  inReadOnly,
  type ParameterValues,
  type PlannedStatement,
} from '@basalt/pg-catalog'

import type { TopStatement } from '../reading/statement-store.ts'

/** A statement that can be measured, or the reason why it cannot. */
export type Subject = {
  statement: TopStatement
  values: ParameterValues | null
  failure: string | null
}

/** One run of all sets of values: the sum of their times or costs. */
export type Measured = { value: number | null; usedIndexes: string[]; failure: string | null }

const statementMs = 30_000
/** Slower statements run once only. */
const slowMs = 2000
const repeats = 3

export async function prepareSubject(
  db: ProjectDatabase,
  statement: TopStatement,
  { planned, isOwn }: { planned: PlannedStatement | undefined; isOwn: boolean },
): Promise<Subject> {
  const fail = (failure: string) => ({ statement, values: null, failure })
  if (!isOwn) return fail('It runs with another role or in another database.')
  if (planned === undefined) return fail('PostgreSQL cannot plan it.')
  if (flatten(planned.plan).some((node) => node['Node Type'] === 'ModifyTable')) {
    return fail('It writes, so only its plan was looked at.')
  }
  const values = await chooseValues(db, statement.query, planned)
  if (values === null) return fail('The statistics have no values for its parameters.')
  return { statement, values, failure: null }
}

/**
 * Runs a statement with each set of values and takes the median of several runs. `isExecuted` is
 * false where only costs are compared.
 */
export async function measure(
  session: DatabaseSession,
  { statement, values }: Subject,
  { isExecuted, signal }: { isExecuted: boolean; signal: AbortSignal },
): Promise<Measured> {
  const used = new Set<string>()
  let sum = 0
  try {
    for (const set of values?.sets ?? []) {
      const times: number[] = []
      const isEnough = () => times.length === (isExecuted ? repeats : 1) || (times[0] ?? 0) > slowMs
      while (!isEnough()) {
        signal.throwIfAborted()
        const work = () => explainExecute(session, { values: set, analyze: isExecuted, signal })
        const run = { query: statement.query, timeoutMs: statementMs }
        const { Plan: plan, 'Execution Time': ms = 0 } = await inReadOnly(session, run, work)
        for (const node of flatten(plan)) used.add(node['Index Name'] ?? '')
        times.push(isExecuted ? ms : (plan['Total Cost'] ?? 0))
      }
      sum += times.toSorted((one, two) => one - two)[Math.floor(times.length / 2)] ?? 0
    }
    const count = values?.sets.length ?? 1
    return { value: sum / Math.max(1, count), usedIndexes: [...used], failure: null }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof EngineError) || error.kind !== 'statement') throw error
    return { value: null, usedIndexes: [], failure: error.message }
  }
}

export function presentMeasured(
  { statement: { id, query, calls }, values, failure }: Subject,
  runs: { before: Measured; after: Measured; usesIndex: boolean } | null,
): ProofResult['statements'][number] {
  const hasParameters = values?.sets.some((set) => set.length > 0) === true
  const source = (values?.guessed.length ?? 0) > 0 ? 'guessed' : 'statistics'
  return {
    id,
    query,
    calls,
    before: runs?.before.value ?? null,
    after: runs?.after.value ?? null,
    uses_index: runs?.usesIndex ?? false,
    values: hasParameters ? source : 'none',
    failure: failure ?? runs?.before.failure ?? runs?.after.failure ?? null,
  }
}
