import type { ResultOrigins } from '@basalt/contract/database/query'

import { nameOfKey } from '../../../../product/row-changes/staged-rows.ts'
import type { StatementResult } from '../../runs/run-model.ts'

type Row = readonly (string | null)[]

type TracedTable = ResultOrigins['tables'][number]

/** A field's table and column. */
export type TracedField = { table: TracedTable; column: string; isGenerated: boolean }

/** The row of a table that a row of the result shows. */
type TracedRow = { table: TracedTable; key: string[]; name: string }

/** Maps cells of a result to cells of tables. */
export type Tracer = {
  fieldAt: (column: number) => TracedField | null
  /** Of the tables whose rows can be named, those that the row shows; an outer join may not. */
  rowsIn: (row: Row) => TracedRow[]
  getRowFor: (table: number, row: Row) => TracedRow | null
  /** Places of the fields that show columns of the table. */
  listColumns: (table: number) => readonly { at: number; column: string }[]
}

const known = new WeakMap<ResultOrigins, Tracer>()

export function getTracer({ origins }: Pick<StatementResult, 'origins'>): Tracer | undefined {
  if (origins === undefined) return undefined
  const tracer = known.get(origins) ?? makeTracer(origins)
  known.set(origins, tracer)
  return tracer
}

function makeTracer({ tables, fields }: ResultOrigins): Tracer {
  const columns = new Map(
    tables.map(({ id }, position) => [
      id,
      fields.flatMap((field, at) =>
        field?.table === position ? [{ at, column: field.column }] : [],
      ),
    ]),
  )
  const listColumns = (table: number) => columns.get(table) ?? []
  const named = tables
    .filter(({ refusal }) => refusal === null)
    .map((table) => ({
      table,
      places: table.key.map((name) => listColumns(table.id).find((one) => one.column === name)?.at),
    }))
  const readRow = (
    { table, places: positions }: (typeof named)[number],
    row: Row,
  ): TracedRow | null => {
    const key = positions.map((position) =>
      position === undefined ? null : (row[position] ?? null),
    )
    // A row that an outer join has not found has no key.
    if (!key.every((value) => value !== null)) return null
    return { table, key, name: nameOfKey({ table: table.id, key }) }
  }
  return {
    listColumns,
    fieldAt: (column) => {
      const field = fields[column] ?? null
      const table = tables[field?.table ?? -1]
      return field === null || table === undefined
        ? null
        : { table, column: field.column, isGenerated: field.is_generated }
    },
    rowsIn: (row) => named.flatMap((one) => readRow(one, row) ?? []),
    getRowFor: (table, row) => {
      const one = named.find((other) => other.table.id === table)
      return one === undefined ? null : readRow(one, row)
    },
  }
}
