import { compareDecimals, parseDecimal } from '../rows/decimal.ts'
import { compareTimes, timeKey } from '../rows/time-key.ts'
import { inWords, getKind, type Rows } from '../rows/value-kinds.ts'

export type SortBy = { column: number; direction: 'ascending' | 'descending' }

type Target = { sort: SortBy | undefined; filter: string }

/** The rows to show, in order; null for all of them in their original order. */
export function arrangedRows(rows: Rows, { sort, filter }: Target): Uint32Array | null {
  const words = filter.trim().toLowerCase()
  if (sort === undefined && words === '') return null
  const found = words === '' ? all(rows.count) : holding(rows, words)
  return sort === undefined ? found : ordered(found, rows, sort)
}

const all = (count: number) => Uint32Array.from({ length: count }, (_, index) => index)

/** Any cell that contains the words, ignoring case. */
function holding({ fields, count, at }: Rows, words: string): Uint32Array {
  const booleans = fields.map(({ type }) => type === 'boolean')
  const found = new Uint32Array(count)
  let size = 0
  for (let row = 0; row < count; row += 1) {
    const isFound = at(row).some((value, column) => {
      const shown = booleans[column] === true ? inWords(value) : value
      return shown !== null && shown.toLowerCase().includes(words)
    })
    if (isFound) {
      found[size] = row
      size += 1
    }
  }
  return found.subarray(0, size)
}

/** A stable sort. NULL comes last in ascending order, as in PostgreSQL. */
function ordered(found: Uint32Array, rows: Rows, { column, direction }: SortBy): Uint32Array {
  const values = Array.from(found, (row) => rows.at(row)[column] ?? null)
  const compare = comparing(getKind(rows.fields[column]?.type ?? ''), values)
  const sign = direction === 'ascending' ? 1 : -1
  const positions = all(found.length)
  positions.sort((a, b) => {
    const [one, other] = [values[a] ?? null, values[b] ?? null]
    if (one === null || other === null)
      return sign * (Number(one === null) - Number(other === null)) || a - b
    return sign * compare(a, b) || a - b
  })
  return positions.map((position) => found[position] ?? 0)
}

type Values = readonly (string | null)[]

/** Compares two non-NULL values by their indexes. */
function comparing(kind: ReturnType<typeof getKind>, values: Values) {
  if (kind === 'number') return listNumbers(values)
  if (kind === 'time') return listTimes(values)
  const collator = new Intl.Collator()
  return (a: number, b: number) => collator.compare(values[a] ?? '', values[b] ?? '')
}

/** Rounding is monotonic, so only values with equal rounding are compared digit by digit. */
function listNumbers(values: Values) {
  const keys = Float64Array.from(values, (value) => (value === null ? 0 : getNumber(value)))
  return (a: number, b: number) => {
    const [one = 0, other = 0] = [keys[a], keys[b]]
    if (one !== other) return byNumber(one, other)
    const [left, right] = [parseDecimal(values[a] ?? ''), parseDecimal(values[b] ?? '')]
    return left === undefined || right === undefined ? 0 : compareDecimals(left, right)
  }
}

/** NaN is greater than every number, as in PostgreSQL. */
function byNumber(one: number, other: number): number {
  if (Number.isNaN(one)) return Number.isNaN(other) ? 0 : 1
  if (Number.isNaN(other)) return -1
  return one < other ? -1 : 1
}

const getNumber = (text: string) =>
  text.endsWith('Infinity') ? (text.startsWith('-') ? -Infinity : Infinity) : Number(text)

function listTimes(values: Values) {
  const keys = values.map((value) => (value === null ? undefined : timeKey(value)))
  return (a: number, b: number) => {
    const [one, other] = [keys[a], keys[b]]
    if (one !== undefined && other !== undefined) return compareTimes(one, other)
    const [left, right] = [values[a] ?? '', values[b] ?? '']
    if (left === right) return 0
    return left < right ? -1 : 1
  }
}

/** The query in an order: by the place of the column, as two of them may have one name. */
export function orderedQuery(statement: string, { column, direction }: SortBy): string {
  const text = statement.trim().replace(/\s*;$/u, '')
  const order = `${column + 1}${direction === 'descending' ? ' desc' : ''}`
  return `select *\nfrom (\n${text}\n) as result\norder by ${order};\n`
}
