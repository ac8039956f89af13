import { ApiError } from '@basalt/contract'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

type Limit = { points: number; durationSeconds: number }

/** Attempts per key; `consume` throws `rate_limited` with the seconds to wait. */
export type RateLimit = {
  consume(key: string): Promise<void>
  /** Forgets the attempts of a key, after a success. */
  forgive(key: string): Promise<void>
}

export function createRateLimit({ points, durationSeconds }: Limit): RateLimit {
  const limiter = new RateLimiterMemory({ points, duration: durationSeconds })
  return {
    async consume(key) {
      try {
        await limiter.consume(key)
      } catch (rejected) {
        if (!(rejected instanceof RateLimiterRes)) throw rejected
        const retryAfter = Math.max(1, Math.ceil(rejected.msBeforeNext / 1000))
        throw new ApiError(
          'rate_limited',
          `Too many attempts. Try again in ${waitText(retryAfter)}.`,
          {
            retryAfter,
          },
        )
      }
    },
    async forgive(key) {
      await limiter.delete(key)
    },
  }
}

const waitText = (seconds: number) =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
