import { type ReactNode, useState } from 'react'

import { useGo } from '../../../lib/browser/use-go.ts'
import { paths } from '../../../lib/paths.ts'
import { late } from '../../../ui/late.tsx'
import { closeRuns, getRunsId, getTransaction } from '../runs/open-runs.ts'
import { closeTab, type OpenSnippetTab } from './open-snippets.ts'

const CloseDialog = late(async () => (await import('./CloseDialog.tsx')).CloseDialog)

type Scope = { projectRef: string; currentId: string; tabs: readonly OpenSnippetTab[] }

/** Tabs to be closed, and the transactions that would end with them. */
export type Closing = { ids: readonly string[]; losing: readonly LostTransaction[] }

export type LostTransaction = { id: string; name: string; kind: 'held' | 'open' }

/** Closes tabs. A tab with an open transaction needs a confirmation. */
export function useClosing({ projectRef, currentId, tabs }: Scope) {
  const [requested, setRequested] = useState<Closing>()
  const go = useGo()

  function closeNow(ids: readonly string[]) {
    let next: string | undefined
    for (const id of ids) {
      next = closeTab(projectRef, id)
      clearRuns(projectRef, id)
    }
    if (ids.includes(currentId)) go(paths.sql(projectRef, next))
  }
  function close(ids: readonly string[]) {
    const losing = tabs
      .filter(({ id }) => ids.includes(id))
      .flatMap(({ id, name }): LostTransaction[] => {
        const kind = getTransaction(projectRef, getRunsId(projectRef, id))
        return kind === undefined ? [] : [{ id, name, kind }]
      })
    if (losing.length === 0) closeNow(ids)
    else setRequested({ ids, losing })
  }

  const dialog: ReactNode = requested !== undefined && (
    <CloseDialog
      closing={requested}
      onKeep={() => setRequested(undefined)}
      onClose={() => {
        setRequested(undefined)
        closeNow(requested.ids)
      }}
    />
  )
  return {
    close: (id: string) => close([id]),
    closeOthers: () => close(tabs.map(({ id }) => id).filter((id) => id !== currentId)),
    dialog,
  }
}

/** Their state is discarded; an unreachable server expires the session itself. */
const clearRuns = (projectRef: string, id: string): void =>
  void closeRuns(projectRef, getRunsId(projectRef, id)).catch(() => {})
