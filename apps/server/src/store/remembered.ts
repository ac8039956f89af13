import { type Store, writesTo } from './store.ts'

/**
 * How long an answer is known that this process would have heard change. Nobody else writes while
 * the install runs but a person with the password of its database.
 */
const knownMs = 10_000
/** Of so many answers at most; then the first ones are forgotten. */
const mostKnown = 2000

type Known<Answer> = { answer: Answer; writes: number; until: number }

/**
 * A read that nearly every request asks, answered from memory as long as nothing was written that
 * may change it: `writes.ts` counts that. An answer that was on its way during a write is not kept,
 * and neither is one that found nothing. With `isAnew` the database is asked in any case.
 */
export function remembered<Asked, Answer>(
  read: (store: Store, asked: Asked) => Promise<Answer | undefined>,
  keyOf: (asked: Asked) => string,
): (store: Store, asked: Asked, isAnew: boolean) => Promise<Answer | undefined> {
  const stores = new WeakMap<Store, Map<string, Known<Answer>>>()
  return async (store, asked, isAnew) => {
    const writes = writesTo(store)
    if (isAnew || writes === undefined) return read(store, asked)
    const known = stores.get(store) ?? new Map<string, Known<Answer>>()
    stores.set(store, known)
    const key = keyOf(asked)
    const before = writes.count
    const found = known.get(key)
    if (found?.writes === before && Date.now() < found.until) return found.answer
    known.delete(key)
    const until = Date.now() + knownMs
    const answer = await read(store, asked)
    if (answer === undefined || writes.count !== before) return answer
    known.set(key, { answer, writes: before, until })
    const [oldest] = known.keys()
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
    return answer
  }
}
