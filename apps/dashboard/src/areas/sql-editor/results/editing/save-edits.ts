import { databaseTables, type TableDetail } from '@basalt/contract/database/tables'
import type { QueryClient } from '@tanstack/react-query'

import { notify } from '../../../../lib/browser/toast.ts'
import { plural } from '../../../../lib/format/format.ts'
import { invalidate } from '../../../../lib/network/api.ts'
import type { Answer, ChangeQueue } from '../../../../product/row-changes/change-queue.ts'
import { conflictText } from '../../../../product/row-changes/conflict-text.ts'
import { refusalText } from '../../../../product/row-changes/refusal-text.ts'
import { saveInTurn } from '../../../../product/row-changes/save-in-turn.ts'
import { signInAgain } from '../../../../product/row-changes/sign-in-again.ts'
import { undoChange } from '../../../../product/row-changes/undo-change.ts'
import { type NewValues, listOperations, valuesBefore, valuesOf, withValues } from './saved-rows.ts'
import type { ShownResults } from './shown-results.ts'
import { tableQuery } from './table-query.ts'

type Saving = {
  client: QueryClient
  projectRef: string
  queue: ChangeQueue
  results: ShownResults
}

type Tables = ReadonlyMap<number | undefined, TableDetail>

/**
 * Saves staged edits in one transaction, or retries a pending save. All results with one of the
 * rows show the database's values.
 */
export async function saveEdits(saving: Saving): Promise<void> {
  const { client, queue } = saving
  try {
    const tables = await readTables(saving)
    const answers = await saveInTurn(queue, {
      name: saving.projectRef,
      listOperations: (rows) => listOperations(rows, ({ table }) => tables.get(table)),
    })
    for (const answer of answers) tell(saving, answer, tables)
    const { status, failure, isSignedOut } = queue.get()
    if (failure !== null && status !== 'saving') {
      notify.error(
        status === 'unknown'
          ? 'The server did not respond. Your changes are kept: check again, they are not saved twice'
          : `Nothing was saved: ${failure}`,
        isSignedOut ? signInAgain : undefined,
      )
    }
    if (answers.some(({ outcome }) => outcome.outcome === 'saved'))
      await invalidate(client, databaseTables.rows)
  } catch (error) {
    notify.error(`Nothing was saved: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** In their current form: columns may have been added or dropped since the rows were read. */
async function readTables({ client, projectRef, queue }: Saving): Promise<Tables> {
  const { rows, sent } = queue.get()
  const ids = [
    ...rows.flatMap((row) => (row.op === 'update' ? (row.table ?? []) : [])),
    ...sent.flatMap(({ operations }) => operations.map(({ table }) => table)),
  ]
  const tables = await Promise.all(
    [...new Set(ids)].map((id) =>
      client.fetchQuery({ ...tableQuery(projectRef, id), staleTime: 0 }),
    ),
  )
  return new Map(tables.map((table) => [table.id, table]))
}

function tell(saving: Saving, { outcome, change, count }: Answer, tables: Tables): void {
  if (outcome.outcome === 'refused')
    return notify.error(`Nothing was saved: ${refusalText(outcome)}`)
  if (outcome.outcome === 'conflict') {
    const text = conflictText(outcome.conflicts, change.operations)
    return notify.error(`Nothing was saved: ${text}`)
  }
  const { results } = saving
  const values = valuesOf(change.operations, outcome, ({ table }) => tables.get(table))
  const before = valuesBefore(results.all(), values)
  results.amend((result) => withValues(result, values))
  const words = `${plural(count, 'row')} saved`
  const { history_id: id } = outcome
  if (id === null) return notify.success(words)
  const run = () => void takeBack(saving, id, before)
  notify.success(words, { label: 'Undo', run, undoes: id })
}

/** Undoes a save, in the database and in displayed results. */
async function takeBack({ client, projectRef, results }: Saving, id: string, before: NewValues) {
  const outcome = await undoChange(client, { ref: projectRef, id })
  if (outcome === 'undone') results.amend((result) => withValues(result, before))
  if (outcome === 'disputed')
    notify.error('Some rows were changed since. Undo them one by one in the table history')
}
