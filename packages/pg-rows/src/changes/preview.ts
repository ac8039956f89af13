import type { Queryable } from '@basalt/engine'
import type { RowOperation } from '@basalt/pg-model'
import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

import {
  ownRows,
  type ShapeCache,
  sharesRows,
  tableName,
  type TableShape,
} from '../rows/table-shape.ts'
import { listBatches } from './operations.ts'
import { resolveOwningTables } from './owning-tables.ts'

/**
 * Each operation as one statement that has the same effect in any client; the executed form uses
 * parameters and compares the values seen before.
 */
export async function previewStatements(
  db: Queryable,
  requested: readonly RowOperation[],
  shapes: ShapeCache,
): Promise<string[]> {
  const { operations, missing } = await resolveOwningTables(db, requested, {
    shapes,
    isFresh: true,
  })
  const isPresent = (_: RowOperation, position: number) => !missing.includes(position)
  const known = await shapes.load(
    db,
    operations.map(({ table }) => table),
  )
  const statements = listBatches(operations.filter(isPresent), known, 1).flatMap(
    ({ shape, operations: [operation] }) =>
      operation === undefined ? [] : [buildStatement(operation, shape)],
  )
  return operations.map((operation, position) =>
    isPresent(operation, position) ? (statements.shift() ?? '') : '-- This row no longer exists',
  )
}

const literal = (value: string | null) =>
  value === null ? 'null' : quoteLiteral(value).trimStart()

function buildStatement(operation: RowOperation, shape: TableShape): string {
  const table = sharesRows(shape) ? ownRows(shape) : tableName(shape)
  if (operation.op === 'insert') {
    const names = Object.keys(operation.values)
    if (names.length === 0) return `insert into ${tableName(shape)} default values;`
    const values = names.map((name) => literal(operation.values[name] ?? null))
    return `insert into ${tableName(shape)} (${names.map(quoteIdent).join(', ')}) values (${values.join(', ')});`
  }
  const row = shape.key
    .map((name, at) => `${quoteIdent(name)} = ${literal(operation.key[at] ?? null)}`)
    .join(' and ')
  if (operation.op === 'delete') return `delete from ${table} where ${row};`
  const assignments = [
    ...Object.entries(operation.values).map(
      ([name, value]) => `${quoteIdent(name)} = ${literal(value)}`,
    ),
    ...(operation.defaults ?? []).map((name) => `${quoteIdent(name)} = default`),
  ]
  return `update ${table} set ${assignments.join(', ')} where ${row};`
}
