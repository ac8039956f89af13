import { formatCount } from '../../../lib/format/format.ts'

const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

/** `1,234`, `12.3K`: whole up to four digits. */
export const formatNumber = (value: number): string => {
  if (value >= 10_000) return compact.format(value)
  return Number.isInteger(value) ? formatCount(value) : number.format(value)
}

export const formatShare = (value: number): string => percent.format(value).replace('%', ' %')

const small = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 })

/** `0.05 ms`, `3.2 s`, `15 min`, `2.5 h`. */
export function formatMs(ms: number): string {
  if (ms < 1) return `${small.format(ms)} ms`
  if (ms < 999.5) return `${number.format(ms)} ms`
  if (ms < 59_950) return `${number.format(ms / 1000)} s`
  return ms < 3_597_000 ? `${number.format(ms / 60_000)} min` : `${number.format(ms / 3_600_000)} h`
}
