import {
  databaseHistory,
  type MadeTable,
  type UndoOutcome,
} from '@basalt/contract/database/history'
import { ApiError } from '@basalt/contract/errors'
import type { QueryClient } from '@tanstack/react-query'

import { notify, toastStore } from '../../lib/browser/toast.ts'
import { plural } from '../../lib/format/format.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { invalidateRows, invalidateTables } from '../invalidate-tables.ts'
import { refusalText } from './refusal-text.ts'

export type Resolutions = Record<string, 'restore' | 'skip'>

export type Decision = {
  resolutions?: Resolutions
  /** Imported rows that were changed since are left. */
  leaves_changed?: boolean
}

type Change = {
  ref: string
  id: string
  /** It changed the table itself. */
  isDesign?: boolean
  /** Leaves the page of a table that undoing its import dropped, and reports it. */
  onTableDeleted?: ((table: MadeTable) => Promise<void>) | undefined
}

/** Removes other offers to undo it: they would be refused, or undo it twice. */
function removeToast(change: string): void {
  for (const { id, action } of toastStore.get()) {
    if (action?.undoes === change) toastStore.dismiss(id)
  }
}

/** The table that was moved to the trash with the rows of its import. */
export function tableDeleted(outcome: UndoOutcome): MadeTable | undefined {
  const created = outcome.outcome === 'saved' ? outcome.made_table : undefined
  return created?.trash_id === null ? undefined : created
}

/** Undoes a change; the caller handles conflicts. */
export async function requestUndo(
  client: QueryClient,
  { ref, id, undo, isDesign = false, onTableDeleted }: Change & { undo: string },
  decision: Decision = {},
): Promise<UndoOutcome> {
  removeToast(id)
  const requested = call(databaseHistory.undo, {
    params: { ref, id },
    body: { id: undo, resolutions: {}, ...decision },
  })
  // A refusal means that the table has changed.
  const outcome = await (isDesign ? requested.finally(() => invalidateTables(client)) : requested)
  const deleted = tableDeleted(outcome)
  // Its page is left first, so that it does not report a missing table.
  if (deleted !== undefined) {
    await onTableDeleted?.(deleted)
    await invalidateTables(client)
  }
  await Promise.all([
    invalidate(client, databaseHistory.list),
    ...(isDesign ? [] : [invalidateRows(client)]),
  ])
  return outcome
}

type Saved = { cascaded: number; made_table?: MadeTable | undefined }

export type Undone = Extract<UndoOutcome, { outcome: 'saved' }>

/**
 * Reports cascaded rows, maybe of other tables, and a table that would have been dropped with its
 * import.
 */
export function announceUndone({ cascaded, made_table: created }: Saved, words: string): void {
  const others = `Foreign keys also deleted or changed ${plural(cascaded, 'row')}.`
  const said = cascaded === 0 ? words : `${words}. ${others}`
  const stays = created?.stays_because ?? null
  notify.success(stays === null ? said : `${words}. The table ${created?.name} was kept: ${stays}.`)
}

type Undoing = Change & {
  /** The id of the undo itself, which does the change again when it is undone. */
  undo?: string
  /** The change is an undo itself. */
  isRedo?: boolean
  /** Called with the restored rows. */
  onUndone?: (undone: Undone) => void
}

/** Undoes a change and reports the result; afterwards it is no longer offered. */
export async function undoChange(
  client: QueryClient,
  { undo = crypto.randomUUID(), isRedo = false, onUndone, ...change }: Undoing,
): Promise<'undone' | 'table deleted' | 'disputed' | 'over' | 'failed'> {
  try {
    const outcome = await requestUndo(client, { ...change, undo })
    if (outcome.outcome === 'conflict') return 'disputed'
    if (outcome.outcome === 'refused') {
      notify.error(`Undo failed: ${refusalText(outcome)}`)
      return 'failed'
    }
    if (tableDeleted(outcome) !== undefined) return 'table deleted'
    onUndone?.(outcome)
    announceUndone(outcome, isRedo ? 'Redone' : 'Undone')
    return 'undone'
  } catch (error) {
    notify.error(error instanceof Error ? error.message : String(error))
    // It was undone elsewhere, for example: another try would fail again.
    return error instanceof ApiError && error.code === 400 ? 'over' : 'failed'
  }
}
