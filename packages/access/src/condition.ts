type Data = Readonly<Record<string, unknown>>

type Operator = (...values: unknown[]) => unknown

/** JSON Logic's idea of truth: as in JavaScript, but an empty list is false. */
const isTruthy = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : Boolean(value)

const compare =
  (holds: (one: number, other: number) => boolean): Operator =>
  (...values) =>
    values.slice(1).every((value, at) => holds(values[at] as number, value as number))

// oxlint-disable-next-line eqeqeq -- JSON Logic's == is JavaScript's
const isLooselyEqual: Operator = (one, other) => one == other

/** Operators whose operands are evaluated before. */
const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['==', isLooselyEqual],
  ['!=', (one, other) => isLooselyEqual(one, other) === false],
  ['===', (one, other) => one === other],
  ['!==', (one, other) => one !== other],
  ['<', compare((one, other) => one < other)],
  ['<=', compare((one, other) => one <= other)],
  ['>', (one, other) => (one as number) > (other as number)],
  ['>=', (one, other) => (one as number) >= (other as number)],
  ['!', (value) => !isTruthy(value)],
  ['!!', isTruthy],
  [
    'in',
    (one, list) =>
      ((typeof list === 'string' && list !== '') || Array.isArray(list)) &&
      list.includes(one as string),
  ],
])

/**
 * Evaluates a condition: JSON Logic (jsonlogic.com) with the operators that decide
 * something, `var`, `and`, `or`, `if`, comparisons, `!`, `!!` and `in`.
 *
 * @throws Error for any other operator: a rule that is not understood must not hold.
 */
export function evaluate(rule: unknown, data: Data): unknown {
  if (Array.isArray(rule)) return rule.map((part) => evaluate(part, data))
  if (rule === null || typeof rule !== 'object') return rule
  const [entry, ...more] = Object.entries(rule)
  if (entry === undefined || more.length > 0) return rule
  const [name, given] = entry
  const operands: unknown[] = Array.isArray(given) ? given : [given]
  const value = (operand: unknown) => evaluate(operand, data)
  if (name === 'and' || name === 'or') return firstDecisive(operands, name === 'or', value)
  if (name === 'if') return chosen(operands, value)
  if (name === 'var') return variable(data, value(operands[0]), value(operands[1]))
  const operator = operators.get(name)
  if (operator === undefined) throw new Error(`Conditions have no operator ${name}`)
  return operator(...operands.map(value))
}

type Evaluate = (operand: unknown) => unknown

/** The first operand that settles `or` (true) or `and` (false), else the last one. */
function firstDecisive(operands: readonly unknown[], settles: boolean, value: Evaluate): unknown {
  let last: unknown
  for (const operand of operands) {
    last = value(operand)
    if (isTruthy(last) === settles) return last
  }
  return last
}

/** `[condition, then, condition, then, …, otherwise]`. */
function chosen(operands: readonly unknown[], value: Evaluate): unknown {
  let at = 0
  while (at + 1 < operands.length) {
    if (isTruthy(value(operands[at]))) return value(operands[at + 1])
    at += 2
  }
  return at < operands.length ? value(operands[at]) : null
}

/** Reads a dotted path of the data, own properties only, so that prototypes are never read. */
function variable(data: Data, path: unknown, otherwise: unknown = null): unknown {
  if (path === '' || path === null || path === undefined) return data
  if (typeof path !== 'string' && typeof path !== 'number') return otherwise
  let found: unknown = data
  for (const part of String(path).split('.')) {
    if (found === null || typeof found !== 'object' || !Object.hasOwn(found, part)) return otherwise
    found = (found as Record<string, unknown>)[part]
  }
  return found ?? otherwise
}
