import type { ResultField } from '@basalt/contract/database/query'

import type { Plan } from './plan-node.ts'
import { readJsonPlan } from './read-json.ts'
import { readTextPlan } from './read-text.ts'

type Answer = {
  fields: readonly Pick<ResultField, 'name'>[] | null
  rows: readonly (readonly (string | null)[])[]
  rowCount: number
}

/** As many lines as a plan may have; more are some other answer of that name. */
const maxLines = 50_000

/** Whether a statement answers as EXPLAIN does: one column of that name. */
export const isPlanAnswer = (fields: Answer['fields']): boolean =>
  fields?.length === 1 && fields[0]?.name === 'QUERY PLAN'

/** The plan that a statement answered, whoever wrote the EXPLAIN; undefined for other answers. */
export function getPlan({ fields, rows, rowCount }: Answer): Plan | undefined {
  if (!isPlanAnswer(fields) || rowCount > maxLines) return undefined
  const source = rows
    .slice(0, rowCount)
    .map(([line]) => line ?? '')
    .join('\n')
  return readJsonPlan(source) ?? readTextPlan(source)
}
