import { databaseTables, type TableDetail } from '@basalt/contract'
import type { QueryClient } from '@tanstack/react-query'

import { invalidate } from '../../../lib/api.ts'
import { plural } from '../../../lib/format.ts'
import { notify } from '../../../ui/toast.ts'
import type { ChangeQueue } from './change-queue.ts'
import { operationsOf } from './staged-rows.ts'

type Saving = {
  queue: ChangeQueue
  table: TableDetail
  onSaved: (historyId: string | null, what: string) => void
}

/** Saves everything that waits, in one transaction, and says what became of it. */
export async function saveQueue(
  client: QueryClient,
  { queue, table, onSaved }: Saving,
): Promise<void> {
  const count = queue.get().sent?.operations.length ?? queue.get().rows.length
  const outcome = await queue.save((rows) => operationsOf(rows, table))
  if (outcome === null) {
    const { status, failure } = queue.get()
    if (failure === null) return
    notify.error(
      status === 'unknown'
        ? 'No answer arrived. The changes are kept: saving again stores them once'
        : `Nothing was saved: ${failure}`,
    )
    return
  }
  if (outcome.outcome !== 'saved') {
    notify.error(
      outcome.outcome === 'refused'
        ? `Nothing was saved: ${outcome.message}`
        : `Nothing was saved: ${plural(outcome.conflicts.length, 'row')} changed meanwhile`,
    )
    return
  }
  await invalidate(client, databaseTables.rows)
  const what = plural(count, 'change')
  onSaved(
    outcome.history_id,
    outcome.repeated === true ? `${what} had been saved already` : `Saved ${what}`,
  )
}
