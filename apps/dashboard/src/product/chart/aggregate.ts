import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimal,
  parseDecimal,
  printDecimal,
} from '../rows/decimal.ts'
import { distinctNames, getKind, type Rows } from '../rows/value-kinds.ts'
import type { Aggregate, ChartSettings } from './chart-settings.ts'

/**
 * The aggregate of several rows with the same x. By default, rows are used directly when each x is
 * unique; else numbers are added, and other values are counted.
 */
export function usedAggregate(rows: Rows, settings: ChartSettings): Aggregate {
  if (settings.type === 'scatter') return 'none'
  if (settings.aggregate !== undefined) return settings.aggregate
  const names = distinctNames(rows.fields)
  if (!isRepeated(rows, names.indexOf(settings.x))) return 'none'
  const kind = (name: string) => getKind(rows.fields[names.indexOf(name)]?.type ?? '')
  return settings.ys.every((name) => kind(name) === 'number') ? 'sum' : 'count'
}

export type Groups = {
  /** The first row of each group. */
  firstRows: number[]
  /** The group of each row. */
  placeOf: Uint32Array
}

/** The rows of each x, in their order. */
export function listGroups(rows: Rows, x: number): Groups {
  const getKey = keyIn(rows, x)
  const places = new Map<string | null, number>()
  const firstRows: number[] = []
  const placeOf = new Uint32Array(rows.count)
  for (let row = 0; row < rows.count; row += 1) {
    const key = getKey(row)
    let place = places.get(key)
    if (place === undefined) {
      place = firstRows.push(row) - 1
      places.set(key, place)
    }
    placeOf[row] = place
  }
  return { firstRows, placeOf }
}

/** Like SQL aggregates: NULL is ignored, and every digit is kept. */
export function aggregated(
  rows: Rows,
  { firstRows, placeOf }: Groups,
  { column, aggregate }: { column: number; aggregate: Aggregate },
): (string | null)[] {
  const cells = firstRows.map((): Cell => ({ count: 0, sum: zero, endless: 0, best: null }))
  for (let row = 0; row < rows.count; row += 1) {
    const cell = cells[placeOf[row] ?? 0]
    const value = rows.at(row)[column] ?? null
    if (value === null || cell === undefined) continue
    cell.count += 1
    if (aggregate === 'sum' || aggregate === 'avg') add(cell, value)
    else if (aggregate !== 'count' && isBetter(value, cell.best, aggregate)) cell.best = value
  }
  return cells.map((cell) => printed(cell, aggregate))
}

type Cell = {
  count: number
  sum: Decimal
  /** The sum of values without digits: NaN and the infinities. */
  endless: number
  best: string | null
}

const zero: Decimal = { units: 0n, scale: 0 }

/** As many decimals as PostgreSQL's average of small numbers has. */
const averagePositions = 16

function add(cell: Cell, value: string): void {
  const number = parseDecimal(value)
  if (number === undefined) cell.endless += Number(value)
  else cell.sum = addDecimals(cell.sum, number)
}

/** NaN is above all numbers, as in PostgreSQL. */
function isBetter(value: string, best: string | null, aggregate: Aggregate): boolean {
  if (best === null) return true
  const order = compared(value, best)
  return aggregate === 'min' ? order < 0 : order > 0
}

function compared(a: string, b: string): number {
  const [one, other] = [Number(a), Number(b)]
  if (Number.isNaN(one) || Number.isNaN(other))
    return Number(Number.isNaN(one)) - Number(Number.isNaN(other))
  if (one !== other) return one < other ? -1 : 1
  // Numbers that are equal in JavaScript may differ in later digits.
  const [exact, otherExact] = [parseDecimal(a), parseDecimal(b)]
  return exact === undefined || otherExact === undefined ? 0 : compareDecimals(exact, otherExact)
}

function printed({ count, sum, endless, best }: Cell, aggregate: Aggregate): string | null {
  if (aggregate === 'count') return String(count)
  if (aggregate === 'min' || aggregate === 'max' || count === 0) return best
  if (endless !== 0) return String(endless)
  return printDecimal(aggregate === 'avg' ? divideDecimal(sum, count, averagePositions) : sum)
}

function isRepeated(rows: Rows, x: number): boolean {
  const getKey = keyIn(rows, x)
  const seen = new Set<string | null>()
  for (let row = 0; row < rows.count; row += 1) {
    if (seen.has(getKey(row))) return true
    seen.add(getKey(row))
  }
  return false
}

/** The group key of a row: `1.0` and `1.00` are one number. */
function keyIn(rows: Rows, x: number): (row: number) => string | null {
  const isNumber = getKind(rows.fields[x]?.type ?? '') === 'number'
  return (row) => {
    const value = rows.at(row)[x] ?? null
    if (!isNumber || value === null || /^(?:0|-?[1-9]\d*)$/u.test(value)) return value
    const number = parseDecimal(value)
    return number === undefined ? value : printDecimal(divideDecimal(number, 1, 0))
  }
}
