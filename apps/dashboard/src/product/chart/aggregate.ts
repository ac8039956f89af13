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
 * What is made of several rows of one x. Until somebody chooses, rows stand for themselves
 * where each x is there once; else numbers are added, and what is no number is counted.
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
  /** Of each group, the row that came first. */
  firstRows: number[]
  /** The group of each row. */
  placeOf: Uint32Array
}

/** The rows of each x, in the order in which these came. */
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

/** As SQL works them out: NULL is left out, and every digit stays. */
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
  /** The sum of what no digits can say: NaN and the infinities. */
  endless: number
  best: string | null
}

const zero: Decimal = { units: 0n, scale: 0 }

/** As many decimals as PostgreSQL gives to the average of small numbers. */
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
  // Numbers that JavaScript takes for one may differ behind its last digit.
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

/** What two rows of one x have in common: `1.0` and `1.00` are one number. */
function keyIn(rows: Rows, x: number): (row: number) => string | null {
  const isNumber = getKind(rows.fields[x]?.type ?? '') === 'number'
  return (row) => {
    const value = rows.at(row)[x] ?? null
    if (!isNumber || value === null || /^(?:0|-?[1-9]\d*)$/u.test(value)) return value
    const number = parseDecimal(value)
    return number === undefined ? value : printDecimal(divideDecimal(number, 1, 0))
  }
}
