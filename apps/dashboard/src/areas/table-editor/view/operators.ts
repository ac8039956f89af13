import type { Column } from '@basalt/contract/database/tables'
import type { FilterOperator } from '@basalt/pg-model'

/** The number of values that an operator takes. */
type Takes = 'one' | 'two' | 'many' | 'truth'

type Operator = {
  /** Its label. */
  words: string
  takes: Takes
}

export const operators: Readonly<Record<FilterOperator, Operator>> = {
  eq: { words: 'equals', takes: 'one' },
  neq: { words: 'is not', takes: 'one' },
  gt: { words: 'greater than', takes: 'one' },
  gte: { words: 'at least', takes: 'one' },
  lt: { words: 'less than', takes: 'one' },
  lte: { words: 'at most', takes: 'one' },
  between: { words: 'between', takes: 'two' },
  in: { words: 'one of', takes: 'many' },
  contains: { words: 'contains', takes: 'one' },
  starts_with: { words: 'starts with', takes: 'one' },
  like: { words: 'like', takes: 'one' },
  ilike: { words: 'like (ignore case)', takes: 'one' },
  is: { words: 'is', takes: 'truth' },
  array_contains: { words: 'contains all of', takes: 'many' },
  array_within: { words: 'contains only', takes: 'many' },
  array_overlaps: { words: 'contains any of', takes: 'many' },
  json_contains: { words: 'contains', takes: 'one' },
  has_key: { words: 'has key', takes: 'one' },
}

const compared = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'between', 'in', 'is'] as const
const inText = ['contains', 'starts_with', 'like', 'ilike'] as const

const ofKind: Readonly<Record<Column['kind'], readonly FilterOperator[]>> = {
  number: compared,
  time: compared,
  boolean: ['is', 'eq', 'neq'],
  text: ['eq', 'neq', ...inText, 'in', 'is', 'gt', 'gte', 'lt', 'lte', 'between'],
  uuid: ['eq', 'neq', 'in', 'is'],
  enum: ['eq', 'neq', 'in', 'is', 'gt', 'gte', 'lt', 'lte'],
  array: ['array_contains', 'array_overlaps', 'array_within', 'eq', 'neq', 'is'],
  json: ['json_contains', 'has_key', 'eq', 'neq', 'is'],
  binary: ['eq', 'neq', 'is'],
  other: ['eq', 'neq', 'in', 'is', 'gt', 'gte', 'lt', 'lte', 'between'],
}

/** Operators that fit the type of a column, the most usual one first. */
export const operatorsFor = ({ kind }: Pick<Column, 'kind'>): readonly FilterOperator[] =>
  ofKind[kind]

/** Operands of `is`. */
export const truths = ({ kind }: Pick<Column, 'kind'>): readonly string[] =>
  kind === 'boolean' ? ['true', 'false', 'null', 'not null'] : ['null', 'not null']
