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
 * Stores one row. When the answer is lost the same change is sent again under the same name,
 * so that it is never done twice; the name outlives the page, as what was typed does. A row that
 * was corrected meanwhile is asked about first: where it was inserted it is changed, not doubled.
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

  /** The outcome of what was sent before, with the correction in it; undefined where it failed. */
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
  /** `forget` once what was typed is discarded: what is typed then is another row. */
  return { save: saving.mutateAsync, isPending: saving.isPending, forget: discard }
}

/** What this browser wrote itself; anything else was not sent. */
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
