import { databaseTables, type SaveOutcome, type TableDetail } from '@basalt/contract'

import { invalidate } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import type { ChangeQueue } from '../../../lib/row-changes/change-queue.ts'
import { refusalText } from '../../../lib/row-changes/refusal-text.ts'
import { signInAgain } from '../../../lib/row-changes/sign-in-again.ts'
import {
  isNamedBy,
  nameOfKey,
  operationsOf,
  type StagedRows,
  withCells,
} from '../../../lib/row-changes/staged-rows.ts'
import { goneText } from '../../../lib/row-changes/telling-values.ts'
import { notify } from '../../../ui/toast.ts'
import { type CellEdit, editOf, withEdit } from '../cell-edits.ts'
import { cursorOf, keyReader } from '../row-key.ts'
import type { useTable } from '../use-table.ts'
import { isRefused, withoutThis } from './refused-edit.ts'
import { failureOf } from './send-cell.ts'
import { toldWhenSlow } from './slow-save.ts'

type Place = { table: TableDetail; rows: ReturnType<typeof useTable> }

type Group = readonly CellEdit[]

/**
 * Refused edits of one row, where there are several: one may be right only with the other, as
 * the columns of one foreign key are. What is in conflict is to be decided first.
 */
export function groupsOf(edits: Group, table: Pick<TableDetail, 'key'>): Group[] {
  const groups = new Map<string, CellEdit[]>()
  for (const edit of edits) {
    if (!isRefused(edit) || edit.failure?.conflict !== undefined) continue
    if (!isNamedBy(table.key, edit)) continue
    const name = nameOfKey({ key: edit.key })
    groups.set(name, [...(groups.get(name) ?? []), edit])
  }
  return [...groups.values()].filter(({ length }) => length > 1)
}

/**
 * Sends refused edits of one row as one update; where that is refused they stay with its reason.
 *
 * @returns whether they are not left any more.
 */
export function saveTogether(place: Place, group: Group): Promise<boolean> {
  const saving = toldWhenSlow(send(place, group))
  place.rows.undo.during(saving)
  return saving
}

async function send({ table, rows }: Place, group: Group): Promise<boolean> {
  const { queue } = await rows.edits.staged.ready()
  const step = stepOf({ table, rows }, group)
  try {
    const outcome = await queue.sendNow(step, operationsOf(step, table))
    void invalidate(queryClient, databaseTables.rows)
    return take({ table, rows }, group, outcome)
  } catch (error) {
    return fail(rows, group, () => failureOf(error))
  }
}

function stepOf({ table, rows }: Place, group: Group): StagedRows {
  const changes = group.map(({ typed, isDefault, ...edit }) => ({
    ...edit,
    keyedBy: edit.keyedBy ?? table.key,
    value: isDefault === true ? undefined : typed,
    seen: rows.edits.rowOf(edit.key) ?? edit.seen ?? [],
  }))
  return withCells([], changes)
}

type Outcome = Awaited<ReturnType<ChangeQueue['sendNow']>>

function take({ table, rows }: Place, group: Group, outcome: Outcome): boolean {
  if (outcome.outcome === 'refused') {
    const { message, hint, detail } = outcome
    return fail(rows, group, () => ({ message, hint, detail }))
  }
  if (outcome.outcome === 'conflict') return fail(rows, group, conflictsOf(table, outcome))
  forget(rows, group)
  if (outcome.outcome === 'kept') {
    const way = outcome.isSignedOut ? signInAgain : undefined
    notify.error(`The edits are kept. ${outcome.message}`, way)
    return true
  }
  const [result] = outcome.results ?? []
  const stored = result !== undefined && 'row' in result ? result.row : undefined
  const [name, keyOf] = [cursorOf(group[0]?.key ?? []), keyReader(table)]
  if (stored !== undefined)
    rows.store.change((row) => (cursorOf(keyOf(row) ?? []) === name ? stored : row))
  if (stored === undefined || outcome.cascaded > 0) rows.store.reread()
  rows.undo.say(outcome.history_id, outcome.repeated === true ? 'It was saved before' : 'Saved')
  return true
}

type Failure = NonNullable<CellEdit['failure']>

/** What was typed into a cell meanwhile is another edit, and stays as it is. */
function fail(
  { edits }: Place['rows'],
  group: Group,
  failureFor: (edit: CellEdit) => Failure | undefined,
): false {
  edits.changeRefused((all) =>
    group.reduce((left, edit) => {
      const failure = failureFor(edit)
      const isThere = failure !== undefined && editOf(left, edit) === edit
      return isThere ? withEdit(left, { ...edit, failure }) : left
    }, all),
  )
  const [failure] = group.flatMap((edit) => failureFor(edit) ?? [])
  if (failure !== undefined) notify.error(`Nothing was stored: ${refusalText(failure)}`)
  return false
}

const forget = ({ edits }: Place['rows'], group: Group): void =>
  edits.changeRefused((all) => group.reduce(withoutThis, all))

type Conflict = Extract<SaveOutcome, { outcome: 'conflict' }>

/** Of the cells that somebody else has changed; nothing is known anew of the others. */
function conflictsOf(table: TableDetail, { conflicts }: Conflict) {
  const current = conflicts[0]?.current ?? null
  return ({ column, previous }: CellEdit): Failure | undefined => {
    if (current === null) return { message: goneText(table), conflict: { isGone: true } }
    const now = current[table.columns.findIndex(({ name }) => name === column)] ?? null
    return now === previous
      ? undefined
      : { message: 'This row was changed meanwhile', conflict: { current: now } }
  }
}
