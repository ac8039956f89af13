import { jsonPart, jsonText, plain, toNumber, type Value } from './values.ts'

const comparisons: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>='])
const arithmetic: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%'])

const matches: Readonly<Record<string, (left: string, right: string) => string>> = {
  '~~': (left, right) => `(${left} like ${right})`,
  '!~~': (left, right) => `(${left} not like ${right})`,
  '~~*': (left, right) => `(${left} ilike ${right})`,
  '!~~*': (left, right) => `(${left} not ilike ${right})`,
  '~': (left, right) => `match(${left}, ${right})`,
  '!~': (left, right) => `not match(${left}, ${right})`,
  '~*': (left, right) => `match(${left}, concat('(?i)', ${right}))`,
  '!~*': (left, right) => `not match(${left}, concat('(?i)', ${right}))`,
}

/** The value of an operator between two values; null for one that ClickHouse has no equal of. */
export function operatorValue(operator: string, left: Value, right: Value): Value | null {
  if (operator.startsWith('->') || operator.startsWith('#>')) return jsonStep(operator, left, right)
  if (comparisons.has(operator)) {
    const [one, other] = comparable(left, right)
    return plain(`(${one} ${operator} ${other})`, 'boolean')
  }
  if (arithmetic.has(operator)) {
    const isTime = left.type === 'time' || right.type === 'time'
    return plain(`(${left.sql} ${operator} ${right.sql})`, isTime ? 'time' : 'number')
  }
  if (operator === '||')
    return plain(`concat(toString(${left.sql}), toString(${right.sql}))`, 'text')
  const match = matches[operator]
  return match === undefined ? null : plain(match(left.sql, right.sql), 'boolean')
}

/** A text constant takes the type of the other side, as in PostgreSQL. */
function comparable(left: Value, right: Value): [string, string] {
  const convert = (value: Value, other: Value) => {
    const isText = value.type === 'text' && value.sql.startsWith("'")
    if (isText && other.type === 'number') return toNumber(value.sql)
    if (isText && other.type === 'time')
      return `parseDateTime64BestEffortOrNull(${value.sql}, 3, 'UTC')`
    return value.sql
  }
  return [convert(left, right), convert(right, left)]
}

function jsonStep(operator: string, { json }: Value, right: Value): Value | null {
  const steps = pathOf(operator, right.sql)
  if (json === undefined || steps === null) return null
  const path = [...json.path, ...steps]
  if (operator.endsWith('>>')) return plain(jsonText(json.column, path), 'text')
  return jsonPart(json.column, path)
}

/** Steps are constants: `'request'`, `0`, `'{request,path}'`. */
function pathOf(operator: string, constant: string): string[] | null {
  if (/^\d+$/u.test(constant)) return [constant]
  const [, text] = /^'([^'\\]*)'$/u.exec(constant) ?? []
  if (text === undefined) return null
  if (!operator.startsWith('#')) return [text]
  const [, list] = /^\{([^{}"]*)\}$/u.exec(text) ?? []
  return list?.split(',').map((step) => step.trim()) ?? null
}
