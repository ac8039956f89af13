import { delimitedLine } from '@basalt/delimited'
import type { Queryable } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

import type { ColumnRow } from '../columns.ts'
import { keyConditions, selection } from '../rows/read-rows.ts'
import { orderSql, rowOrder } from '../rows/row-order.ts'
import { columnOf, RowError } from '../rows/row-target.ts'
import { binding, type RowView, viewConditions } from '../rows/row-view.ts'
import { insertStatements } from './insert-statements.ts'
import { eachBatch, type Sending, settleShownFormats } from './rows.ts'

export type RowFormat = 'csv' | 'tsv' | 'sql' | 'jsonl' | 'json'

export type RowExport = {
  format: RowFormat
  view: RowView
  /** All of them when left out. */
  columns?: readonly string[] | undefined
  /** Only these rows, by the values of their key. */
  keys?: readonly (readonly string[])[] | undefined
}

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
  tx: Queryable,
  target: Target,
  request: RowExport & Watched,
): Promise<void> {
  const { format, write, signal, onRows } = request
  const columns = columnsOf(target, request)
  const { select, values } = selectOf(target, request, columns)
  const printer = printers[format]({ target, columns })
  await settleShownFormats(tx)
  let isFirst = true
  await write(printer.head)
  await eachBatch(tx, { select, values, signal }, async (rows) => {
    await write(printer.rows(rows, isFirst))
    isFirst = false
    onRows(rows.length)
  })
  await write(printer.foot)
}

function columnsOf(target: Target, { columns: names, format }: RowExport): ColumnRow[] {
  const wanted =
    names === undefined
      ? target.columns
      : names.map((name) => {
          columnOf(target, name)
          return target.columns.find((column) => column.name === name)
        })
  const known = wanted.filter((column) => column !== undefined)
  // What is computed cannot be inserted.
  const chosen =
    format === 'sql' ? known.filter((one) => !one.is_generated || one.is_identity) : known
  if (chosen.length === 0) throw new RowError('Choose at least one column')
  return chosen
}

function selectOf(target: Target, { view, keys }: RowExport, columns: readonly ColumnRow[]) {
  const { values, bind } = binding()
  const named = (keys ?? []).map((key) => keyConditions(target, key, bind).join(' and '))
  const select = selection(target, {
    list: columns.map(({ name }) => quoteIdent(name)).join(', '),
    conditions: [
      ...(keys === undefined ? [] : [named.length === 0 ? 'false' : `((${named.join(') or (')}))`]),
      ...viewConditions(target, view, bind),
    ],
    order: orderSql(rowOrder(target, view.sort)),
  })
  return { select, values }
}

type Rows = readonly (readonly (string | null)[])[]
type Printer = { head: string; rows: (rows: Rows, isFirst: boolean) => string; foot: string }
type Printed = { target: Target; columns: readonly ColumnRow[] }

const delimited =
  (delimiter: ',' | '\t') =>
  ({ columns }: Printed): Printer => ({
    head: delimitedLine(
      columns.map(({ name }) => name),
      delimiter,
    ),
    rows: (rows) => rows.map((row) => delimitedLine(row, delimiter)).join(''),
    foot: '',
  })

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

/** Numbers keep all their digits; what JSON has no word for is a text as PostgreSQL prints it. */
function jsonValue(kind: ColumnRow['kind'], value: string | null): string {
  if (value === null) return 'null'
  if (kind === 'number' && numeral.test(value)) return value
  if (kind === 'boolean' && (value === 't' || value === 'f')) return String(value === 't')
  // Line ends stand between values only, where a space means the same.
  if (kind === 'json') return value.replaceAll(/[\r\n]/gu, ' ')
  return JSON.stringify(value)
}
