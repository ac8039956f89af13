import type { IndexDefinition, IndexKey } from '@basalt/pg-model'
import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

import { columnList, type Fragment, inParentheses, joined, piece } from '../../../designs/steps.ts'

type Place = {
  /** The index, as a fragment of its own name. */
  name: Fragment
  /** The table in SQL, with `only` before a partitioned one whose partitions follow. */
  table: string
  concurrently: boolean
}

/** `create index` of a design, under the given name on the given table. */
export function createFragment(one: IndexDefinition, place: Place): Fragment {
  const { method, keys, include, where, is_unique, nulls_not_distinct, parameters } = one
  return [
    'create ',
    ...(is_unique ? [piece('unique ', 'is_unique')] : []),
    `index ${place.concurrently ? 'concurrently ' : ''}`,
    ...place.name,
    ' on ',
    piece(place.table, 'table'),
    ' using ',
    piece(isPlain.test(method) ? method : quoteIdent(method), 'method'),
    ' (',
    ...joined(keys.map(keyFragment), ', '),
    ')',
    ...(include.length === 0 ? [] : [' include ', piece(columnList(include), 'include')]),
    ...(is_unique && nulls_not_distinct
      ? [piece(' nulls not distinct', 'nulls_not_distinct')]
      : []),
    ...(parameters.length === 0 ? [] : [' with ', piece(parameterList(parameters), 'parameters')]),
    ...(where === null || where === '' ? [] : ['\nwhere ', piece(inParentheses(where), 'where')]),
  ]
}

const isPlain = /^[a-z]+$/u

function keyFragment(key: IndexKey, at: number): Fragment {
  const { column, expression, collation, operator_class, order, nulls } = key
  const field = `keys.${at}`
  const isDescending = order === 'descending'
  return [
    column === null
      ? piece(inParentheses(expression ?? ''), `${field}.expression`)
      : piece(quoteIdent(column), `${field}.column`),
    ...(collation === null ? [] : [' collate ', piece(collation, `${field}.collation`)]),
    ...(operator_class === null ? [] : [' ', piece(operator_class, `${field}.operator_class`)]),
    ...(isDescending ? [' desc'] : []),
    // The default of either order.
    ...(nulls === (isDescending ? 'first' : 'last') ? [] : [` nulls ${nulls}`]),
  ]
}

export const parameterList = (parameters: IndexDefinition['parameters']): string =>
  `(${parameters.map(({ name, value }) => `${name} = ${quoteLiteral(value)}`).join(', ')})`
