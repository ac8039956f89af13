/**
 * Decimal numbers of any length, as PostgreSQL prints them. JavaScript's own numbers would
 * round them; these are exact and only as quick as they have to be.
 */
export type Decimal = { units: bigint; scale: number }

const written = /^(?<sign>[+-]?)(?<whole>\d*)(?:\.(?<part>\d*))?(?:e(?<power>[+-]?\d+))?$/iu

/** Undefined for values without digits, such as NaN. */
export function parseDecimal(text: string): Decimal | undefined {
  const { sign, whole: full = '', part = '', power } = written.exec(text)?.groups ?? {}
  if (full === '' && part === '') return undefined
  const units = BigInt(`${full}${part}`) * (sign === '-' ? -1n : 1n)
  const scale = part.length - Number(power ?? 0)
  // PostgreSQL has no number with more digits.
  if (Math.abs(scale) > 20_000) return undefined
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}

export function printDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const full = digits.slice(0, digits.length - scale)
  const part = scale === 0 ? '' : `.${digits.slice(digits.length - scale)}`
  return `${units < 0n ? '-' : ''}${full}${part}`
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const [one, other, scale] = alike(a, b)
  return { units: one + other, scale }
}

export function compareDecimals(a: Decimal, b: Decimal): number {
  const [one, other] = alike(a, b)
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** With the requested number of decimals, rounded half away from zero. */
export function divideDecimal(value: Decimal, by: number, positions: number): Decimal {
  const scale = Math.max(value.scale, positions)
  const units = value.units * 10n ** BigInt(scale - value.scale)
  const divisor = BigInt(by)
  const half = (units < 0n ? -divisor : divisor) / 2n
  return trimmed({ units: (units + half) / divisor, scale })
}

/** Without trailing zeros. */
function trimmed(value: Decimal): Decimal {
  let { units, scale } = value
  while (scale > 0 && units % 10n === 0n) {
    units /= 10n
    scale -= 1
  }
  return { units, scale }
}

function alike(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const scale = Math.max(a.scale, b.scale)
  return [a.units * 10n ** BigInt(scale - a.scale), b.units * 10n ** BigInt(scale - b.scale), scale]
}
