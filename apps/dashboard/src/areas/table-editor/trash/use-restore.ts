import { databaseTableChanges as routes } from '@basalt/contract/database/table-changes'
import type { SentTo } from '@basalt/contract/route'
import { useQueryClient } from '@tanstack/react-query'

import { notify } from '../../../lib/browser/toast.ts'
import { useGo } from '../../../lib/browser/use-go.ts'
import { call } from '../../../lib/network/api.ts'
import { paths } from '../../../lib/paths.ts'
import { invalidateTables } from '../../../product/invalidate-tables.ts'

/** Restores a table from the trash, names the parts that were not restored, and opens it. */
export function useRestore(projectRef: string) {
  const client = useQueryClient()
  const go = useGo()
  return async (trashId: string, body: SentTo<typeof routes.restore>['body']): Promise<void> => {
    const params = { ref: projectRef, id: trashId }
    const { id, name, left_out } = await call(routes.restore, { params, body })
    notify.success(`${name} restored`)
    for (const one of left_out) notify.info(`Restored with differences: ${one}`)
    await invalidateTables(client)
    go(paths.table(projectRef, id))
  }
}

/** The toast action after dropping a table: restores it, or shows why it stays in the trash. */
export function useUndoButton(projectRef: string) {
  const bringBack = useRestore(projectRef)
  return (trashId: string) => ({
    label: 'Restore',
    run: () => void bringBack(trashId, {}).catch((error: Error) => notify.error(error.message)),
  })
}
