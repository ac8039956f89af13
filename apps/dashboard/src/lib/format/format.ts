import { once } from './once.ts'

const full = once(() => new Intl.NumberFormat('en-US'))
const compact = once(
  () => new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 }),
)

/** `12,345`. Whole numbers need no formatter, whose data takes milliseconds of the first page. */
export const formatCount = (count: number): string =>
  Number.isSafeInteger(count) ? groupDigits(String(count)) : full().format(count)

const groupDigits = (digits: string): string => digits.replaceAll(/\B(?=(?:\d{3})+$)/gu, ',')

/** `~12.3K`: for estimates, which must not look exact. */
export const formatEstimate = (count: number): string =>
  count < 1000 ? `~${formatCount(count)}` : `~${compact().format(count)}`

/** `1 project`, `2 projects`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`
