import type { MadeTable } from '@basalt/contract/database/history'
import { useRouter } from '@tanstack/react-router'

import { notify } from '../../../lib/browser/toast.ts'
import { toLocation } from '../../../lib/location.ts'
import { paths } from '../../../lib/paths.ts'
import { closeTab } from '../tabs/close-tab.ts'
import { useUndoButton } from '../trash/use-restore.ts'

/** Navigates away from a table that was dropped with its import, as after dropping it. */
export function useTableDeleted(projectRef: string) {
  const router = useRouter()
  const undoButton = useUndoButton(projectRef)
  return async ({ id, name, trash_id: trashId }: MadeTable): Promise<void> => {
    const next = closeTab(projectRef, id)
    notify.success(
      `Undone: ${name} and its rows moved to the trash`,
      trashId === null ? undefined : undoButton(trashId),
    )
    // A user who has moved on is not navigated.
    const isShown = router.state.location.pathname === paths.table(projectRef, id)
    if (isShown) await router.navigate(toLocation(next))
  }
}
