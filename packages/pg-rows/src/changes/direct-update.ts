import type { Queryable } from '@basalt/engine'
import { rowColumns } from '@basalt/pg-catalog'
import type { RowOperation } from '@basalt/pg-model'
import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

import { ownRecord, ownRecordValues } from '../change-log/record.ts'
import {
  columnsVersion,
  getColumnsVersion,
  ownRows,
  printedValue,
  type ShapeCache,
  tableName,
} from '../rows/table-shape.ts'
import { canReachOthers, recordedTable } from './change-run.ts'
import { type Batch, listBatches } from './operations.ts'
import { isSqlRefusal } from './refusal.ts'
import {
  listAssignments,
  type Image,
  isShown,
  keyConditions,
  listParameters,
  buildStatement,
} from './statements.ts'

type DirectChange = {
  id: string
  by: string
  operations: readonly RowOperation[]
  report?: string | undefined
}

export type DirectlySaved = {
  outcome: 'saved'
  results: { row: Image }[]
  columns: Record<string, string[]>
  history_id: string | null
  cascaded: 0
}

/**
 * Saves an edit of one row by a single autocommitted statement: it finds the unchanged row in the
 * unchanged table, updates it, and records the former row and the change, or it does nothing. Null
 * when that does not suffice, because more rows may change, because no row was found, or because
 * PostgreSQL refuses it: the general path then finds the reason.
 */
export async function saveDirectly(
  db: Queryable,
  { id, by, report, operations }: DirectChange,
  shapes: ShapeCache,
): Promise<DirectlySaved | null> {
  const batch = await directBatch(db, operations, shapes)
  if (batch === undefined) return null
  const { shape } = batch
  const { text, name } = buildStatement(batch, 'direct', () => updating(batch))
  const values = [...listParameters(batch), ...ownRecordValues({ id, by, report })]
  try {
    const { rows } = await db.text(text, values, { name })
    const [isKept, ...row] = rows[0] ?? []
    if (isKept === undefined) return null
    return {
      outcome: 'saved',
      results: [{ row }],
      columns: { [shape.id]: rowColumns(shape) },
      history_id: isKept === 't' ? id : null,
      cascaded: 0,
    }
  } catch (error) {
    if (isSqlRefusal(error) && !isPassing(error.sql.sqlstate)) return null
    throw error
  }
}

/** It timed out, was cancelled or ran out of resources: a retry would fail again. */
const isPassing = (sqlstate: string): boolean => /^(?:40|5[3-8])/u.test(sqlstate)

/** The update of one row that reaches no other. */
async function directBatch(
  db: Queryable,
  operations: readonly RowOperation[],
  shapes: ShapeCache,
): Promise<Batch | undefined> {
  const [operation, ...others] = operations
  if (operation?.op !== 'update' || others.length > 0) return undefined
  const [batch] = listBatches(operations, await shapes.load(db, [operation.table]))
  if (batch === undefined || !batch.shape.returns_old || batch.shape.has_deferrable)
    return undefined
  return canReachOthers(batch) ? undefined : batch
}

function updating(batch: Batch): string {
  const { shape, previous } = batch
  let parameters = 0
  const next = () => `$${(parameters += 1)}::text`
  const conditions = [
    keyConditions(shape, next),
    ...previous.map((name) => isShown(name, next())),
    // Another table may have its name by now, or it may have other columns.
    `${quoteLiteral(tableName(shape))}::regclass = ${shape.id}`,
    `${getColumnsVersion(String(shape.id))} = ${quoteLiteral(columnsVersion(shape))}`,
  ]
  const names = rowColumns(shape).map((name) => quoteIdent(name))
  const printed = (which: 'old' | 'new') => names.map((name) => printedValue(`${which}.${name}`))
  const key = shape.key.map((name) => printedValue(`new.${quoteIdent(name)}`))
  const assignments = listAssignments(batch, next)
  const record = { row: 'changed', table: recordedTable(shape), parameter: parameters + 1 }
  return `with changed as (
    update ${ownRows(shape)} t set ${assignments}
    where ${conditions.join(' and ')}
    returning old.xmin as was, ${getImage(key)} as key, ${getImage(printed('old'))} as before,
      ${getImage(printed('new'))} as after, ${names.map((name, at) => `new.${name} as n${at}`).join(', ')}
  ), ${ownRecord(record)}
  select (select is_kept from change), ${names.map((_, at) => `n${at}`).join(', ')} from changed`
}

const getImage = (values: readonly string[]): string =>
  `to_jsonb(array[${values.join(', ')}]::text[])`
