import { EngineError, type Queryable, type SqlFailure } from '@basalt/engine'
import type { RowOperation } from '@basalt/pg-model'

import type { TableShape } from '../rows/table-shape.ts'

/** Why PostgreSQL did not take a change, and at which of its operations and columns. */
export type Refusal = {
  operation: number
  message: string
  column?: string | undefined
  constraint?: string | undefined
  sqlstate: string
  detail?: string | undefined
  hint?: string | undefined
}

export type SqlRefusal = EngineError & { sql: SqlFailure }

/** Whether PostgreSQL itself refused; anything else is rethrown. */
export const isSqlRefusal = (error: unknown): error is SqlRefusal =>
  error instanceof EngineError && error.kind === 'statement' && error.sql !== undefined

type Refused = { operation: RowOperation; place: number; shape: TableShape | undefined }

/**
 * PostgreSQL names a column for few errors; constraint, value and operation identify it for the
 * others.
 */
export async function getRefusal(
  db: Queryable,
  error: SqlRefusal,
  { operation, place: position, shape }: Refused,
): Promise<Refusal> {
  const { sqlstate, constraint, detail, hint } = error.sql
  const column =
    error.sql.column ??
    ofConstraint(shape, constraint, operation) ??
    ofGenerated(sqlstate, shape, operation) ??
    (await ofValue(db, sqlstate, { shape, operation })) ??
    onlyColumn(operation)
  return { operation: position, message: error.message, column, constraint, sqlstate, detail, hint }
}

/** A trigger that answers NULL, or a rule, is no error for PostgreSQL. */
export const ignoredBy = (operation: RowOperation | undefined, position: number): Refusal => ({
  operation: position,
  message: 'The database did not change the row. A trigger or a rule of the table prevents it.',
  column: operation === undefined ? undefined : onlyColumn(operation),
  sqlstate: '09000',
})

const written = (operation: RowOperation): string[] =>
  operation.op === 'delete' ? [] : [...Object.keys(operation.values), ...(operation.defaults ?? [])]

/** Of several columns the one that was written. */
function ofConstraint(
  shape: TableShape | undefined,
  name: string | undefined,
  operation: RowOperation,
): string | undefined {
  const columns = shape?.constraints.find((entry) => entry.name === name)?.columns ?? []
  const names = written(operation)
  return columns.find((column) => names.includes(column)) ?? columns[0]
}

function ofGenerated(
  sqlstate: string,
  shape: TableShape | undefined,
  operation: RowOperation,
): string | undefined {
  if (sqlstate !== '428C9') return undefined
  const names = written(operation)
  return shape?.columns.find(({ name, is_generated }) => is_generated && names.includes(name))?.name
}

/** The column whose type does not accept the text, according to PostgreSQL where it can tell. */
async function ofValue(
  db: Queryable,
  sqlstate: string,
  { shape, operation }: { shape: TableShape | undefined; operation: RowOperation },
): Promise<string | undefined> {
  if (shape === undefined || operation.op === 'delete' || !sqlstate.startsWith('2'))
    return undefined
  const values = new Map(Object.entries(operation.values))
  const columns = shape.columns.filter(({ name }) => (values.get(name) ?? null) !== null)
  try {
    const rows = await db.query<{ name: string; sqlstate: string | null }>(
      `select requested.name, (pg_input_error_info(requested.value, requested.type)).sql_error_code as sqlstate
       from unnest($1::text[], $2::text[], $3::text[]) with ordinality
         as requested (name, value, type, place)
       order by requested.place`,
      [
        columns.map(({ name }) => name),
        columns.map(({ name }) => values.get(name)),
        columns.map(({ declared }) => declared),
      ],
    )
    return rows.find((row) => row.sqlstate === sqlstate)?.name
  } catch (error) {
    // Before PostgreSQL 16 there is no function for it; the refusal then names no column.
    if (isSqlRefusal(error)) return undefined
    throw error
  }
}

function onlyColumn(operation: RowOperation): string | undefined {
  const names = written(operation)
  return operation.op === 'update' && names.length === 1 ? names[0] : undefined
}
