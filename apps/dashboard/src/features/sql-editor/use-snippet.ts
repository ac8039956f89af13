import { ApiError, type Snippet } from '@basalt/contract'
import { useEffect, useState } from 'react'

import { paths } from '../../lib/paths.ts'
import { storage } from '../../lib/storage.ts'
import { useGo } from '../../lib/use-go.ts'
import { notify } from '../../ui/toast.ts'
import { readDraft, writeDraft } from './draft.ts'
import { useCreateSnippet, useUpdateSnippet } from './queries.ts'

const draftMs = 300

type Place = { projectRef: string; id: string; snippet: Snippet | null }

/**
 * The text of one query: what is saved, what is typed, and how to save it. What is typed
 * is kept in the browser at once, with the version that it changes, so that neither a
 * reload nor a crash loses it, and saving it later overwrites nobody's work.
 */
export function useSnippet({ projectRef, id, snippet }: Place) {
  const setting = storage.draft(projectRef, id)
  const [initial] = useState(() => readDraft(setting))
  const [base, setBase] = useState({
    sql: snippet?.sql ?? '',
    version: initial?.version ?? snippet?.version ?? null,
  })
  const [text, setText] = useState(initial?.text ?? base.sql)
  const keep = useDraftKeeper(projectRef, id)

  function change(next: string) {
    setText(next)
    keep({ text: next, version: base.version, isSaved: next === base.sql })
  }

  function settle(saved: Snippet) {
    setBase({ sql: saved.sql, version: saved.version })
    keep({ text: saved.sql, version: saved.version, isSaved: true })
  }

  const saving = useSaving({ projectRef, id, text, settle })
  return {
    ...saving,
    text,
    initialText: initial?.text ?? base.sql,
    isSaved: text === base.sql,
    change,
    save: () => {
      if (base.version !== null) saving.saveOver(base.version)
    },
    /** Takes what is saved by now instead of what was typed. */
    take: (saved: Snippet) => {
      saving.forgetError()
      setText(saved.sql)
      settle(saved)
    },
  }
}

type Saving = { projectRef: string; id: string; text: string; settle: (saved: Snippet) => void }

function useSaving({ projectRef, id, text, settle }: Saving) {
  const go = useGo()
  const create = useCreateSnippet(projectRef)
  const update = useUpdateSnippet(projectRef)

  return {
    saveAs: (name: string) =>
      create.mutate(
        { id: crypto.randomUUID(), name, sql: text },
        {
          onSuccess: (saved) => {
            settle(saved)
            storage.lastSnippet(projectRef).set(saved.id)
            notify.success('Query saved')
            go(paths.sql(projectRef, saved.id))
          },
        },
      ),
    saveOver: (version: number) =>
      update.mutate(
        { id, version, sql: text },
        {
          onSuccess: (saved) => {
            settle(saved)
            notify.success('Query saved')
          },
        },
      ),
    forgetError: () => update.reset(),
    isSaving: create.isPending || update.isPending,
    isConflict: update.error instanceof ApiError && update.error.kind === 'conflict',
    error: create.error ?? update.error,
  }
}

type Kept = { text: string; version: number | null; isSaved: boolean }

/** Keeps the draft in the browser, a moment after typing and before the page goes away. */
function useDraftKeeper(projectRef: string, id: string) {
  const [keeper] = useState(() => draftKeeper(projectRef, id))
  useEffect(() => {
    globalThis.addEventListener('pagehide', keeper.write)
    return () => {
      globalThis.removeEventListener('pagehide', keeper.write)
      keeper.write()
    }
  }, [keeper])
  return keeper.keep
}

function draftKeeper(projectRef: string, id: string) {
  let waiting: Kept | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const write = () => {
    clearTimeout(timer)
    const kept = waiting
    waiting = null
    if (kept === null) return
    const setting = storage.draft(projectRef, id)
    if (kept.isSaved) setting.remove()
    else writeDraft(setting, kept)
  }
  const keep = (kept: Kept) => {
    waiting = kept
    clearTimeout(timer)
    if (kept.isSaved) write()
    else timer = setTimeout(write, draftMs)
  }
  return { write, keep }
}
