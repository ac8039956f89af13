import { databaseTableChanges as routes } from '@basalt/contract/database/table-changes'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'

import { notify } from '../../../lib/browser/toast.ts'
import { call } from '../../../lib/network/api.ts'
import { profileQuery } from '../../../lib/session/account.ts'
import { invalidateTables } from '../../../product/invalidate-tables.ts'
import { undoChange } from '../../../product/row-changes/undo-change.ts'
import { getQueue } from '../tables/table-queue.ts'
import type { PreviewedChange } from './use-table-preview.ts'

type Saved = {
  id: number
  /** The id of the change in the history, if it can be undone. */
  historyId: string | null
}

/** Stores a new table or a change of one, and answers its id. */
export function useSaveTable(ref: string, onSaved: (id: number) => void) {
  const client = useQueryClient()
  const undoButton = (id: string) => ({
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
      if (change.action === 'alter') followRenames(client, { ref, id }, change.design)
      await invalidateTables(client)
      notify.success(
        change.action === 'create' ? `Created ${change.design.name}` : 'Table updated',
        historyId === null ? undefined : undoButton(historyId),
      )
      onSaved(id)
    },
  })
}

type Scope = { ref: string; id: number }
type Design = Extract<PreviewedChange, { action: 'alter' }>['design']

/** Edits that wait for the table go into the columns that they were made in. */
function followRenames(client: QueryClient, { ref, id }: Scope, { columns }: Design): void {
  const renamed = columns.flatMap(({ was, name }) =>
    was === null || was === name ? [] : [[was, name] as const],
  )
  if (renamed.length === 0) return
  const user = client.getQueryData(profileQuery().queryKey)?.id ?? 'install'
  getQueue({ user, ref, table: { id } }).rename(new Map(renamed))
}
