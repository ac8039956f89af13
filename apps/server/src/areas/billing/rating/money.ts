import { formatter } from './formatter.ts'

/** Micro-dollars of a cent, the smallest amount on an invoice. */
export const centMicros = 10_000

const half = (divisor: bigint) => divisor / 2n

/** A quotient rounded to the nearest integer; half is rounded up. All values are non-negative. */
const divideRounded = (dividend: bigint, divisor: bigint): bigint =>
  (dividend + half(divisor)) / divisor

/** Micro-dollars as a fraction, rounded to whole cents, as micro-dollars. */
export function toCents(micros: { dividend: bigint; divisor: bigint }): number {
  const cents = divideRounded(micros.dividend, micros.divisor * BigInt(centMicros))
  return Number(cents) * centMicros
}

const dollars = formatter({ style: 'currency', currency: 'USD' })
const precise = formatter({ style: 'currency', currency: 'USD', maximumFractionDigits: 6 })

/** `$25.00` */
export const toDollars = (micros: number): string => dollars(micros / 1_000_000)

/** A price for one unit, which may be less than a cent: `$0.00325`. */
export const getPrice = (micros: number): string => precise(micros / 1_000_000)
