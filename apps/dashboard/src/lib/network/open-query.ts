import { useSyncExternalStore } from 'react'

/** The query in the editor, for parts of the page outside of the editor. */
type OpenQuery = {
  /**
   * Inserts SQL into the query: it replaces one of `instead` where the query has it, and otherwise
   * goes after the statement at the cursor. Nothing else is overwritten.
   */
  put: (sql: string, instead: readonly string[]) => 'replaced' | 'added'
  /** Reverts the last action. */
  undo: () => void
}

let open: OpenQuery | undefined
const listeners = new Set<() => void>()

function change(next: OpenQuery | undefined) {
  open = next
  for (const listener of listeners) listener()
}

/** Registers the open query; returns a function that withdraws it. */
export function offerQuery(query: OpenQuery): () => void {
  change(query)
  return () => {
    if (open === query) change(undefined)
  }
}

/** Undefined where no query is being written. */
export const useOpenQuery = (): OpenQuery | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open,
  )
