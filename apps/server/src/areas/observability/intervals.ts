const minute = 60
const hour = 3600
const dayMs = 86_400_000

/** Lengths of intervals in seconds; each is a multiple of the one before the last. */
const steps = [minute, 5 * minute, 15 * minute, hour, 2 * hour, 6 * hour] as const
const longestStep = 6 * hour

/** As many points as a chart can show. */
const maxPoints = 400

/**
 * The length of the intervals of a range, in seconds. Samples older than a day are a quarter of an
 * hour apart, so no interval of such a range is shorter.
 */
export function getStepSeconds({ from, to, now }: { from: Date; to: Date; now: Date }): number {
  const seconds = (to.getTime() - from.getTime()) / 1000
  const isOld = now.getTime() - from.getTime() > dayMs + hour * 1000
  const shortest = isOld ? 15 * minute : minute
  return steps.find((step) => step >= shortest && seconds / step <= maxPoints) ?? longestStep
}
