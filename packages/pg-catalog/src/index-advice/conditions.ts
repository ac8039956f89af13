import { tokens } from '@basalt/pg-sql'

/** A column with the alias of its table, as EXPLAIN VERBOSE prints it. */
type PlanColumn = { alias: string; column: string }

/** A condition on one column, from the text of a plan. */
export type Condition = PlanColumn & {
  kind: 'equal' | 'range' | 'null'
  /** The type that its value is cast to without changing it, such as `text` for `varchar`. */
  cast: string | null
  /** The numbers of the parameters that it is compared with. */
  parameters: number[]
  /** The other column of a join. */
  joined: PlanColumn | null
}

const name = String.raw`("(?:[^"]|"")+"|[a-z_\u0080-\uffff][\w$\u0080-\uffff]*)`
const columnForm = new RegExp(`^${name}\\.${name}$`, 'u')
const parameterForm = /^\$(\d+)$/u

/** Those of a filter that all have to be met; others are left out. */
export function parseConditions(text: string): Condition[] {
  const part = withoutParentheses(text.trim())
  const parts = splitAtTop(part, ' AND ')
  if (parts.length > 1) return parts.flatMap(parseConditions)
  return parseOne(part)
}

function parseOne(text: string): Condition[] {
  const isNull = / IS NULL$/u.exec(text)
  if (isNull !== null) return on(text.slice(0, isNull.index), 'null', '')
  const flag = text.startsWith('NOT ') ? text.slice(4) : text
  if (columnForm.test(withoutParentheses(flag))) return on(flag, 'equal', '')
  for (const [operator, kind, hasArray] of operators) {
    const sides = splitAtTop(text, operator)
    if (sides.length !== 2) continue
    const [left = '', right = ''] = sides
    return [...on(left, kind, right), ...(hasArray ? [] : on(right, kind, left))]
  }
  return []
}

const operators = [
  [' = ANY ', 'equal', true],
  [' = ', 'equal', false],
  [' >= ', 'range', false],
  [' <= ', 'range', false],
  [' > ', 'range', false],
  [' < ', 'range', false],
] as const

function on(side: string, kind: Condition['kind'], other: string): Condition[] {
  const found = parseColumn(side)
  if (found === null) return []
  const joined = parseColumn(other)
  // Both sides are known at the same time only.
  if (joined?.alias === found.alias || (joined === null && readsColumns(other, found.alias))) {
    return []
  }
  const { cast, ...column } = found
  const plain = joined === null ? null : { alias: joined.alias, column: joined.column }
  return [{ ...column, kind, cast, parameters: findParameters(other), joined: plain }]
}

/** `alias.column`, perhaps with a cast: `(alias.column)::text`. */
function parseColumn(text: string): (PlanColumn & { cast: string | null }) | null {
  const [value = '', ...casts] = splitAtTop(withoutParentheses(text.trim()), '::')
  const match = columnForm.exec(withoutParentheses(value))
  if (match === null || casts.length > 1) return null
  const [, alias = '', column = ''] = match
  return { alias: unquote(alias), column: unquote(column), cast: casts[0] ?? null }
}

/** Those of `$1`, `($1)::text` or `ARRAY[$1, $2]`. */
function findParameters(text: string): number[] {
  const [value = ''] = splitAtTop(withoutParentheses(text.trim()), '::')
  const plain = withoutParentheses(value).replace(/^ARRAY\[|\]$/gu, '')
  return splitAtTop(plain, ', ').flatMap((part) => {
    const [first = ''] = splitAtTop(withoutParentheses(part.trim()), '::')
    const number = parameterForm.exec(withoutParentheses(first))?.[1]
    return number === undefined ? [] : [Number(number)]
  })
}

const readsColumns = (text: string, alias: string): boolean =>
  text.includes(`${alias}.`) || text.includes(`"${alias}".`)

const unquote = (text: string): string =>
  text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text

/** Without parentheses around the whole text. */
function withoutParentheses(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text
  let depth = 0
  for (const [part, at] of symbols(text)) {
    if (part === '(') depth += 1
    if (part === ')') depth -= 1
    if (depth === 0) return at === text.length - 1 ? withoutParentheses(text.slice(1, -1)) : text
  }
  return text
}

/** Splits a text at separators outside of parentheses, brackets and quotes. */
export function splitAtTop(text: string, separator: string): string[] {
  const parts: string[] = []
  let [depth, from] = [0, 0]
  for (const [part, at] of symbols(text)) {
    if (part === '(' || part === '[') depth += 1
    if (part === ')' || part === ']') depth -= 1
    if (depth === 0 && at >= from && text.startsWith(separator, at)) {
      parts.push(text.slice(from, at))
      from = at + separator.length
    }
  }
  return [...parts, text.slice(from)]
}

/** The parts of a text outside of literals and quoted names, with their positions. */
function* symbols(text: string): Generator<[string, number]> {
  for (const { kind, start, end } of tokens(text)) {
    if (kind !== 'quoted') yield [text.slice(start, end), start]
  }
}
