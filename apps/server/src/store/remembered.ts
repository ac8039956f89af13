import { type Store, writesTo } from './store.ts'

/**
 * How long an answer is known at most. Changes are heard of at once, so this bounds only what
 * bypasses the triggers, or a connection that broke without a sign.
 */
const knownMs = 10_000
/** Of so many answers at most; then the first ones are forgotten. */
const maxKnown = 2000

type Known<Answer> = { answer: Answer; writes: number; until: number }
/** An answer that is on its way, for all who ask the same before anything is written. */
type Asking<Answer> = { answer: Promise<Answer | undefined>; writes: number }
type Stored<Answer> = { known: Map<string, Known<Answer>>; asking: Map<string, Asking<Answer>> }

/**
 * A read that nearly every request asks, answered from memory as long as nothing was written that
 * may change it: `writes.ts` counts that, also for other processes. While it does not hear of
 * those, and with `isAnew`, the database is asked each time. An answer that was on its way during
 * a write is not kept, and neither is one that found nothing.
 */
export function remembered<Asked, Answer>(
  read: (store: Store, requested: Asked) => Promise<Answer | undefined>,
  getKey: (requested: Asked) => string,
): (store: Store, requested: Asked, isAnew: boolean) => Promise<Answer | undefined> {
  const stores = new WeakMap<Store, Stored<Answer>>()
  return async (store, requested, isAnew) => {
    const writes = writesTo(store)
    if (isAnew || writes?.isListening !== true) return read(store, requested)
    const { known, asking } = stores.get(store) ?? { known: new Map(), asking: new Map() }
    stores.set(store, { known, asking })
    const key = getKey(requested)
    const before = writes.count
    const found = known.get(key)
    if (found?.writes === before && Date.now() < found.until) return found.answer
    const together = asking.get(key)
    if (together?.writes === before) return together.answer
    known.delete(key)
    const until = Date.now() + knownMs
    const one = { answer: read(store, requested), writes: before }
    asking.set(key, one)
    try {
      const answer = await one.answer
      if (answer === undefined || writes.count !== before) return answer
      known.set(key, { answer, writes: before, until })
      const [oldest] = known.keys()
      if (known.size > maxKnown && oldest !== undefined) known.delete(oldest)
      return answer
    } finally {
      if (asking.get(key) === one) asking.delete(key)
    }
  }
}
