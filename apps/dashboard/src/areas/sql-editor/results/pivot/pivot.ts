import { arrangedRows } from '../../../../product/results/arranged-rows.ts'
import {
  addDecimals,
  type Decimal,
  divideDecimal,
  parseDecimal,
  printDecimal,
} from '../../../../product/rows/decimal.ts'
import {
  inWords,
  isKeyName,
  getKind,
  type Row,
  type Rows,
} from '../../../../product/rows/value-kinds.ts'

const measures = ['count', 'sum', 'min', 'max', 'avg'] as const
export type Measure = (typeof measures)[number]

export type PivotSettings = {
  row: number
  /** Null for a single column of all. */
  column: number | null
  value: number
  measure: Measure
}

export type Pivot = { rows: Rows; omittedColumns: number }

/** More columns are unreadable. */
export const maxColumns = 200

type Cell = { count: number; sum: Decimal; isExact: boolean; best: number | null }

/** The rows gathered by two columns. Sums and averages of decimals are exact. */
export function getPivot(rows: Rows, settings: PivotSettings): Pivot {
  const columns = distinct(rows, settings.column)
  const lines = distinct(rows, settings.row)
  const shown = columns.values.slice(0, maxColumns)
  const cells = gather(rows, settings, { lines, columns })
  const { row, value, measure } = settings
  const type = getType(rows.fields[value]?.type ?? 'text', measure)
  const lineField = rows.fields[row] ?? { name: '', type: 'text' }
  const words = (text: string | null) => toText(rows, settings.column, text)
  const fields = [
    lineField,
    ...shown.map((text) => ({ name: settings.column === null ? measure : words(text), type })),
  ]
  const print = printer(rows, settings)
  const table = lines.values.map((text, line): Row => [
    text,
    ...shown.map((_, column) => print(cells.get(line * columns.values.length + column))),
  ])
  return {
    rows: { fields, count: table.length, at: (at) => table[at] ?? [] },
    omittedColumns: columns.values.length - shown.length,
  }
}

const getType = (type: string, measure: Measure) => {
  if (measure === 'count') return 'bigint'
  return measure === 'sum' || measure === 'avg' ? 'numeric' : type
}

function toText(rows: Rows, column: number | null, text: string | null): string {
  const isBoolean = rows.fields[column ?? -1]?.type === 'boolean'
  return (isBoolean ? inWords(text) : text) ?? 'NULL'
}

type Distinct = { values: (string | null)[]; placeOf: (row: Row) => number }

/** The distinct values of a column, in the order of its type. */
function distinct(rows: Rows, column: number | null): Distinct {
  if (column === null) return { values: [''], placeOf: () => 0 }
  const seen = new Map<string | null, number>()
  for (let row = 0; row < rows.count; row += 1) {
    const value = rows.at(row)[column] ?? null
    if (!seen.has(value)) seen.set(value, seen.size)
  }
  const found = [...seen.keys()]
  const field = rows.fields[column] ?? { name: '', type: 'text' }
  const single: Rows = { fields: [field], count: found.length, at: (row) => [found[row] ?? null] }
  const order = arrangedRows(single, { sort: { column: 0, direction: 'ascending' }, filter: '' })
  const values = Array.from(order ?? [], (position) => found[position] ?? null)
  const positions = new Map(values.map((value, position) => [value, position]))
  return { values, placeOf: (row) => positions.get(row[column] ?? null) ?? 0 }
}

type Axes = { lines: Distinct; columns: Distinct }

function gather(rows: Rows, settings: PivotSettings, { lines, columns }: Axes): Map<number, Cell> {
  const { value: at, measure } = settings
  const cells = new Map<number, Cell>()
  const rank = measure === 'min' || measure === 'max' ? ranks(rows, at) : undefined
  for (let index = 0; index < rows.count; index += 1) {
    const row = rows.at(index)
    const key = lines.placeOf(row) * columns.values.length + columns.placeOf(row)
    const cell = cells.get(key) ?? {
      count: 0,
      sum: { units: 0n, scale: 0 },
      isExact: true,
      best: null,
    }
    cells.set(key, cell)
    const value = row[at] ?? null
    // As in SQL, NULL is not counted.
    if (value === null) continue
    cell.count += 1
    if (measure === 'sum' || measure === 'avg') add(cell, value)
    if (rank === undefined) continue
    const isBetter =
      cell.best === null || (measure === 'min') === (rank[index] ?? 0) < (rank[cell.best] ?? 0)
    if (isBetter) cell.best = index
  }
  return cells
}

/** One value without digits, such as NaN, makes the sum one, too. */
function add(cell: Cell, value: string): void {
  const number = parseDecimal(value)
  if (number === undefined) cell.isExact = false
  else cell.sum = addDecimals(cell.sum, number)
}

/** The place of each row in the order of a column. */
function ranks(rows: Rows, column: number): Uint32Array {
  const order = arrangedRows(rows, { sort: { column, direction: 'ascending' }, filter: '' })
  const positions = new Uint32Array(rows.count)
  for (const [position, row] of (order ?? []).entries()) positions[row] = position
  return positions
}

/** As many decimals as PostgreSQL's average of small numbers has. */
const averagePositions = 16

function printer(rows: Rows, { value, measure }: PivotSettings) {
  return (cell: Cell | undefined): string | null => {
    if (measure === 'count') return String(cell?.count ?? 0)
    if (cell === undefined || cell.count === 0) return null
    if (measure === 'min' || measure === 'max')
      return cell.best === null ? null : (rows.at(cell.best)[value] ?? null)
    if (!cell.isExact) return 'NaN'
    if (measure === 'sum') return printDecimal(cell.sum)
    return printDecimal(divideDecimal(cell.sum, cell.count, averagePositions))
  }
}

/** The measures of a column: numbers are added, everything else is counted and ordered. */
export const listMeasures = (type: string): readonly Measure[] =>
  getKind(type) === 'number' ? measures : ['count', 'min', 'max']

const sampledRows = 500
/** Columns with more distinct values make a pivot unreadable. */
const fewValues = 30

/** The initial pivot: columns with few values, and numbers to add. */
export function firstPivot(rows: Rows): PivotSettings {
  const { fields } = rows
  const kinds = fields.map(({ type }) => getKind(type))
  const [fewest, next] = fields
    .map((_, at) => ({ at, values: valuesIn(rows, at) }))
    .filter(({ at, values }) => kinds[at] !== 'number' && values > 1 && values <= fewValues)
    .toSorted((a, b) => a.values - b.values)
  const row = next?.at ?? fewest?.at ?? 0
  const column = next === undefined ? undefined : fewest?.at
  const isFree = (at: number) => kinds[at] === 'number' && at !== row && at !== column
  const telling = fields.findIndex(({ name }, at) => isFree(at) && !isKeyName(name))
  const number = telling === -1 ? kinds.findIndex((_, at) => isFree(at)) : telling
  return {
    row,
    column: column ?? null,
    value: number === -1 ? row : number,
    measure: number === -1 ? 'count' : 'sum',
  }
}

function valuesIn({ count, at }: Rows, column: number): number {
  const values = new Set<string | null>()
  for (let row = 0; row < Math.min(count, sampledRows); row += 1)
    values.add(at(row)[column] ?? null)
  return values.size
}
