import type { Column } from '@basalt/contract/database/tables'
import type { FilterCondition, FilterGroup } from '@basalt/pg-model'

import { getFinished } from './new-condition.ts'

/** What PostgreSQL refuses of a filter, at the condition that it speaks of. */
export type ConditionFault = { condition: FilterCondition; message: string }

type Refused = {
  message: string
  filter: FilterGroup
  columns: readonly Column[]
  /** Whether there is SQL of one's own, which a message may speak of as well. */
  hasOwnSql: boolean
}

/**
 * The condition that a refusal is about: the one whose value PostgreSQL quotes, or the only
 * one that was asked about. Undefined where none can be told.
 */
export function faultIn({ message, filter, columns, hasOwnSql }: Refused) {
  const requested = listConditions(filter).filter(
    (one) => getFinished({ match: 'all', conditions: [one] }, columns).conditions.length > 0,
  )
  const quoted = requested.filter(({ values }) => values.some((value) => isQuoted(message, value)))
  // The same value may be right elsewhere; the message names the type that does not take it.
  const named = quoted.filter(({ column }) => {
    const type = columns.find(({ name }) => name === column)?.data_type ?? ''
    const plain = ` ${type.replace(/\([\d,]*\)/u, '')}`
    return message.includes(`${plain}: "`) || message.endsWith(plain)
  })
  const condition = named[0] ?? only(quoted) ?? (hasOwnSql ? undefined : only(requested))
  return condition === undefined ? undefined : { condition, message }
}

/** Whether a message speaks of this value, as it was typed. */
export const isQuoted = (message: string, value: string): boolean => message.includes(`"${value}"`)

const only = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined)

export const listConditions = (group: FilterGroup): FilterCondition[] =>
  group.conditions.flatMap((node) => ('match' in node ? listConditions(node) : [node]))
