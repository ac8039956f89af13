import type { Column } from '@basalt/contract/database/tables'
import type { FilterGroup, RowView } from '@basalt/pg-model'
import { useQueries } from '@tanstack/react-query'

import { planQuery } from '../view/use-plan.ts'
import { type ConditionFault, listConditions, faultIn } from './fault-position.ts'
import { getFinished } from './new-condition.ts'

/** Beyond this number conditions are not checked one by one. */
const maxRequested = 20

type Refused = {
  columns: readonly Column[]
  filter: FilterGroup
  /** Whether there is an SQL expression next to the conditions. */
  hasOwnSql: boolean
  refusal: { message: string; position?: number | undefined } | undefined
  /** Typing has paused, so a check is useful. */
  isChecked: boolean
}

/**
 * PostgreSQL's errors about a filter, at each condition. It reports only the first fault, so after
 * a refusal every condition is checked separately.
 */
export function useFaults(
  table: { ref: string; id: number },
  { columns, filter, hasOwnSql, refusal, isChecked }: Refused,
): ConditionFault[] {
  const finished = listConditions(filter).flatMap((condition) => {
    const alone = getFinished({ match: 'all', conditions: [condition] }, columns)
    return alone.conditions.length > 0 ? [{ condition, view: { filter: alone } }] : []
  })
  const isWhole = finished.length === 1 && !hasOwnSql
  const requested = refusal === undefined || isWhole ? [] : finished.slice(0, maxRequested)
  const answers = useQueries({
    queries: requested.map(({ view }: { view: RowView }) => ({
      ...planQuery(table, view),
      enabled: isChecked,
      retry: false,
    })),
  })
  if (refusal === undefined) return []
  const reported =
    refusal.position === undefined
      ? faultIn({ message: refusal.message, filter, columns, hasOwnSql })
      : undefined
  const others = requested.flatMap(({ condition }, at) => {
    const message = answers[at]?.data?.refusal?.message
    return message === undefined || condition === reported?.condition
      ? []
      : [{ condition, message }]
  })
  return reported === undefined ? others : [reported, ...others]
}
