import type { SaveOutcome } from '@basalt/contract/database/changes'
import type { TableDetail } from '@basalt/contract/database/tables'
import type { RowOperation } from '@basalt/pg-model'

import { own } from '../../../../lib/forms/own.ts'
import {
  nameOfKey,
  listOperations as operationsOfTable,
  type StagedRow,
  type StagedRows,
} from '../../../../product/row-changes/staged-rows.ts'
import type { StatementResult } from '../../runs/run-model.ts'
import { getTracer } from './traced-cells.ts'

type Values = Readonly<Record<string, string | null>>

/** The new values of rows, by their former keys. */
export type NewValues = ReadonlyMap<string, Values>

type TableOf = (row: Pick<StagedRow & { op: 'update' }, 'table'>) => TableDetail | undefined

/**
 * The operations on the rows of several tables. The key is part of the seen values: a session may
 * print it in another format, which would identify another row.
 */
export const listOperations = (rows: StagedRows, getTable: TableOf): RowOperation[] =>
  rows.flatMap((row) => {
    const table = row.op === 'update' ? getTable(row) : undefined
    if (table === undefined) return []
    const key = Object.fromEntries(
      table.key.map((name, at) => [name, row.op === 'update' ? (row.key[at] ?? null) : null]),
    )
    return operationsOfTable([row], table).map((operation) =>
      operation.op === 'update'
        ? { ...operation, previous: { ...key, ...operation.previous } }
        : operation,
    )
  })

type Saved = Extract<SaveOutcome, { outcome: 'saved' }>

/** The database's values of each row; the sent ones when it returns no rows any more. */
export function valuesOf(
  operations: readonly RowOperation[],
  { results }: Saved,
  getTable: TableOf,
): NewValues {
  return new Map(
    operations.flatMap((operation, at) => {
      if (operation.op !== 'update') return []
      const answer = results?.[at]
      const image = answer !== undefined && 'row' in answer ? answer.row : undefined
      const columns = getTable(operation)?.columns ?? []
      const values =
        image === undefined
          ? operation.values
          : Object.fromEntries(columns.map(({ name }, position) => [name, image[position] ?? null]))
      return [[nameOfKey(operation), values] as const]
    }),
  )
}

/** The result with the new values, wherever it shows one of the rows. */
export function withValues(result: StatementResult, changed: NewValues): StatementResult {
  const tracer = getTracer(result)
  if (tracer === undefined || changed.size === 0) return result
  let isOther = false
  const rows = result.rows.map((row) => {
    const here = tracer.rowsIn(row).filter(({ name }) => changed.has(name))
    if (here.length === 0) return row
    isOther = true
    const next = [...row]
    for (const { table, name } of here) {
      const values = changed.get(name) ?? {}
      for (const { at, column } of tracer.listColumns(table.id)) {
        const value = own(values, column)
        if (value !== undefined) next[at] = value
      }
    }
    return next
  })
  return isOther ? { ...result, rows } : result
}

/**
 * The displayed values of rows before a change, by the keys they have then: undoing is another
 * change.
 */
export function valuesBefore(results: readonly StatementResult[], changed: NewValues): NewValues {
  const before = new Map<string, Record<string, string | null>>()
  for (const result of results) {
    const tracer = getTracer(result)
    if (tracer === undefined) continue
    for (const row of result.rows) {
      for (const { table, key, name } of tracer.rowsIn(row)) {
        const values = changed.get(name)
        if (values === undefined) continue
        const nextKey = table.key.map((column, at) => own(values, column) ?? key[at] ?? '')
        const nextName = nameOfKey({ table: table.id, key: nextKey })
        const known = before.get(nextName) ?? {}
        for (const { at, column } of tracer.listColumns(table.id)) known[column] = row[at] ?? null
        before.set(nextName, known)
      }
    }
  }
  return before
}
