import { useEffect, useState, useSyncExternalStore } from 'react'

import { notify } from '../../../lib/browser/toast.ts'
import { type Pasted, pastedIn, takeEarlyPaste } from './early-paste.ts'

/** What somebody wants to be imported, and where it was asked for. */
export type ImportRequest = {
  /** A file or pasted text; without one the panel asks for it. */
  file?: File | undefined
  /** The table that the rows go into; without one a new table is made. */
  tableId?: number | undefined
}

let request: ImportRequest | null = null
/** Whether anything was imported since the page was loaded: it may go on. */
let wasRequested = false
const watchers = new Set<() => void>()

function change(next: ImportRequest | null) {
  request = next
  wasRequested = true
  for (const watcher of watchers) watcher()
}

/** Opens the panel for importing; its code is loaded by then at the latest. */
export const requestImport = (wanted: ImportRequest): void => change(wanted)

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
  /** Why nothing is imported into it; undefined where it is. */
  refused: string | undefined
}

let shown: Shown | null = null

/**
 * Lets the rows on the screen be read again when some were imported, however that began, and
 * lets none be brought where none may be imported.
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

/** Text from the clipboard as a file, so that rows come the same way from anywhere. */
export const pastedFile = (text: string): File =>
  new File([text], 'Pasted rows', { type: 'text/plain' })

const carriesFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true

/** Where a paste means something else: fields and what is in front of the page. */
const ownPastes = 'input, textarea, select, [contenteditable], [role="dialog"]'

const pastedRows = ({ target, text, file }: Pasted): File | undefined => {
  if (target instanceof Element && target.closest(ownPastes) !== null) return undefined
  return file ?? (text.trim().includes('\n') ? pastedFile(text) : undefined)
}

/**
 * A file that is dropped anywhere on the page is to be imported, and so are rows that are
 * pasted where nothing else takes them. Answers whether a file is held above the page.
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
      // A panel that is open already takes it.
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
