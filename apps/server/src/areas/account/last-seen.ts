import type { Store } from '../../store/store.ts'

const minuteMs = 60_000
const manyUsers = 10_000

/**
 * Records the visit of a user, at most once a minute. Most requests are answered from memory and
 * cost no query.
 */
export function createSeenNotes(store: Store): (userId: string) => Promise<void> {
  const notedAt = new Map<string, number>()
  return async (userId) => {
    const now = Date.now()
    if (now - (notedAt.get(userId) ?? 0) < minuteMs) return
    if (notedAt.size > manyUsers) notedAt.clear()
    notedAt.set(userId, now)
    await store
      .updateTable('users')
      .set({ last_seen_at: new Date(now) })
      .where('id', '=', userId)
      .where((where) =>
        where.or([
          where('last_seen_at', 'is', null),
          where('last_seen_at', '<=', new Date(now - minuteMs)),
        ]),
      )
      .execute()
  }
}
