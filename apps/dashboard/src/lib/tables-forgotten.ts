const listeners = new Set<() => void>()

/** Calls back when tables became other ones; answers how to end that. */
export function whenTablesForgotten(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function tellTablesForgotten(): void {
  for (const listener of listeners) listener()
}
