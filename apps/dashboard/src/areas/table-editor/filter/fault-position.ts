import type { Column } from '@basalt/contract/database/tables'
import type { FilterCondition, FilterGroup } from '@basalt/pg-model'

import { getFinished } from './new-condition.ts'

/** A refusal of PostgreSQL, with its condition. */
export type ConditionFault = { condition: FilterCondition; message: string }

type Refused = {
  message: string
  filter: FilterGroup
  columns: readonly Column[]
  /** Whether there is an SQL expression, which the message may concern as well. */
  hasOwnSql: boolean
}

/**
 * The condition of a refusal: the one whose value PostgreSQL quotes, or the only one checked.
 * Undefined when ambiguous.
 */
export function faultIn({ message, filter, columns, hasOwnSql }: Refused) {
  const requested = listConditions(filter).filter(
    (one) => getFinished({ match: 'all', conditions: [one] }, columns).conditions.length > 0,
  )
  const quoted = requested.filter(({ values }) => values.some((value) => isQuoted(message, value)))
  // The same value may be valid in other conditions; the message names the type that refuses it.
  const named = quoted.filter(({ column }) => {
    const type = columns.find(({ name }) => name === column)?.data_type ?? ''
    const plain = ` ${type.replace(/\([\d,]*\)/u, '')}`
    return message.includes(`${plain}: "`) || message.endsWith(plain)
  })
  const condition = named[0] ?? only(quoted) ?? (hasOwnSql ? undefined : only(requested))
  return condition === undefined ? undefined : { condition, message }
}

/** Whether a message quotes this value as typed. */
export const isQuoted = (message: string, value: string): boolean => message.includes(`"${value}"`)

const only = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined)

export const listConditions = (group: FilterGroup): FilterCondition[] =>
  group.conditions.flatMap((node) => ('match' in node ? listConditions(node) : [node]))
