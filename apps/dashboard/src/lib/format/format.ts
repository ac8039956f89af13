const full = new Intl.NumberFormat('en-US')
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** `12,345`. */
export const formatCount = (count: number): string => full.format(count)

/** `~12.3K`: for estimates, which must not look exact. */
export const formatEstimate = (count: number): string =>
  count < 1000 ? `~${full.format(count)}` : `~${compact.format(count)}`

/** `1 project`, `2 projects`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`
