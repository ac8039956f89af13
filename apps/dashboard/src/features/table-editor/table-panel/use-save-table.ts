import { databaseTableChanges as routes } from '@basalt/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'
import { forgetTables } from '../../../lib/forget-tables.ts'
import { undoChange } from '../../../lib/row-changes/undo-change.ts'
import { notify } from '../../../ui/toast.ts'
import type { PreviewedChange } from './SqlPreview.tsx'

type Saved = {
  id: number
  /** Where a change of a table is kept, so that it can be undone. */
  historyId: string | null
}

/** Stores a new table or a change of one, and answers its id. */
export function useSaveTable(ref: string, onSaved: (id: number) => void) {
  const client = useQueryClient()
  const wayBack = (id: string) => ({
    label: 'Undo',
    run: () => void undoChange(client, { ref, id, isDesign: true }),
    undoes: id,
  })
  return useMutation({
    mutationFn: async (change: PreviewedChange): Promise<Saved> => {
      if (change.action === 'create') {
        const { id } = await call(routes.create, { params: { ref }, body: change })
        return { id, historyId: null }
      }
      if (change.action === 'index') return { id: change.table_id, historyId: null }
      const saved = await call(routes.change, { params: { ref }, body: change })
      return { id: saved.id ?? change.table_id, historyId: saved.history_id }
    },
    onSuccess: async ({ id, historyId }, change) => {
      await forgetTables(client)
      notify.success(
        change.action === 'create' ? `Created ${change.design.name}` : 'The table was changed',
        historyId === null ? undefined : wayBack(historyId),
      )
      onSaved(id)
    },
  })
}
