import { ApiError, databaseHistory, databaseTables, type UndoOutcome } from '@basalt/contract'
import type { QueryClient } from '@tanstack/react-query'

import { notify } from '../../ui/toast.ts'
import { call, invalidate } from '../api.ts'
import { forgetTables } from '../forget-tables.ts'
import { plural } from '../format.ts'

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
}

/** Undoes a change; conflicts are left to whoever shows them. */
export async function requestUndo(
  client: QueryClient,
  { ref, id, undo, isDesign = false }: Change & { undo: string },
  decision: Decision = {},
): Promise<UndoOutcome> {
  const asked = call(databaseHistory.undo, {
    params: { ref, id },
    body: { id: undo, resolutions: {}, ...decision },
  })
  // What is refused is so because the table is another one by now.
  const outcome = await (isDesign ? asked.finally(() => forgetTables(client)) : asked)
  await Promise.all([
    invalidate(client, databaseHistory.list),
    ...(isDesign ? [] : [invalidate(client, databaseTables.rows)]),
  ])
  return outcome
}

/** Rows that foreign keys took along, maybe of other tables, are not taken unsaid. */
export function sayUndone({ cascaded }: { cascaded: number }, words: string): void {
  const others = `Foreign keys deleted or changed ${plural(cascaded, 'row')} with it.`
  notify.success(cascaded === 0 ? words : `${words}. ${others}`)
}

type Undoing = Change & {
  /** The id of the undo itself, which does the change again when it is undone. */
  undo?: string
  /** The change is an undo itself. */
  isRedo?: boolean
}

/** Undoes a change and says what became of it; what is over can be undone no more. */
export async function undoChange(
  client: QueryClient,
  { undo = crypto.randomUUID(), isRedo = false, ...change }: Undoing,
): Promise<'undone' | 'disputed' | 'over' | 'failed'> {
  try {
    const outcome = await requestUndo(client, { ...change, undo })
    if (outcome.outcome === 'conflict') return 'disputed'
    if (outcome.outcome === 'refused') {
      notify.error(`It could not be undone: ${outcome.message}`)
      return 'failed'
    }
    sayUndone(outcome, isRedo ? 'Redone' : 'Undone')
    return 'undone'
  } catch (error) {
    notify.error(error instanceof Error ? error.message : String(error))
    // Undone elsewhere, say: another try would be told the same.
    return error instanceof ApiError && error.code === 400 ? 'over' : 'failed'
  }
}
