import { databaseTableChanges as routes } from '@basalt/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'
import { forgetTables } from '../../../lib/forget-tables.ts'
import { notify } from '../../../ui/toast.ts'
import type { PreviewedChange } from './SqlPreview.tsx'

/** Stores a new table or a change of one, and answers its id. */
export function useSaveTable(ref: string, onSaved: (id: number) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: PreviewedChange): Promise<number> => {
      if (change.action === 'create') {
        return (await call(routes.create, { params: { ref }, body: change })).id
      }
      if (change.action === 'index') return change.table_id
      return (await call(routes.change, { params: { ref }, body: change })).id ?? change.table_id
    },
    onSuccess: async (id, change) => {
      await forgetTables(client)
      notify.success(
        change.action === 'create' ? `Created ${change.design.name}` : 'The table was changed',
      )
      onSaved(id)
    },
  })
}
