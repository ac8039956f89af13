import type { FilterCondition, FilterGroup, RowView } from '@basalt/pg-model'
import { expressionFault, quoteIdent } from '@basalt/pg-sql'

import { getColumn, RowError, type RowTarget } from './row-target.ts'

/** Whether the user has chosen an order. */
export const isSorted = ({ sort }: RowView): boolean => sort !== undefined && sort.length > 0

/** Notes a value and answers its place in the statement, for example `$3`. */
export type Bind = (value: string | null) => string

export function binding(): { values: (string | null)[]; bind: Bind } {
  const values: (string | null)[] = []
  return { values, bind: (value) => `$${values.push(value)}` }
}

/**
 * The view's conditions as SQL, each ready to be combined by `and`.
 *
 * @throws RowError when they do not fit the table.
 */
export function viewConditions(target: RowTarget, view: RowView, bind: Bind): string[] {
  const conditions: string[] = []
  if (view.filter !== undefined && view.filter.conditions.length > 0)
    conditions.push(groupSql(target, view.filter, bind))
  if (view.search !== undefined && view.search.text !== '')
    conditions.push(searchSql(target, view.search, bind))
  // The last one, so that the place of a mistake in it is known from the end of the statement.
  if (view.where !== undefined && view.where.trim() !== '') conditions.push(whereSql(view.where))
  return conditions
}

/** The line breaks end a comment in the user's text. */
function whereSql(where: string): string {
  const fault = expressionFault(where)
  if (fault !== undefined) throw new RowError(fault)
  return `(\n${where}\n)`
}

function groupSql(target: RowTarget, group: FilterGroup, bind: Bind): string {
  const parts = group.conditions.map((part) =>
    'match' in part ? groupSql(target, part, bind) : conditionSql(target, part, bind),
  )
  // An empty group matches every row, for all and any alike; an unfinished group hides no row.
  if (parts.length === 0) return 'true'
  return `(${parts.join(group.match === 'all' ? ' and ' : ' or ')})`
}

function conditionSql(target: RowTarget, condition: FilterCondition, bind: Bind): string {
  const column = getColumn(target, condition.column)
  const operator = operators[condition.operator]
  if (operator === undefined) throw new RowError(`There is no operator "${condition.operator}"`)
  const { values } = condition
  const { least, most } = operator
  if (values.length < least || values.length > most)
    throw new RowError(`The condition on "${column.name}" ${needs(operator)}`)
  const sql = operator.sql({
    column: quoteIdent(column.name),
    type: column.data_type,
    // A json value has no equality: it is compared as it is written.
    isJson: column.data_type === 'json',
    values,
    bind,
  })
  return condition.not === true ? `((${sql}) is not true)` : `(${sql})`
}

function needs({ least, most }: Operator): string {
  if (least === most) return `takes ${least === 1 ? 'one value' : `${least} values`}`
  return 'takes one value or more'
}

type Parts = {
  column: string
  type: string
  isJson: boolean
  values: readonly string[]
  bind: Bind
}
type Operator = { least: number; most: number; sql: (parts: Parts) => string }

const one = (sql: (parts: Parts, value: string) => string): Operator => ({
  least: 1,
  most: 1,
  sql: (parts) => sql(parts, parts.values[0] ?? ''),
})
const compared = (sign: string) =>
  one(({ column, isJson, bind }, value) =>
    isJson ? `${column}::text ${sign} ${bind(value)}` : `${column} ${sign} ${bind(value)}`,
  )
const matched = (sign: string, pattern: (value: string) => string = (value) => value) =>
  one(({ column, bind }, value) => `${column}::text ${sign} ${bind(pattern(value))}`)
const several = (sql: (parts: Parts, positions: string) => string): Operator => ({
  least: 1,
  most: 1000,
  sql: (parts) => sql(parts, parts.values.map((value) => parts.bind(value)).join(', ')),
})
const overArrays = (sign: string) =>
  several(
    ({ column, type }, positions) => `${column} ${sign} array[${positions}]::${getArray(type)}`,
  )

const literal = (value: string): string => value.replaceAll(/[\\%_]/gu, String.raw`\$&`)
const getArray = (type: string): string => (type.endsWith(']') ? type : `${type}[]`)

const states = ['null', 'not null', 'true', 'false', 'unknown']

const operators: Readonly<Record<string, Operator>> = {
  eq: compared('='),
  neq: compared('<>'),
  gt: compared('>'),
  lt: compared('<'),
  gte: compared('>='),
  lte: compared('<='),
  like: matched('like'),
  ilike: matched('ilike'),
  contains: matched('ilike', (value) => `%${literal(value)}%`),
  starts_with: matched('like', (value) => `${literal(value)}%`),
  in: several(({ column, isJson }, positions) =>
    isJson ? `${column}::text in (${positions})` : `${column} in (${positions})`,
  ),
  is: one(({ column }, value) => {
    if (!states.includes(value)) throw new RowError(`The value must be one of ${states.join(', ')}`)
    return `${column} is ${value}`
  }),
  between: {
    least: 2,
    most: 2,
    sql: ({ column, values: [from = '', to = ''], bind }) =>
      `${column} between ${bind(from)} and ${bind(to)}`,
  },
  array_contains: overArrays('@>'),
  array_within: overArrays('<@'),
  array_overlaps: overArrays('&&'),
  json_contains: one(({ column, bind }, value) => `${column}::jsonb @> ${bind(value)}::jsonb`),
  has_key: one(({ column, bind }, value) => `${column}::jsonb ? ${bind(value)}`),
}

function searchSql(
  target: RowTarget,
  { text, columns }: { text: string; columns: readonly string[] },
  bind: Bind,
): string {
  if (columns.length === 0) throw new RowError('Choose the columns to search in')
  const position = bind(`%${literal(text)}%`)
  const parts = columns.map(
    (name) => `${quoteIdent(getColumn(target, name).name)}::text ilike ${position}`,
  )
  return `(${parts.join(' or ')})`
}
