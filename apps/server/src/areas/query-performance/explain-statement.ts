import type { ProjectEngine } from '@basalt/engine'

import { type PlannableStatement, planTop } from './index-advisor/reading/plan-top.ts'

/** The plan of a statement for any values, or why there is none. Nothing is executed. */
export async function explainStatement(
  engine: ProjectEngine,
  ref: string,
  statement: PlannableStatement,
): Promise<{ plan: object | null; problem: string | null }> {
  const db = await engine.open(ref, 'owner')
  const { plans, failures, elsewhere } = await planTop({ engine, ref, db }, [statement])
  const [found] = plans.values()
  if (found !== undefined) return { plan: { Plan: found.plan }, problem: null }
  const problem =
    elsewhere > 0
      ? `The statement belongs to the database ${statement.database}, which has no plans here.`
      : (failures[0] ?? 'PostgreSQL returned no plan.')
  return { plan: null, problem }
}
