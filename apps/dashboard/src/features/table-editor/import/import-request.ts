import { useEffect, useSyncExternalStore } from 'react'

/** What somebody wants to be imported, and where it was asked for. */
export type ImportRequest = {
  /** A file or pasted text; without one the panel asks for it. */
  file?: File | undefined
  /** The table that the rows go into; without one a new table is made. */
  tableId?: number | undefined
  onDone?: (() => void) | undefined
}

let request: ImportRequest | null = null
/** Whether anything was imported since the page was loaded: it may go on. */
let wasWanted = false
const watchers = new Set<() => void>()

function change(next: ImportRequest | null) {
  request = next
  wasWanted = true
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

export const wasImportWanted = (): boolean => wasWanted

const carriesFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true

/** A file that is dropped anywhere on the page is a file to be imported. */
export function useDroppedFiles(tableId: number | undefined): void {
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (carriesFile(event)) event.preventDefault()
    }
    const onDrop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0]
      if (file === undefined || event.defaultPrevented) return
      event.preventDefault()
      requestImport({ file, tableId })
    }
    window.addEventListener('dragover', onOver)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragover', onOver)
      window.removeEventListener('drop', onDrop)
    }
  }, [tableId])
}
