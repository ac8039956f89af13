import { databaseTables, type TableDetail } from '@basalt/contract'
import type { QueryClient } from '@tanstack/react-query'

import { invalidate } from '../../../lib/api.ts'
import type { ChangeQueue } from '../../../lib/row-changes/change-queue.ts'
import type { DeletedRow } from '../../../lib/row-changes/deletion.ts'
import { unansweredText } from '../../../lib/row-changes/sent-changes.ts'
import { signInAgain } from '../../../lib/row-changes/sign-in-again.ts'
import {
  discarded,
  nameOf,
  nameOfKey,
  type StagedRows,
  withCell,
  withCurrent,
  withDeletes,
  withInserts,
  withNewValue,
} from '../../../lib/row-changes/staged-rows.ts'
import { takeTheirs } from '../../../lib/row-changes/take-theirs.ts'
import { notify } from '../../../ui/toast.ts'
import type { CellEdit } from '../cell-edits.ts'
import type { RowStore } from '../row-store.ts'
import type { Row } from '../row-window.ts'
import type { SeenEdit } from '../use-immediate-edits.ts'
import { answeredEdit, type AnsweredEdit } from './answered-edit.ts'
import { saveQueue } from './save-queue.ts'
import { sendCell } from './send-cell.ts'
import { toldWhenSlow } from './slow-save.ts'

type Place = {
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
}

const valueOf = ({ typed, isDefault, ...edit }: CellChange) => ({
  ...edit,
  value: isDefault === true ? undefined : typed,
})

/** Everything that can be done with the rows that wait. */
export function stagedActs(queue: ChangeQueue, { client, table, store, onSaved }: Place) {
  /** One step. What is on its way is waited for, and then the step is tried once more. */
  async function change(step: (rows: StagedRows) => StagedRows): Promise<boolean> {
    if (queue.change(step)) return true
    await queue.settled()
    const isDone = queue.change(step)
    if (!isDone) notify.error(unansweredText)
    return isDone
  }

  return {
    insert: (values: Readonly<Record<string, string | null>>) => {
      const row = { id: crypto.randomUUID(), values }
      return change((rows) => withInserts(rows, [row]))
    },
    edit: (cell: CellChange) =>
      change((rows) => withCell(rows, { keyedBy: table.key, ...valueOf(cell) })),
    send: async (edit: SeenEdit): Promise<AnsweredEdit> => {
      const outcome = await toldWhenSlow(sendCell(queue, table, edit))
      // The grid has it; what other views and filters were shown before has not.
      void invalidate(client, databaseTables.rows)
      if (outcome.outcome === 'kept') {
        const way = outcome.isSignedOut ? signInAgain : undefined
        notify.error(`The edit is kept. ${outcome.message}`, way)
      }
      return answeredEdit(table, edit, outcome)
    },
    editNew: (id: string, column: string, value: string | null | undefined) =>
      change((rows) => withNewValue(rows, id, { column, value })),
    remove: (deleted: readonly DeletedRow[]) =>
      change((rows) => withDeletes(rows, deleted, table.key)),
    discard: async (edit: CellEdit) => {
      const { column, previous, failure } = edit
      if (failure?.conflict !== undefined)
        return takeTheirs(queue, { name: nameOfKey(edit), column }, table)
      await change((rows) => withCell(rows, { ...edit, value: previous, seen: [] }))
    },
    discardNew: (id: string) =>
      change((rows) => discarded(rows, nameOf({ op: 'insert', id, values: {} }))),
    /** The row as it was shown in a conflict becomes what its edits are compared with. */
    takeMine: (edit: CellEdit) => {
      const name = nameOfKey(edit)
      const problem = queue.get().problems.get(name)
      if (problem?.of !== 'conflict') return
      const { current } = problem
      queue.change((rows) => withCurrent(rows, { name, current }, table))
      queue.settle(name)
    },
    /** Saves what waits, or asks again about what was sent; says what became of it. */
    save: async () => {
      await toldWhenSlow(saveQueue(client, { queue, table, onSaved }))
      store.reread()
    },
  }
}
