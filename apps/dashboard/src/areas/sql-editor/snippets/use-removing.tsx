import { homeBlocks } from '@basalt/contract/project/home-blocks'
import type { SnippetSummary } from '@basalt/contract/project/snippets'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { notify } from '../../../lib/browser/toast.ts'
import { useGo, useReplaceUrl } from '../../../lib/browser/use-go.ts'
import { call } from '../../../lib/network/api.ts'
import { paths } from '../../../lib/paths.ts'
import { profileQuery } from '../../../lib/session/account.ts'
import { late } from '../../../ui/late.tsx'
import { closeRuns, isRunning, getOwner, transactionNow } from '../runs/open-runs.ts'
import { closeTab } from './open-snippets.ts'
import { useRemoveSnippet, useRestoreSnippet } from './queries.ts'

const RemoveDialog = late(async () => (await import('./RemoveDialog.tsx')).RemoveDialog)

/** A query to be deleted, and everything that ends with it. */
export type Removal = {
  snippet: SnippetSummary
  transaction: 'held' | 'open' | undefined
  /** A run that is under way is cancelled. */
  isRunning: boolean
  /** Titles of its blocks on the project home. */
  blocks: readonly string[]
}

/** Deletes at once, with undo in the toast; asks first when something else ends, too. */
export function useRemoving(projectRef: string, currentId: string) {
  const [requested, setRequested] = useState<Removal>()
  const client = useQueryClient()
  const removeNow = useRemovingNow(projectRef, currentId)

  async function remove(snippet: SnippetSummary) {
    const user = getOwner(client.getQueryData(profileQuery().queryKey)?.id)
    const [transaction, blocks] = await Promise.all([
      transactionNow({ user, ref: projectRef, id: snippet.id }),
      listBlocks(projectRef, snippet.id),
    ])
    const runs = isRunning(projectRef, snippet.id)
    const isAlone = transaction === undefined && !runs && blocks.length === 0
    if (isAlone) removeNow(snippet)
    else setRequested({ snippet, transaction, isRunning: runs, blocks })
  }

  /** For a place that waits for its code. */
  const dialog: ReactNode = requested !== undefined && (
    <RemoveDialog
      removal={requested}
      onKeep={() => setRequested(undefined)}
      onRemove={() => {
        setRequested(undefined)
        removeNow(requested.snippet)
      }}
    />
  )
  return { remove: (snippet: SnippetSummary) => void remove(snippet), dialog }
}

function useRemovingNow(projectRef: string, currentId: string) {
  const go = useGo()
  const replaceUrl = useReplaceUrl()
  const remove = useRemoveSnippet(projectRef)
  const restore = useRestoreSnippet(projectRef)
  return ({ id, name }: SnippetSummary) => {
    const isCurrent = id === currentId
    const bringBack = () =>
      restore.mutate(id, {
        onSuccess: () => isCurrent && go(paths.sql(projectRef, id)),
        onError: tell,
      })
    remove.mutate(id, {
      onSuccess: () => {
        const next = closeTab(projectRef, id)
        void closeRuns(projectRef, id).catch(() => {})
        if (isCurrent) replaceUrl(paths.sql(projectRef, next))
        notify.info(`“${name}” deleted`, { label: 'Undo', run: bringBack })
      },
      onError: tell,
    })
  }
}

const tell = (error: Error) => notify.error(error.message)

/** Without access to the project home, or a connection, its blocks are not mentioned. */
async function listBlocks(ref: string, id: string): Promise<string[]> {
  try {
    const blocks = await call(homeBlocks.list, { params: { ref } })
    return blocks.flatMap(({ snippet, title }) => (snippet.id === id ? [title] : []))
  } catch {
    return []
  }
}
