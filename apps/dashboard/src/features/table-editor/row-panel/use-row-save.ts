import { databaseTables, type RowOperation } from '@basalt/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

import { invalidate } from '../../../lib/api.ts'
import { newUuid } from '../editors/uuid-text.ts'
import { saveRows } from '../save-rows.ts'

/**
 * Stores one row. When the answer is lost the same change is sent again under the same name,
 * so that it is never done twice.
 */
export function useRowSave(ref: string) {
  const client = useQueryClient()
  const sent = useRef<{ id: string; text: string }>(undefined)
  return useMutation({
    mutationFn: async (operation: RowOperation) => {
      const text = JSON.stringify(operation)
      if (sent.current?.text !== text) sent.current = { id: newUuid('random'), text }
      const outcome = await saveRows(ref, sent.current.id, [operation])
      sent.current = undefined
      return outcome
    },
    onSuccess: (outcome) => {
      if (outcome.outcome === 'saved') void invalidate(client, databaseTables.rows)
    },
  })
}
