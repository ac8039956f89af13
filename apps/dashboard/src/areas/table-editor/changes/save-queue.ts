import { databaseTables, type TableDetail } from '@basalt/contract/database/tables'
import type { QueryClient } from '@tanstack/react-query'

import { notify } from '../../../lib/browser/toast.ts'
import { plural } from '../../../lib/format/format.ts'
import { invalidate } from '../../../lib/network/api.ts'
import type { Answer, ChangeQueue } from '../../../product/row-changes/change-queue.ts'
import { conflictText } from '../../../product/row-changes/conflict-text.ts'
import { refusalText } from '../../../product/row-changes/refusal-text.ts'
import { saveInTurn } from '../../../product/row-changes/save-in-turn.ts'
import { signInAgain } from '../../../product/row-changes/sign-in-again.ts'
import { listOperations } from '../../../product/row-changes/staged-rows.ts'

type Saving = {
  queue: ChangeQueue
  table: TableDetail
  onSaved: (historyId: string | null, what: string) => void
}

/** Saves all staged changes in one transaction, or retries a pending save; reports the result. */
export async function saveQueue(
  client: QueryClient,
  { queue, table, onSaved }: Saving,
): Promise<void> {
  const answers = await saveInTurn(queue, {
    name: String(table.id),
    listOperations: (rows) => listOperations(rows, table),
  })
  const { status, failure, isSignedOut } = queue.get()
  if (failure !== null && status !== 'saving') {
    notify.error(
      status === 'unknown'
        ? 'No response from the server. Your changes are kept. Check again: they are saved only once'
        : `Nothing was saved: ${failure}`,
      isSignedOut ? signInAgain : undefined,
    )
  }
  if (answers.some(({ outcome }) => outcome.outcome === 'saved'))
    await invalidate(client, databaseTables.rows)
  for (const answer of answers) announce(answer, onSaved)
}

function announce({ outcome, change, count }: Answer, onSaved: Saving['onSaved']): void {
  if (outcome.outcome === 'refused') notify.error(`Nothing was saved: ${refusalText(outcome)}`)
  if (outcome.outcome === 'conflict') {
    const text = conflictText(outcome.conflicts, change.operations)
    notify.error(`Nothing was saved: ${text}`)
  }
  if (outcome.outcome !== 'saved') return
  const what = plural(count, 'change')
  onSaved(
    outcome.history_id,
    outcome.repeated === true ? `${what} had already been saved` : `Saved ${what}`,
  )
}
