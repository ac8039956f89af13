import { delimitedLine } from '@basalt/delimited'
import type { Snapshot } from '@basalt/engine'
import type { ColumnRow } from '@basalt/pg-catalog'
import type { RowView, RowFormat } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import { keyConditions, selection } from '../rows/read-rows.ts'
import { orderSql, partsBehind, reversed, rowOrder } from '../rows/row-order.ts'
import { getColumn, RowError } from '../rows/row-target.ts'
import { type Bind, binding, viewConditions } from '../rows/row-view.ts'
import { insertStatements } from './insert-statements.ts'
import { type Sending, settleShownFormats } from './rows.ts'

export type RowExport = {
  format: RowFormat
  view: RowView
  /** All of them when left out. */
  columns?: readonly string[] | undefined
  /** Only these rows, by the values of their key. */
  keys?: readonly (readonly string[])[] | undefined
  /** Only rows between two positions of the view's order, both included. */
  ranges?: readonly RowRange[] | undefined
  /**
   * For CSV and TSV: escapes texts that a spreadsheet would take for a formula. The file is then
   * not exact.
   */
  harmless?: boolean | undefined
}

type RowRange = { first: readonly (string | null)[]; last: readonly (string | null)[] }

type Target = {
  schema: string
  name: string
  columns: readonly ColumnRow[]
  key: readonly string[]
}

type Watched = Sending & { onRows: (count: number) => void }

/**
 * Writes the rows of a view, in its order and exactly as they are. Needs a transaction; all
 * rows are of its moment when it is a snapshot.
 *
 * @throws RowError when the request does not fit the table.
 */
export async function exportRows(
  tx: Snapshot,
  target: Target,
  request: RowExport & Watched,
): Promise<void> {
  const { format, write, signal, onRows } = request
  const columns = listColumns(target, request)
  const { select, values } = buildSelect(target, request, columns)
  const printer = printers[format]({ target, columns, isHarmless: request.harmless === true })
  await settleShownFormats(tx)
  let isFirst = true
  await write(printer.head)
  const onBatch = async (rows: (string | null)[][]) => {
    await write(printer.rows(rows, isFirst))
    isFirst = false
    onRows(rows.length)
    // The writer does not report a closed connection itself.
    signal.throwIfAborted()
  }
  await tx.eachBatch(select, onBatch, { values, signal })
  await write(printer.foot)
}

function listColumns(target: Target, { columns: names, format }: RowExport): ColumnRow[] {
  const selected =
    names === undefined
      ? target.columns
      : names.map((name) => {
          getColumn(target, name)
          return target.columns.find((column) => column.name === name)
        })
  const known = selected.filter((column) => column !== undefined)
  if (known.length === 0 && target.columns.length > 0)
    throw new RowError('Choose at least one column')
  if (format !== 'sql') return known
  const chosen = known.filter(isInsertable)
  // A table that has no other columns is written as rows of defaults.
  if (chosen.length === 0 && target.columns.some(isInsertable))
    throw new RowError('All chosen columns are generated. Choose another column, or another format')
  return chosen
}

/** Generated values cannot be inserted. */
const isInsertable = ({ is_generated: isGenerated, is_identity: isIdentity }: ColumnRow) =>
  !isGenerated || isIdentity

function buildSelect(target: Target, request: RowExport, columns: readonly ColumnRow[]) {
  const { view, keys, ranges } = request
  const { values, bind } = binding()
  const order = rowOrder(target, view.sort)
  const named = (keys ?? []).map((key) => keyConditions(target, key, bind).join(' and '))
  const select = selection(target, {
    list: columns.map(({ name }) => quoteIdent(name)).join(', '),
    conditions: [
      ...(keys === undefined ? [] : [anyOf(named)]),
      ...(ranges === undefined ? [] : [anyOf(ranges.map((range) => within(order, range, bind)))]),
      ...viewConditions(target, view, bind),
    ],
    order: orderSql(order),
  })
  return { select, values }
}

const anyOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'false' : `((${conditions.join(') or (')}))`

type Order = ReturnType<typeof rowOrder>

/** Rows between the first and the last one, both included. */
function within(order: Order, { first, last }: RowRange, bind: Bind): string {
  const side = (direction: Order, values: RowRange['first']) => {
    if (values.length !== order.length) throw new RowError('The range does not match this order')
    const parts = partsBehind(direction, { values, isIncluded: true })
    return anyOf(parts.map((part) => part(bind)))
  }
  return `${side(order, first)} and ${side(reversed(order), last)}`
}

type Rows = readonly (readonly (string | null)[])[]
type Printer = { head: string; rows: (rows: Rows, isFirst: boolean) => string; foot: string }
type Printed = { target: Target; columns: readonly ColumnRow[]; isHarmless: boolean }

/** Texts that a spreadsheet evaluates when it opens a file, also after leading white space. */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/u.test(text)

const delimited =
  (delimiter: ',' | '\t') =>
  ({ columns, isHarmless }: Printed): Printer => {
    const quiet = (text: string) => (isHarmless && isFormula(text) ? `'${text}` : text)
    const isNumber = columns.map(({ kind }) => kind === 'number')
    const line = (row: readonly (string | null)[]) => delimitedLine(row, delimiter)
    const cell = (value: string | null, at: number) =>
      value === null || isNumber[at] === true ? value : quiet(value)
    return {
      head: line(columns.map(({ name }) => quiet(name))),
      rows: (rows) => rows.map((row) => line(isHarmless ? row.map(cell) : row)).join(''),
      foot: '',
    }
  }

const printers: Record<RowFormat, (printed: Printed) => Printer> = {
  csv: delimited(','),
  tsv: delimited('\t'),
  sql: ({ target, columns }) => {
    const overrides = columns.some(({ is_generated, is_identity }) => is_generated && is_identity)
    const names = columns.map(({ name }) => name)
    const into = { schema: target.schema, name: target.name, columns: names, overrides }
    return {
      head: '',
      rows: (rows) => [...insertStatements(into, rows)].join(''),
      foot: '',
    }
  },
  jsonl: ({ columns }) => ({
    head: '',
    rows: (rows) => rows.map((row) => `${jsonObject(columns, row)}\n`).join(''),
    foot: '',
  }),
  json: ({ columns }) => ({
    head: '[',
    rows: (rows, isFirst) =>
      rows
        .map((row, at) => `${isFirst && at === 0 ? '\n' : ',\n'}${jsonObject(columns, row)}`)
        .join(''),
    foot: '\n]\n',
  }),
}

const jsonObject = (columns: readonly ColumnRow[], row: readonly (string | null)[]): string =>
  `{${columns
    .map(({ name, kind }, at) => `${JSON.stringify(name)}:${jsonValue(kind, row[at] ?? null)}`)
    .join(',')}}`

const numeral = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u

/**
 * Numbers keep all their digits; values that JSON does not support are texts as PostgreSQL prints
 * them.
 */
function jsonValue(kind: ColumnRow['kind'], value: string | null): string {
  if (value === null) return 'null'
  if (kind === 'number' && numeral.test(value)) return value
  if (kind === 'boolean' && (value === 't' || value === 'f')) return String(value === 't')
  // Line ends stand between values only, where a space means the same.
  if (kind === 'json') return value.replaceAll(/[\r\n]/gu, ' ')
  return JSON.stringify(value)
}
