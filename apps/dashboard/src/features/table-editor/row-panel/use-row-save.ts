import { databaseTables, type RowOperation } from '@basalt/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

import { invalidate } from '../../../lib/api.ts'
import { newUuid } from '../../../lib/cell-editor/uuid-text.ts'
import { saveRows } from '../../../lib/row-changes/save-rows.ts'
import type { Setting } from '../../../lib/storage.ts'

/**
 * Stores one row. When the answer is lost the same change is sent again under the same name,
 * so that it is never done twice; the name outlives the page, as what was typed does.
 */
export function useRowSave(ref: string, kept: Setting<string | undefined>) {
  const client = useQueryClient()
  const sent = useRef(readSent(kept.get()))
  return useMutation({
    mutationFn: async (operation: RowOperation) => {
      const text = JSON.stringify(operation)
      if (sent.current?.text !== text) sent.current = { id: newUuid('random'), text }
      kept.set(JSON.stringify(sent.current))
      const outcome = await saveRows(ref, sent.current.id, [operation])
      sent.current = undefined
      kept.remove()
      return outcome
    },
    onSuccess: (outcome) => {
      if (outcome.outcome === 'saved') void invalidate(client, databaseTables.rows)
    },
  })
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
