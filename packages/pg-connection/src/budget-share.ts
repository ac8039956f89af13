import type { ByteBudget } from '@basalt/engine'

/** So that one database leaves something for the others. */
const largestShare = 0.5

/** What one database may take of a budget: half of it, and always a largest message. */
export function getShare(budget: ByteBudget, messageBytes: number): ByteBudget {
  const limit = Math.min(budget.limit, Math.max(budget.limit * largestShare, messageBytes))
  let used = 0
  return {
    limit,
    take(bytes) {
      if (used + bytes > limit || !budget.take(bytes)) return false
      used += bytes
      return true
    },
    give(bytes) {
      used -= bytes
      budget.give(bytes)
    },
  }
}
