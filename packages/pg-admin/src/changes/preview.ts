import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

import { batchesOf, type RowOperation } from './operations.ts'
import { tableName, type TableShape } from './shape.ts'

/**
 * Each operation as one statement that does the same in any client; what is run binds its
 * values and compares what was seen before.
 */
export function previewStatements(
  operations: readonly RowOperation[],
  shapes: ReadonlyMap<number, TableShape>,
): string[] {
  return batchesOf(operations, shapes, 1).flatMap(({ shape, operations: [operation] }) =>
    operation === undefined ? [] : [statementOf(operation, shape)],
  )
}

const literal = (value: string | null) =>
  value === null ? 'null' : quoteLiteral(value).trimStart()

function statementOf(operation: RowOperation, shape: TableShape): string {
  const table = tableName(shape)
  if (operation.op === 'insert') {
    const names = Object.keys(operation.values)
    if (names.length === 0) return `insert into ${table} default values;`
    const values = names.map((name) => literal(operation.values[name] ?? null))
    return `insert into ${table} (${names.map(quoteIdent).join(', ')}) values (${values.join(', ')});`
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
