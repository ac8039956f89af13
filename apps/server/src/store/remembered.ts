import { type Store, writesTo } from './store.ts'

/**
 * Maximum age of a cached answer. Notifications invalidate it at once, so this only covers changes
 * that bypass the triggers, or a connection that broke unnoticed.
 */
const knownMs = 10_000
/** Maximum number of answers; then the oldest are evicted. */
const maxKnown = 2000

type Known<Answer> = { answer: Answer; writes: number; until: number }
/** A pending answer, shared by all callers with the same arguments until the next write. */
type Pending<Answer> = { answer: Promise<Answer | undefined>; writes: number }
type Stored<Answer> = { known: Map<string, Known<Answer>>; pending: Map<string, Pending<Answer>> }

/**
 * A read of nearly every request, answered from a cache that is invalidated by relevant writes:
 * `writes.ts` counts them, also those of other processes. Without their notifications, and with
 * `skipsCache`, the database is queried each time. An answer that was pending during a write is not
 * cached, and neither is one that found nothing.
 */
export function remembered<Arguments, Answer>(
  read: (store: Store, requested: Arguments) => Promise<Answer | undefined>,
  getKey: (requested: Arguments) => string,
): (store: Store, requested: Arguments, skipsCache: boolean) => Promise<Answer | undefined> {
  const stores = new WeakMap<Store, Stored<Answer>>()
  return async (store, requested, skipsCache) => {
    const writes = writesTo(store)
    if (skipsCache || writes?.isListening !== true) return read(store, requested)
    const { known, pending } = stores.get(store) ?? { known: new Map(), pending: new Map() }
    stores.set(store, { known, pending })
    const key = getKey(requested)
    const before = writes.count
    const found = known.get(key)
    if (found?.writes === before && Date.now() < found.until) return found.answer
    const together = pending.get(key)
    if (together?.writes === before) return together.answer
    known.delete(key)
    const until = Date.now() + knownMs
    const one = { answer: read(store, requested), writes: before }
    pending.set(key, one)
    try {
      const answer = await one.answer
      if (answer === undefined || writes.count !== before) return answer
      known.set(key, { answer, writes: before, until })
      const [oldest] = known.keys()
      if (known.size > maxKnown && oldest !== undefined) known.delete(oldest)
      return answer
    } finally {
      if (pending.get(key) === one) pending.delete(key)
    }
  }
}
