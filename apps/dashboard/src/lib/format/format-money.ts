import { once } from './once.ts'

const dollars = once(() => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }))

/** Micro-dollars as US dollars with two decimals: `$25.00`. */
export const formatMoney = (micros: number): string => dollars().format(micros / 1_000_000)
