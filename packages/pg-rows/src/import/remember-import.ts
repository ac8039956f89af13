import { type DatabaseSession, EngineError } from '@basalt/engine'
import { ownSchema } from '@basalt/pg-catalog'

import { columnNumbers } from '../change-log/current-tables.ts'
import { readMade } from '../change-log/made-table.ts'
import { maxRecordedKeys, recordHistory } from '../change-log/record.ts'
import { listFiles, writeTransactions } from '../change-log/transactions.ts'
import type { ImportPlan } from './import-plan.ts'
import { areMarksSound, beforeIntoHistory, leaveMark, readTraces } from './import-traces.ts'
import type { TableImport } from './table-import.ts'

type Remembered = {
  id: string
  by: string
  plan: ImportPlan
  running: TableImport
  /** It created its table in the same transaction. */
  madeTable?: boolean | undefined
}

/**
 * Records an import in the history, in its own transaction, with the data for its undo. False when
 * no history can be stored: the import is valid without it.
 */
export async function rememberImport(
  session: DatabaseSession,
  remembered: Remembered,
): Promise<boolean> {
  const { running } = remembered
  if (running.inserted + running.updated === 0) return false
  await session.query('savepoint history')
  try {
    await remember(session, remembered)
    await session.query('release savepoint history')
    return true
  } catch (error) {
    if (!(error instanceof EngineError) || error.kind !== 'statement') throw error
    await session.query('rollback to savepoint history')
    return false
  }
}

async function remember(session: DatabaseSession, remembered: Remembered) {
  const { id, by, plan, running, madeTable = false } = remembered
  const { inserted, updated } = running
  const traces = await readTraces(session, plan)
  const fixedBecause = await reasonToStay(session, { plan, running, traces })
  const keys = fixedBecause === undefined ? ((await running.readKeys()) ?? []) : []
  const listed = keys.length > maxRecordedKeys ? [] : keys
  const { id: tableId, schema, name } = plan.table
  const columns = plan.rowColumns
  const numbers = await columnNumbers(session, tableId, columns)
  await recordHistory(session, {
    id,
    kind: 'import',
    by,
    tables: [{ id: tableId, schema, name, columns, numbers, key: plan.key }],
    rows: listed.map((key) => ({
      operation: null,
      table: 0,
      kind: 'insert',
      key,
      before: null,
      after: null,
    })),
    counts: { inserted, updated },
    fixedBecause,
  })
  if (fixedBecause !== undefined) return
  if (updated > 0) {
    const { rows } = await session.text(beforeIntoHistory(plan), [id, String(listed.length)])
    await session.query(
      `update ${ownSchema}.changes set size_bytes = size_bytes + $2::bigint where id = $1`,
      [id, rows[0]?.[0] ?? '0'],
    )
  }
  const { rows } = await session.text(`${leaveMark} returning xmin::text`)
  const files = await listFiles(session, tableId)
  const created = madeTable ? ((await readMade(session, tableId)) ?? undefined) : undefined
  await writeTransactions(session, id, { ...traces, own: rows[0]?.[0] ?? '', files, made: created })
}

type Known = {
  plan: ImportPlan
  running: TableImport
  traces: Awaited<ReturnType<typeof readTraces>>
}

/** Why the import cannot be undone. */
async function reasonToStay(session: DatabaseSession, { plan, running, traces }: Known) {
  if (plan.table.kind === 'foreign_table')
    return 'The rows of a foreign table are stored on another server'
  if (running.updated > 0 && !running.keepsBefore) {
    return running.isBeforeTooMuch
      ? 'It changed more existing rows than the history can record'
      : 'It changed existing rows'
  }
  const { inserted, writesBefore } = running
  const isSound = await areMarksSound(session, plan, { ...traces, inserted, writesBefore })
  return isSound ? undefined : 'A trigger of the table also changed other rows'
}
