import { useEffect, useState, useSyncExternalStore } from 'react'

import { notify } from '../../../lib/browser/toast.ts'
import { type Pasted, pastedIn, takeEarlyPaste } from './early-paste.ts'

/** A request for an import, and its origin. */
export type ImportRequest = {
  /** A file or pasted text; without one the panel asks for it. */
  file?: File | undefined
  /** The table that the rows go into; without one a new table is made. */
  tableId?: number | undefined
}

let request: ImportRequest | null = null
/** Whether an import was requested since the page was loaded: it may still run. */
let wasRequested = false
const watchers = new Set<() => void>()

function change(next: ImportRequest | null) {
  request = next
  wasRequested = true
  for (const watcher of watchers) watcher()
}

/** Opens the panel for importing; its code is loaded by then at the latest. */
export const requestImport = (next: ImportRequest): void => change(next)

export const closeImport = (): void => change(null)

const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

export const useImportRequest = () => useSyncExternalStore(subscribe, () => request)

export const wasImportRequested = (): boolean => wasRequested

type Shown = {
  tableId: number
  refresh: () => void
  /** Why imports are disabled; undefined when they are not. */
  refused: string | undefined
}

let shown: Shown | null = null

/**
 * Reloads displayed rows after an import of any origin, and ignores dropped files when imports are
 * disabled.
 */
export function useImportedRows({ tableId, refresh, refused }: Shown): void {
  useEffect(() => {
    const own = { tableId, refresh, refused }
    shown = own
    return () => {
      if (shown === own) shown = null
    }
  })
}

/** Reads the rows of a table again; false when it is not the one on the screen. */
export function refreshRows(tableId: number | null): boolean {
  if (shown === null || shown.tableId !== tableId) return false
  shown.refresh()
  return true
}

/** Clipboard text as a file, so that all sources are handled alike. */
export const pastedFile = (text: string): File =>
  new File([text], 'Pasted rows', { type: 'text/plain' })

const carriesFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true

/** Elements that handle a paste themselves: fields and overlays. */
const ownPastes = 'input, textarea, select, [contenteditable], [role="dialog"]'

const pastedRows = ({ target, text, file }: Pasted): File | undefined => {
  if (target instanceof Element && target.closest(ownPastes) !== null) return undefined
  return file ?? (text.trim().includes('\n') ? pastedFile(text) : undefined)
}

/**
 * Imports a file that is dropped anywhere on the page, and rows that are pasted outside of other
 * targets. Returns whether a file is dragged over the page.
 */
export function useDroppedFiles(tableId: number | undefined): boolean {
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (!carriesFile(event)) return
      event.preventDefault()
      setIsHeld(true)
    }
    const onLeave = (event: DragEvent) => {
      // Between two elements of the page there is always one that is entered.
      if (event.relatedTarget === null) setIsHeld(false)
    }
    const take = (file: File) => {
      const refused = shown?.tableId === tableId ? shown?.refused : undefined
      if (request === null && refused !== undefined) return notify.info(refused)
      // An open panel takes it.
      requestImport({ ...(request ?? { tableId }), file })
    }
    const restore = (event: Event, file: File | undefined) => {
      if (file === undefined || event.defaultPrevented) return
      event.preventDefault()
      take(file)
    }
    const onDrop = (event: DragEvent) => {
      setIsHeld(false)
      restore(event, event.dataTransfer?.files[0])
    }
    const onPaste = (event: ClipboardEvent) => restore(event, pastedRows(pastedIn(event)))
    const deleted = new AbortController()
    const { signal } = deleted
    window.addEventListener('dragover', onOver, { signal })
    window.addEventListener('dragleave', onLeave, { signal })
    window.addEventListener('drop', onDrop, { signal })
    window.addEventListener('paste', onPaste, { signal })
    const early = takeEarlyPaste()
    const rows = early && pastedRows(early)
    if (rows !== undefined) take(rows)
    return () => deleted.abort()
  }, [tableId])
  return isHeld
}
