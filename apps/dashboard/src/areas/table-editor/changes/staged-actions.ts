import { databaseTables, type TableDetail } from '@basalt/contract/database/tables'
import type { QueryClient } from '@tanstack/react-query'

import { notify } from '../../../lib/browser/toast.ts'
import { invalidate } from '../../../lib/network/api.ts'
import { storage } from '../../../lib/storage/storage.ts'
import type { ChangeQueue } from '../../../product/row-changes/change-queue.ts'
import type { DeletedRow } from '../../../product/row-changes/deletion.ts'
import { unansweredText } from '../../../product/row-changes/sent-changes.ts'
import { signInAgain } from '../../../product/row-changes/sign-in-again.ts'
import {
  discarded,
  getName,
  nameOfKey,
  type StagedRows,
  withCell,
  withCurrent,
  withDeletes,
  withInserts,
  withNewValue,
} from '../../../product/row-changes/staged-rows.ts'
import { takeTheirs } from '../../../product/row-changes/use-theirs.ts'
import type { RowStore } from '../rows/row-store.ts'
import type { Row } from '../rows/row-window.ts'
import { answeredEdit, type AnsweredEdit } from './answered-edit.ts'
import type { CellEdit } from './cell-edits.ts'
import type { PutBack } from './restore-values.ts'
import { saveQueue } from './save-queue.ts'
import { cellAfter, sendCell } from './send-cell.ts'
import { reportedWhenSlow } from './slow-save.ts'
import type { SeenEdit } from './use-immediate-edits.ts'

type Scope = {
  client: QueryClient
  table: TableDetail
  store: RowStore
  onSaved: (historyId: string | null, what: string) => void
}

export type CellChange = Pick<
  CellEdit,
  'key' | 'keyedBy' | 'column' | 'typed' | 'previous' | 'isDefault'
> & {
  seen: Row
  /** Pending undos when it was made, and the values they restore. */
  after?: Promise<PutBack | undefined> | undefined
}

const getValue = ({ typed, isDefault, ...edit }: CellChange) => ({
  ...edit,
  value: isDefault === true ? undefined : typed,
})

const newName = (id: string) => getName({ op: 'insert', id, values: {} })

/** Everything that can be done with the rows that wait. */
export function stagedActions(queue: ChangeQueue, { client, table, store, onSaved }: Scope) {
  /** One step. A pending save is awaited, and then the step is tried once more. */
  async function change(step: (rows: StagedRows) => StagedRows): Promise<boolean> {
    if (queue.change(step)) return true
    await queue.settled()
    const isDone = queue.change(step)
    if (!isDone) notify.error(unansweredText)
    return isDone
  }

  /**
   * A refused edit that was to be saved at once is sent as soon as it is fixed, because without
   * staging there is no save button. Staged deletes, with their cascades, are not sent this way:
   * the user has to see them.
   */
  async function edit(name: string, step: (rows: StagedRows) => StagedRows): Promise<boolean> {
    const { rows, problems } = queue.get()
    const isSent = problems.get(name)?.of === 'refused' && rows.every(({ op }) => op !== 'delete')
    const isDone = await change(step)
    if (isDone && isSent && !storage.queuesEdits.get()) void save()
    return isDone
  }

  /** Saves staged changes, or retries a pending save; reports the result. */
  async function save(): Promise<void> {
    await reportedWhenSlow(saveQueue(client, { queue, table, onSaved }))
    store.reread()
  }

  return {
    save,
    insert: (values: Readonly<Record<string, string | null>>) => {
      const row = { id: crypto.randomUUID(), values }
      return change((rows) => withInserts(rows, [row]))
    },
    edit: async (cell: CellChange) => {
      const back = await cell.after?.catch(() => undefined)
      const keyed = { keyedBy: table.key, ...getValue(cellAfter(table, cell, back)) }
      return edit(nameOfKey(keyed), (rows) => withCell(rows, keyed))
    },
    send: async (sent: SeenEdit): Promise<AnsweredEdit> => {
      const outcome = await reportedWhenSlow(sendCell(queue, table, sent))
      // The grid has the rows; other views and filters may be stale.
      void invalidate(client, databaseTables.rows)
      if (outcome.outcome === 'kept') {
        const way = outcome.isSignedOut ? signInAgain : undefined
        notify.error(`Your edit is kept. ${outcome.message}`, way)
      }
      return answeredEdit(table, sent, outcome)
    },
    editNew: (id: string, column: string, value: string | null | undefined) =>
      edit(newName(id), (rows) => withNewValue(rows, id, { column, value })),
    remove: (deleted: readonly DeletedRow[]) =>
      change((rows) => withDeletes(rows, deleted, table.key)),
    discard: async (staged: CellEdit) => {
      const { column, previous, failure } = staged
      if (failure?.conflict !== undefined)
        return takeTheirs(queue, { name: nameOfKey(staged), column }, table)
      await change((rows) => withCell(rows, { ...staged, value: previous, seen: [] }))
    },
    discardNew: (id: string) => change((rows) => discarded(rows, newName(id))),
    /** The current row of a conflict becomes the base of its edits. */
    takeMine: (staged: CellEdit) => {
      const name = nameOfKey(staged)
      const problem = queue.get().problems.get(name)
      if (problem?.of !== 'conflict') return
      const { current } = problem
      queue.change((rows) => withCurrent(rows, { name, current }, table))
      queue.settle(name)
    },
  }
}
