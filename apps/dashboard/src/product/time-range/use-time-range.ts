import { useEffect, useMemo, useState } from 'react'

import type { UrlQuery } from '../../lib/routes/url-query.ts'
import { readTimeRange, type TimeRange } from './time-range.ts'

/** A sample is stored each minute. */
const refreshMs = 60_000

type ShownRange = {
  range: TimeRange
  /** Moves a range that ends now. False for one with two ends, which stays as it is. */
  renew: () => boolean
}

/** The range that the URL names. One that ends now follows the time. */
export function useTimeRange(query: UrlQuery): ShownRange {
  const [now, setNow] = useState(() => Date.now())
  const range = useMemo(() => readTimeRange(query, now), [query, now])
  const isMoving = range.preset !== null
  useEffect(() => {
    if (!isMoving) return undefined
    const timer = setInterval(() => setNow(Date.now()), refreshMs)
    return () => clearInterval(timer)
  }, [isMoving])
  return {
    range,
    renew() {
      if (isMoving) setNow(Date.now())
      return isMoving
    },
  }
}
