import type { Column } from '@basalt/contract/database/tables'
import type { FilterGroup, RowView } from '@basalt/pg-model'
import { useQueries } from '@tanstack/react-query'

import { planQuery } from '../view/use-plan.ts'
import { type ConditionFault, listConditions, faultIn } from './fault-position.ts'
import { getFinished } from './new-condition.ts'

/** More conditions than this are not asked about one by one. */
const maxRequested = 20

type Refused = {
  columns: readonly Column[]
  filter: FilterGroup
  /** Whether there is SQL of one's own beside the conditions. */
  hasOwnSql: boolean
  refusal: { message: string; position?: number | undefined } | undefined
  /** Nothing is being typed: it is worth asking. */
  isChecked: boolean
}

/**
 * What PostgreSQL refuses of a filter, at each condition. It tells the first fault only, so once
 * it refuses the whole it is asked about every condition by itself.
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
