import type { ByteBudget, ReadingLimits } from '@basalt/engine'

export type TightLimits = ReadingLimits & { openResults: ByteBudget & { used: number } }

const mib = 1024 * 1024

/** Limits that a test can go beyond in no time. */
export const tightLimits = (): TightLimits => ({
  messageBytes: 4 * mib,
  batchBytes: 128 * 1024,
  cancelMs: 2500,
  openResults: countedBudget(12 * mib),
})

const countedBudget = (limit: number) => ({
  limit,
  used: 0,
  take(bytes: number) {
    if (this.used + bytes > limit) return false
    this.used += bytes
    return true
  },
  give(bytes: number) {
    this.used -= bytes
  },
})
