import { once } from './once.ts'

const exact = once(
  () =>
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: 2,
      maximumFractionDigits: 6,
    }),
)

/**
 * The price of one unit, which is often less than a cent: micro-dollars as US dollars, never
 * rounded, with two decimals or as many as it needs: `$0.01344`, `$10.00`.
 */
export const formatUnitPrice = (micros: number): string => exact().format(micros / 1_000_000)
