import type { SaveOutcome } from '@basalt/contract/database/changes'
import { databaseTables, type TableDetail } from '@basalt/contract/database/tables'
import type { RowOperation } from '@basalt/pg-model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

import { notify } from '../../../lib/browser/toast.ts'
import { invalidate } from '../../../lib/network/api.ts'
import type { Setting } from '../../../lib/storage/storage.ts'
import { newUuid } from '../../../product/cell-editor/uuid-text.ts'
import { saveRows } from '../../../product/row-changes/save-rows.ts'
import { getCorrection, insertedRow } from './corrected-row.ts'

type Scope = { ref: string; table: TableDetail }

/**
 * Saves one row. After a lost response the same change is sent again with the same id, which makes
 * it idempotent; the id survives the page, like the edits. For a row that was corrected since, the
 * pending insert is resolved first: if it was saved, the row is updated, not duplicated.
 */
export function useRowSave({ ref, table }: Scope, kept: Setting<string | undefined>) {
  const client = useQueryClient()
  const sent = useRef(readSent(kept.get()))

  async function send(operation: RowOperation): Promise<SaveOutcome> {
    const text = JSON.stringify(operation)
    if (sent.current?.text !== text) sent.current = { id: newUuid('random'), text }
    kept.set(JSON.stringify(sent.current))
    const outcome = await saveRows(ref, sent.current.id, [operation])
    discard()
    return outcome
  }
  function discard() {
    sent.current = undefined
    kept.remove()
  }

  /** The outcome of the pending save, with the correction; undefined when it failed. */
  async function corrected(target: RowOperation): Promise<SaveOutcome | undefined> {
    const before = sent.current === undefined ? undefined : readOperation(sent.current.text)
    if (before?.op !== 'insert' || target.op !== 'insert') return undefined
    const first = await send(before)
    if (first.outcome !== 'saved') return undefined
    const stored = insertedRow(first)
    const correction = stored && getCorrection(table, stored, { sent: before, target })
    if (correction === null) return first
    const outcome = correction && (await send(correction).catch(() => undefined))
    if (outcome?.outcome === 'saved') return outcome
    discard()
    notify.error(
      'The row was already inserted with the values sent first. Correct it in the table.',
    )
    return first
  }

  const saving = useMutation({
    mutationFn: async (operation: RowOperation) => {
      const isOther = sent.current !== undefined && sent.current.text !== JSON.stringify(operation)
      return (isOther ? await corrected(operation) : undefined) ?? send(operation)
    },
    onSuccess: (outcome) => {
      if (outcome.outcome === 'saved') void invalidate(client, databaseTables.rows)
    },
  })
  /** `forget` once the edits are discarded: later edits belong to another row. */
  return { save: saving.mutateAsync, isPending: saving.isPending, forget: discard }
}

/** Accepts only text that this browser wrote itself. */
function readSent(text: string | undefined): { id: string; text: string } | undefined {
  try {
    const sent = JSON.parse(text ?? 'null') as { id?: unknown; text?: unknown } | null
    const { id, text: operation } = sent ?? {}
    return typeof id === 'string' && typeof operation === 'string'
      ? { id, text: operation }
      : undefined
  } catch {
    return undefined
  }
}

function readOperation(text: string): RowOperation | undefined {
  try {
    return JSON.parse(text) as RowOperation
  } catch {
    return undefined
  }
}
