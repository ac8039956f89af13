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
  /** Leads away from a table that went with the import that had made it, and says so. */
  onGone?: ((table: MadeTable) => Promise<void>) | undefined
}

/** What is undone is offered to be undone nowhere else: it would be refused, or undo it twice. */
function removeToast(change: string): void {
  for (const { id, action } of toastStore.get()) {
    if (action?.undoes === change) toastStore.dismiss(id)
  }
}

/** The table that went into the trash with the rows of its import. */
export function tableDeleted(outcome: UndoOutcome): MadeTable | undefined {
  const created = outcome.outcome === 'saved' ? outcome.made_table : undefined
  return created?.trash_id === null ? undefined : created
}

/** Undoes a change; conflicts are left to whoever shows them. */
export async function requestUndo(
  client: QueryClient,
  { ref, id, undo, isDesign = false, onGone }: Change & { undo: string },
  decision: Decision = {},
): Promise<UndoOutcome> {
  removeToast(id)
  const requested = call(databaseHistory.undo, {
    params: { ref, id },
    body: { id: undo, resolutions: {}, ...decision },
  })
  // What is refused is so because the table is another one by now.
  const outcome = await (isDesign ? requested.finally(() => invalidateTables(client)) : requested)
  const gone = tableDeleted(outcome)
  // What is shown of it is left first: nobody is told that a table which is gone cannot be read.
  if (gone !== undefined) {
    await onGone?.(gone)
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
 * Rows that foreign keys took along, maybe of other tables, are not taken unsaid, nor is a table
 * left unsaid that would have gone with its import.
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
  /** Told what was put back. */
  onUndone?: (undone: Undone) => void
}

/** Undoes a change and says what became of it; what is over can be undone no more. */
export async function undoChange(
  client: QueryClient,
  { undo = crypto.randomUUID(), isRedo = false, onUndone, ...change }: Undoing,
): Promise<'undone' | 'gone' | 'disputed' | 'over' | 'failed'> {
  try {
    const outcome = await requestUndo(client, { ...change, undo })
    if (outcome.outcome === 'conflict') return 'disputed'
    if (outcome.outcome === 'refused') {
      notify.error(`Undo failed: ${refusalText(outcome)}`)
      return 'failed'
    }
    if (tableDeleted(outcome) !== undefined) return 'gone'
    onUndone?.(outcome)
    announceUndone(outcome, isRedo ? 'Redone' : 'Undone')
    return 'undone'
  } catch (error) {
    notify.error(error instanceof Error ? error.message : String(error))
    // Undone elsewhere, say: another try would be told the same.
    return error instanceof ApiError && error.code === 400 ? 'over' : 'failed'
  }
}
