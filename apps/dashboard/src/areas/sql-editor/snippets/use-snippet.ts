import { ApiError } from '@basalt/contract/errors'
import { type Snippet, snippets } from '@basalt/contract/project/snippets'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { useReplaceUrl } from '../../../lib/browser/use-go.ts'
import { call, invalidate } from '../../../lib/network/api.ts'
import { paths } from '../../../lib/paths.ts'
import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import { storage } from '../../../lib/storage/storage.ts'
import { snippetQuery } from '../../../product/snippets.ts'
import { readDraft } from './draft.ts'
import { useNewName } from './new-name.ts'
import { changeTabs, withSaved } from './open-snippets.ts'
import { SnippetSaver, type SnippetServer } from './snippet-saver.ts'

type Scope = {
  projectRef: string
  /** A new query has its id before it is saved. */
  id: string
  snippet: Snippet | null
  /** Whether the user may save it at all. */
  mayChange: boolean
  /** Shows a text that was not typed. */
  onReplaced: (text: string) => void
}

/** Savers at work: a query that is left while it is being saved is the same when it is shown again. */
const atWork = new Map<string, SnippetSaver>()

/**
 * The text of one query: the saved and the typed one, and how to save it. It saves itself unless
 * the user saves manually; see `SnippetSaver` for its guarantees.
 */
export function useSnippet(scope: Scope) {
  const { snippet, mayChange } = scope
  const saver = useSaver(scope)
  const outline = useSyncExternalStore(saver.subscribe, saver.getOutline)
  const [initialText] = useState(saver.text)
  useHost(saver, scope)
  useEffect(() => {
    if (snippet !== null) saver.seen(snippet)
  }, [saver, snippet])

  return {
    ...outline,
    initialText,
    text: saver.text,
    change: saver.change,
    save: () => {
      if (mayChange) void saver.save()
    },
    takeTheirs: saver.takeTheirs,
    saveOwn: () => void saver.saveOwn(),
    /** Shows another text, for example an earlier one, as a change of this one. */
    replace: (text: string) => {
      saver.change(text)
      scope.onReplaced(text)
    },
  }
}

export type OpenSnippet = ReturnType<typeof useSnippet>

function useSaver({ projectRef, id, snippet }: Scope): SnippetSaver {
  const server = useServer(projectRef, id)
  const [saver] = useState(() => {
    const key = `${projectRef} ${id}`
    const known = atWork.get(key)
    if (known !== undefined) return known
    const getDraft = (isNew: boolean) => storage.draft(projectRef, isNew ? 'new' : id)
    const sent = sqlStorage.sentDraft(projectRef, id)
    const made = new SnippetSaver({ server, snippet, getDraft, sent })
    atWork.set(key, made)
    return made
  })
  return saver
}

async function leave(key: string, saver: SnippetSaver): Promise<void> {
  await saver.leave()
  if (!saver.isConnected() && atWork.get(key) === saver) atWork.delete(key)
}

/** Informs the saver about this page, and when the page is hidden or left. */
function useHost(saver: SnippetSaver, { projectRef, id, mayChange, onReplaced }: Scope) {
  const replaceUrl = useReplaceUrl()
  const savesItself = useEffectEvent(() => mayChange && !sqlStorage.savesByHand.get())
  const replaced = useEffectEvent((text: string) => onReplaced(text))
  const created = useEffectEvent((snippet: Snippet) => {
    sqlStorage.newSnippet(projectRef).remove()
    changeTabs(projectRef, (tabs) => withSaved(tabs, snippet))
    replaceUrl(paths.sql(projectRef, snippet.id))
  })
  useEffect(() => {
    const key = `${projectRef} ${id}`
    atWork.set(key, saver)
    saver.connect({
      savesItself: () => savesItself(),
      onCreated: (snippet) => created(snippet),
      onReplaced: (text) => replaced(text),
    })
    const onHidden = () => {
      if (document.visibilityState === 'hidden') void saver.flush()
    }
    document.addEventListener('visibilitychange', onHidden)
    globalThis.addEventListener('pagehide', saver.keep)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      globalThis.removeEventListener('pagehide', saver.keep)
      void leave(key, saver)
    }
  }, [saver, projectRef, id])
}

/** The calls that save this query; their answers update all components. */
function useServer(ref: string, id: string): SnippetServer {
  const client = useQueryClient()
  const newName = useNewName(ref)
  const [server] = useState(() => {
    const { queryKey } = snippetQuery(ref, id)
    const keep = (stored: Snippet) => {
      client.setQueryData(queryKey, stored)
      void invalidate(client, snippets.list)
      void invalidate(client, snippets.versions)
      return stored
    }
    return {
      create: async (sql: string) => {
        const body = { id, name: await newName(id), sql }
        return keep(await call(snippets.create, { params: { ref }, body }))
      },
      update: async (body: Parameters<SnippetServer['update']>[0]) =>
        keep(await call(snippets.update, { params: { ref, id }, body })),
      read: async () => keep(await call(snippets.get, { params: { ref, id } })),
    }
  })
  return server
}

/** The text of this browser, when it differs from the saved one. */
export const shownText = (ref: string, id: string): string | undefined =>
  atWork.get(`${ref} ${id}`)?.text() ?? readDraft(storage.draft(ref, id))?.text

/** Why this person cannot save the query, or undefined. */
export function useSaveDenied(snippet: Snippet | null): string | undefined {
  const denied = useDenied(snippet === null ? snippets.create : snippets.update, 'save queries')
  if (denied !== undefined || snippet === null || snippet.may_change) return denied
  return 'Shared by someone else. Duplicate it to save your changes'
}

/** Whether a failure means that the query does not exist for this user. */
export const isDeleted = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 404 || error.code === 400)
