import {
  databaseTableChanges as routes,
  type DroppedTable,
} from '@basalt/contract/database/table-changes'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useDenied } from '../../../lib/access/access.tsx'
import { notify } from '../../../lib/browser/toast.ts'
import { formatBytes } from '../../../lib/format/format-bytes.ts'
import { call } from '../../../lib/network/api.ts'
import { invalidateTables } from '../../../product/invalidate-tables.ts'
import { useRestore } from './use-restore.ts'

export type TrashActions = ReturnType<typeof useTrashActions>

/** Restores tables from the trash, under a name that is free, and deletes them permanently. */
export function useTrashActions(projectRef: string, onRestored: () => void) {
  const client = useQueryClient()
  const bringBack = useRestore(projectRef)
  const restore = useMutation({
    mutationFn: ({ entry, name }: { entry: DroppedTable; name: string }) =>
      bringBack(entry.id, { name }),
    onSuccess: onRestored,
  })
  const remove = useMutation({
    mutationFn: ({ id }: DroppedTable) => call(routes.empty, { params: { ref: projectRef, id } }),
    onSuccess: async ({ freed_bytes: freed }, { name }) => {
      notify.success(`Deleted ${name}: ${formatBytes(freed)} freed`)
      await invalidateTables(client)
    },
  })
  return { denied: useDenied(routes.restore, 'change tables'), restore, remove }
}
