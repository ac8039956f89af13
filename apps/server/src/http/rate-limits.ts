import { ApiError } from '@basalt/contract/errors'
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js'

type Limit = { points: number; durationSeconds: number }

type LimitState = {
  limit: number
  remaining: number
  /** Seconds until `remaining` is `limit` again. */
  resetSeconds: number
}

/** `rate_limited`, with the limit that was reached. */
export class RateLimited extends ApiError {
  readonly state: LimitState

  constructor(message: string, state: LimitState) {
    super('rate_limited', message, { retryAfter: state.resetSeconds })
    this.state = state
  }
}

/** Attempts per key; `consume` throws `rate_limited` with the seconds to wait. */
export type RateLimit = {
  consume(key: string): Promise<void>
  /** Resets the attempts of a key, after a success. */
  forgive(key: string): Promise<void>
  /** Returns one attempt of a key, which succeeded. */
  release(key: string): Promise<void>
}

export function createRateLimit({ points, durationSeconds }: Limit): RateLimit {
  const limiter = new RateLimiterMemory({ points, duration: durationSeconds })
  return {
    async consume(key) {
      try {
        await limiter.consume(key)
      } catch (rejected) {
        if (!(rejected instanceof RateLimiterRes)) throw rejected
        const resetSeconds = Math.max(1, Math.ceil(rejected.msBeforeNext / 1000))
        throw new RateLimited(`Too many attempts. Try again in ${waitText(resetSeconds)}.`, {
          limit: points,
          remaining: 0,
          resetSeconds,
        })
      }
    },
    async forgive(key) {
      await limiter.delete(key)
    },
    async release(key) {
      await limiter.reward(key)
    },
  }
}

/** Requests per key and window of time; `take` throws `rate_limited`. */
export type RequestLimit = {
  take(key: string): LimitState
  /** The same without a throw. */
  count(key: string): LimitState & { isOver: boolean }
}

/**
 * Counts every request of the API, so it must be cheap: one map of counters that is cleared when
 * the window ends, without a timer.
 */
export function createRequestLimit(
  { points, durationSeconds }: Limit,
  now: () => number = () => Date.now(),
): RequestLimit {
  const windowMs = durationSeconds * 1000
  let counts = new Map<string, number>()
  let endsAt = 0
  const count: RequestLimit['count'] = (key) => {
    const at = now()
    if (at >= endsAt) {
      counts = new Map()
      endsAt = at + windowMs
    }
    const counted = (counts.get(key) ?? 0) + 1
    counts.set(key, counted)
    return {
      isOver: counted > points,
      limit: points,
      remaining: Math.max(0, points - counted),
      resetSeconds: Math.max(1, Math.ceil((endsAt - at) / 1000)),
    }
  }
  return {
    count,
    take(key) {
      const { isOver, ...state } = count(key)
      if (!isOver) return state
      throw new RateLimited(
        `Too many requests. Try again in ${waitText(state.resetSeconds)}.`,
        state,
      )
    },
  }
}

const waitText = (seconds: number) => {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
