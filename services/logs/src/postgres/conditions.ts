import type { FilterField, LogFilter, LogRange } from '../port/log-store.ts'
import { levelNumbers, type LogLevel } from '../rows/levels.ts'
import { sourceNumbers } from '../rows/sources.ts'

/** Collects the values of a statement's parameters. */
export class Parameters {
  readonly values: unknown[] = []

  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

export const columnOf: Readonly<Record<FilterField, string>> = {
  level: 'level',
  status: 'status',
  method: 'method',
  path: 'path',
  user: 'user_name',
  database: 'database_name',
  code: 'code',
}

const isLevel = (value: string): value is LogLevel => Object.hasOwn(levelNumbers, value)

function conditionOf({ field, values, excludes = false }: LogFilter, parameters: Parameters) {
  const column = columnOf[field]
  const test = testOf(field, values, parameters)
  return excludes ? `(${column} is null or not (${test}))` : `(${test})`
}

function testOf(field: FilterField, values: readonly string[], parameters: Parameters): string {
  const column = columnOf[field]
  if (field === 'level') {
    const numbers = values.flatMap((value) => (isLevel(value) ? [levelNumbers[value]] : []))
    return `${column} = any (${parameters.add(numbers)}::smallint[])`
  }
  if (field === 'status') {
    const classes = values.flatMap((value) => (/^[1-5]xx$/u.test(value) ? [Number(value[0])] : []))
    const exact = values.flatMap((value) => (/^\d{3}$/u.test(value) ? [Number(value)] : []))
    return `${column} = any (${parameters.add(exact)}::smallint[])
      or ${column} / 100 = any (${parameters.add(classes)}::smallint[])`
  }
  return `${column} = any (${parameters.add(values)}::text[])`
}

/** The pattern of `ilike` that finds a text anywhere. */
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`

/** The conditions of a range without its times and sources. */
export function rowConditions(range: LogRange, parameters: Parameters): string[] {
  const { filters = [], search, pattern, includesOwn = false } = range
  const conditions = filters.map((filter) => conditionOf(filter, parameters))
  if (!includesOwn) conditions.push('not is_own')
  if (pattern !== undefined) conditions.push(`pattern = ${parameters.add(pattern)}::bigint`)
  if (search !== undefined && search !== '') {
    conditions.push(`message ilike ${parameters.add(containing(search))}`)
  }
  return conditions
}

/** Whether a page of the range may have to skip many rows. */
export const isSelective = ({ filters = [], search = '', pattern }: LogRange): boolean =>
  filters.length > 0 || search !== '' || pattern !== undefined

/** Everything but the source, for a statement over all of them. */
export function rangeConditions(
  range: LogRange,
  projectId: number,
  parameters: Parameters,
): string {
  const sources = range.sources.map((source) => sourceNumbers[source])
  return [
    `project_id = ${parameters.add(projectId)}`,
    `source = any (${parameters.add(sources)}::smallint[])`,
    `at >= ${parameters.add(range.from)}`,
    `at < ${parameters.add(range.to)}`,
    ...rowConditions(range, parameters),
  ].join(' and ')
}
