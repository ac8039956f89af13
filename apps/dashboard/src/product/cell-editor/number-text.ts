import { own } from '../../lib/forms/own.ts'

const ranges: Readonly<Record<string, readonly [bigint, bigint]>> = {
  smallint: [-(2n ** 15n), 2n ** 15n - 1n],
  integer: [-(2n ** 31n), 2n ** 31n - 1n],
  bigint: [-(2n ** 63n), 2n ** 63n - 1n],
}

const digits = String.raw`\d+(?:_\d+)*`
const full = new RegExp(
  `^[+-]?(?:${digits}|0[xX](?:_?[\\da-fA-F]+)+|0[oO](?:_?[0-7]+)+|0[bB](?:_?[01]+)+)$`,
  'u',
)
const decimal = new RegExp(
  `^[+-]?(?:${digits}\\.?(?:${digits})?|\\.${digits})(?:[eE][+-]?${digits})?$`,
  'u',
)
const special = /^(?:nan|[+-]?inf(?:inity)?)$/iu

/**
 * Why a text is no value of a number type; undefined when it is one, and for types that only
 * the server can judge. The text itself is never made a JavaScript number.
 */
export function numberProblem(dataType: string, text: string): string | undefined {
  const written = text.trim()
  const range = own(ranges, dataType)
  if (range !== undefined) return fullProblem(dataType, written, range)
  const name = dataType.replace(/\(.*$/u, '')
  if (name !== 'numeric' && name !== 'real' && name !== 'double precision') return undefined
  const isFloat = name !== 'numeric'
  if (decimal.test(written) || special.test(written)) return undefined
  // Hexadecimal floats are read by the C library; whole ones of other bases by `numeric`.
  if (isFloat ? /^[+-]?0x/iu.test(written) : full.test(written)) return undefined
  return written === '' ? 'Enter a number' : 'Enter a number'
}

function fullProblem(
  dataType: string,
  written: string,
  [lowest, highest]: readonly [bigint, bigint],
): string | undefined {
  if (written === '') return 'Enter a number'
  if (!full.test(written))
    return decimal.test(written) ? 'This type only allows whole numbers' : 'Enter a whole number'
  const isNegative = written.startsWith('-')
  const amount = BigInt(written.replace(/^[+-]/u, '').replaceAll('_', ''))
  const value = isNegative ? -amount : amount
  if (value >= lowest && value <= highest) return undefined
  return `${dataType} ranges from ${lowest} to ${highest}`
}
