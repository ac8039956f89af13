import { useSyncExternalStore } from 'react'

/** The query that is being written, for parts of the page that know nothing of its editor. */
type OpenQuery = {
  /**
   * Puts SQL into the query, where nothing but one of `instead` is overwritten: in its place, or
   * behind the statement at the cursor where none of them stands in the query.
   */
  put: (sql: string, instead: readonly string[]) => 'replaced' | 'added'
  /** Takes back what was done last. */
  undo: () => void
}

let open: OpenQuery | undefined
const listeners = new Set<() => void>()

function change(next: OpenQuery | undefined) {
  open = next
  for (const listener of listeners) listener()
}

/** Says that a query can be written into; answers how to say that it no longer can. */
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
