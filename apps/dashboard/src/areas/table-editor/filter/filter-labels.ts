import type { FilterCondition, FilterGroup } from '@basalt/pg-model'

import { operators } from '../view/operators.ts'

/** A condition or a group as one reads it: `status one of paid, sent`. */
export function splitWords(node: FilterCondition | FilterGroup): string {
  if ('match' in node) {
    const word = node.match === 'all' ? ' and ' : ' or '
    return node.conditions
      .map((one) => ('match' in one ? `(${splitWords(one)})` : splitWords(one)))
      .join(word)
  }
  const { column, operator, values, not } = node
  const { words, takes } = operators[operator]
  const joined = takes === 'two' ? values.map(shown).join(' and ') : getList(values)
  return `${column} ${not === true ? 'not: ' : ''}${words} ${joined}`
}

const listed = 3

function getList(values: readonly string[]): string {
  const more = values.length - listed
  const list = values.slice(0, listed).map(shown).join(', ')
  return more > 0 ? `${list} and ${more} more` : list
}

const shown = (value: string): string => (value === '' ? '(empty string)' : value)
