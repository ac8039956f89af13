import type { ByteBudget } from '@basalt/engine'

/** One database leaves something for the others. */
const largestShare = 0.5

/** The share of a budget for one database: half of it, and at least a largest message. */
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
