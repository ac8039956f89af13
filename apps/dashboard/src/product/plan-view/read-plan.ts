import type { ResultField } from '@basalt/contract/database/query'

import type { Plan } from './plan-node.ts'
import { readJsonPlan } from './read-json.ts'
import { readTextPlan } from './read-text.ts'

type Answer = {
  fields: readonly Pick<ResultField, 'name'>[] | null
  rows: readonly (readonly (string | null)[])[]
  rowCount: number
}

/** The maximum number of lines of a plan; longer results only share its column name. */
const maxLines = 50_000

/** Whether a statement has the result of EXPLAIN: one column with that name. */
export const isPlanAnswer = (fields: Answer['fields']): boolean =>
  fields?.length === 1 && fields[0]?.name === 'QUERY PLAN'

/** The plan in a statement's result, of any EXPLAIN; undefined for other results. */
export function getPlan({ fields, rows, rowCount }: Answer): Plan | undefined {
  if (!isPlanAnswer(fields) || rowCount > maxLines) return undefined
  const source = rows
    .slice(0, rowCount)
    .map(([line]) => line ?? '')
    .join('\n')
  return readJsonPlan(source) ?? readTextPlan(source)
}
