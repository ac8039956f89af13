import { databaseTableChanges as routes, databaseTables } from '@basalt/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'

import { call, invalidate } from '../../../lib/api.ts'
import { notify } from '../../../ui/toast.ts'
import type { PreviewedChange } from './SqlPreview.tsx'

/** What is shown of tables may be another thing after one of them changed. */
export const forgetTables = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    invalidate(client, databaseTables.list),
    invalidate(client, databaseTables.detail),
    invalidate(client, databaseTables.rows),
    invalidate(client, databaseTables.count),
    invalidate(client, databaseTables.plan),
    invalidate(client, routes.types),
    invalidate(client, routes.trash),
  ])

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
