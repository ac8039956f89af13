import type { FilterField, LogFilter, LogRange } from '../port/log-store.ts'
import { levelNumbers, type LogLevel } from '../rows/levels.ts'
import { sourceNumbers } from '../rows/sources.ts'
import { timeText } from './stored-rows.ts'

/** Collects the values of a statement's parameters. */
export class Parameters {
  readonly values: Record<string, unknown> = {}
  #count = 0

  add(type: string, value: unknown): string {
    const name = `p${this.#count}`
    this.#count += 1
    this.values[name] = value
    return `{${name}:${type}}`
  }
}

export const columnOf: Readonly<Record<FilterField | 'source', string>> = {
  source: 'source',
  level: 'level',
  status: 'status',
  method: 'method',
  path: 'path',
  user: 'user_name',
  database: 'database_name',
  code: 'code',
}

const isLevel = (value: string): value is LogLevel => Object.hasOwn(levelNumbers, value)

function testOf({ field, values }: LogFilter, parameters: Parameters): string {
  const column = columnOf[field]
  if (field === 'level') {
    const numbers = values.flatMap((value) => (isLevel(value) ? [levelNumbers[value]] : []))
    return `has(${parameters.add('Array(UInt8)', numbers)}, ${column})`
  }
  if (field === 'status') {
    const classes = values.flatMap((value) => (/^[1-5]xx$/u.test(value) ? [Number(value[0])] : []))
    const exact = values.flatMap((value) => (/^\d{3}$/u.test(value) ? [Number(value)] : []))
    const number = `assumeNotNull(${column})`
    return `${column} is not null and (
      has(${parameters.add('Array(UInt16)', exact)}, ${number})
      or has(${parameters.add('Array(UInt16)', classes)}, toUInt16(intDiv(${number}, 100))))`
  }
  return `${column} is not null and has(
    ${parameters.add('Array(String)', values)}, toString(assumeNotNull(${column})))`
}

function conditionOf(filter: LogFilter, parameters: Parameters): string {
  const test = testOf(filter, parameters)
  return filter.excludes === true ? `not (${test})` : `(${test})`
}

/** The conditions of a range without its times and sources. */
function rowConditions(range: LogRange, parameters: Parameters): string[] {
  const { filters = [], search, pattern, includesOwn = false } = range
  const conditions = filters.map((filter) => conditionOf(filter, parameters))
  if (!includesOwn) conditions.push('not is_own')
  if (pattern !== undefined) conditions.push(`pattern = ${parameters.add('Int64', pattern)}`)
  if (search !== undefined && search !== '') {
    conditions.push(`positionCaseInsensitiveUTF8(message, ${parameters.add('String', search)}) > 0`)
  }
  return conditions
}

/** Everything of a range. */
export function rangeConditions(range: LogRange, parameters: Parameters): string {
  const sources = range.sources.map((source) => sourceNumbers[source])
  return [
    `ref = ${parameters.add('String', range.ref)}`,
    `has(${parameters.add('Array(UInt8)', sources)}, source)`,
    `at >= ${parameters.add("DateTime64(3, 'UTC')", timeText(range.from))}`,
    `at < ${parameters.add("DateTime64(3, 'UTC')", timeText(range.to))}`,
    ...rowConditions(range, parameters),
  ].join(' and ')
}
