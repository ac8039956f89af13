import type { Queryable } from '@basalt/engine'
import { tokens } from '@basalt/pg-sql'

import { listConditions } from './plan-needs.ts'
import type { PlannedStatement } from './plan-statement.ts'

/** Values for the parameters of a statement. */
export type ParameterValues = {
  /** Each is a list of values in the order of the parameters. */
  sets: string[][]
  /** Parameters that no column is compared with, which got a value of their type. */
  guessed: number[]
}

type ColumnStatistics = { key: string; common: string[] | null; bounds: string[] | null }

/** Positions in the histogram of a column, one for each set. */
const quantiles = [0.5, 0.9, 0.1]
/** The distance of a second value of the same column, as of `between`. */
const distance = 0.05

/**
 * Chooses values from the statistics of the columns that the parameters are compared with: frequent
 * values first, then ones across the range.
 *
 * @returns null when a parameter has a type without a plain value, or a column without statistics.
 */
export async function chooseValues(
  db: Queryable,
  query: string,
  { plan, parameterTypes }: PlannedStatement,
): Promise<ParameterValues | null> {
  if (parameterTypes.length === 0) return { sets: [[]], guessed: [] }
  const columns = new Map<number, { key: string; schema: string; table: string; column: string }>()
  for (const { parameters, joined, schema, table, column } of listConditions(plan)) {
    if (joined !== null) continue
    const key = JSON.stringify([schema, table, column])
    for (const number of parameters) columns.set(number, { key, schema, table, column })
  }
  const statistics = await readStatistics(db, [...columns.values()])
  const limits = findLimits(query)
  const guessed: number[] = []
  const sets = quantiles.map((quantile, set) => {
    const used = new Map<string, number>()
    return parameterTypes.map((type, at) => {
      const limit = limits.get(at + 1)
      if (limit !== undefined) return limit
      const column = columns.get(at + 1)
      if (column === undefined) {
        if (set === 0) guessed.push(at + 1)
        return guess(type)
      }
      const before = used.get(column.key) ?? 0
      used.set(column.key, before + 1)
      const value = pick(statistics.get(column.key), { set, quantile, before })
      return value !== null && type.endsWith('[]')
        ? `{"${value.replaceAll(/["\\]/gu, String.raw`\$&`)}"}`
        : value
    })
  })
  const complete = sets.filter((set): set is string[] => set.every((value) => value !== null))
  const distinct = new Map(complete.map((set) => [JSON.stringify(set), set]))
  return distinct.size === 0 ? null : { sets: [...distinct.values()], guessed }
}

function pick(
  statistics: ColumnStatistics | undefined,
  { set, quantile, before }: { set: number; quantile: number; before: number },
): string | null {
  const { common, bounds } = statistics ?? { common: null, bounds: null }
  // The first set has the most frequent values: they are what most calls ask for.
  if (common !== null && (set === 0 || bounds === null)) {
    return common[(set + before) % common.length] ?? null
  }
  if (bounds === null) return null
  const position = Math.min(1, quantile + before * distance)
  return bounds[Math.round(position * (bounds.length - 1))] ?? null
}

async function readStatistics(
  db: Queryable,
  columns: readonly { schema: string; table: string; column: string }[],
): Promise<Map<string, ColumnStatistics>> {
  const rows = await db.query<
    Omit<ColumnStatistics, 'key'> & { schema: string; table: string; column: string }
  >(
    /* SQL */ `
    select distinct s.schemaname::text as schema, s.tablename::text as table,
      s.attname::text as column, s.most_common_vals::text::text[] as common,
      s.histogram_bounds::text::text[] as bounds
    from pg_stats s
    join unnest($1::text[], $2::text[], $3::text[]) w (schema, name, attribute)
      on s.schemaname = w.schema and s.tablename = w.name and s.attname = w.attribute
    where not s.inherited`,
    [
      columns.map(({ schema }) => schema),
      columns.map(({ table }) => table),
      columns.map(({ column }) => column),
    ],
  )
  return new Map(
    rows.map(({ schema, table, column, common, bounds }) => {
      const key = JSON.stringify([schema, table, column])
      return [key, { key, common, bounds }]
    }),
  )
}

/** Parameters of LIMIT and OFFSET by number, with values of a usual page. */
function findLimits(query: string): Map<number, string> {
  const words = [...tokens(query)]
    .filter(({ kind }) => kind !== 'space' && kind !== 'comment')
    .map(({ start, end }) => query.slice(start, end).toLowerCase())
  return new Map(
    words.flatMap((word, at): [number, string][] => {
      const number = /^\$(\d+)$/u.exec(words[at + 1] ?? '')?.[1]
      if (number === undefined) return []
      if (word === 'limit') return [[Number(number), '100']]
      return word === 'offset' ? [[Number(number), '0']] : []
    }),
  )
}

const guesses: Readonly<Record<string, string>> = {
  boolean: 'true',
  text: '',
  'character varying': '',
  json: '{}',
  jsonb: '{}',
  date: 'today',
  'timestamp with time zone': 'now',
  'timestamp without time zone': 'now',
  interval: '1 day',
}
const numeric = /^(?:smallint|integer|bigint|numeric|real|double precision)$/u

const guess = (type: string): string | null =>
  numeric.test(type) ? '1' : (guesses[type] ?? (type.endsWith('[]') ? '{}' : null))
