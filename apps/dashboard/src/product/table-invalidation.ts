const listeners = new Set<() => void>()

/** Calls back when tables became other ones; answers how to end that. */
export function whenTablesInvalidated(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function notifyTablesInvalidated(): void {
  for (const listener of listeners) listener()
}
