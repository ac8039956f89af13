const typed = /^(?<sign>-?)\$?(?<whole>\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(?<cents>\d{1,2}))?$/u

/** Parses an amount as micro-dollars: `30`, `$1,200.50`. Undefined for anything else. */
export function parseDollars(text: string): number | undefined {
  const { sign, whole: full, cents = '' } = typed.exec(text.trim())?.groups ?? {}
  if (full === undefined) return undefined
  const amount = Number(full.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'))
  return amount === 0 ? 0 : (sign === '-' ? -amount : amount) * 10_000
}

/** The same amount as it is typed: `30.00`. */
export const dollarsText = (micros: number): string => (micros / 1_000_000).toFixed(2)
