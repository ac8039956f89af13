import type { SchemaElement } from 'hyparquet-writer'

type Value = number | bigint | boolean | string | Uint8Array<ArrayBuffer>

/** How values of a type are stored; `read` returns undefined for one that would be changed. */
export type ParquetType = {
  element: Omit<SchemaElement, 'name'>
  read: (text: string) => Value | undefined
}

export const asText: ParquetType = {
  element: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  read: (text) => text,
}

/** The text is PostgreSQL's: a parser would round its numbers. */
const asJson: ParquetType = {
  element: { type: 'BYTE_ARRAY', logical_type: { type: 'JSON' } },
  read: (text) => new TextEncoder().encode(text),
}

const int32: ParquetType = { element: { type: 'INT32' }, read: (text) => getWhole(text)?.number }
const int64: ParquetType = { element: { type: 'INT64' }, read: (text) => getWhole(text)?.big }
const double: ParquetType = { element: { type: 'DOUBLE' }, read: getFloat }

const types = new Map<string, ParquetType>([
  ['smallint', int32],
  ['integer', int32],
  ['bigint', int64],
  ['oid', int64],
  ['real', { element: { type: 'FLOAT' }, read: getFloat }],
  ['double precision', double],
  [
    'boolean',
    {
      element: { type: 'BOOLEAN' },
      read: (text) => (text === 't' || text === 'f' ? text === 't' : undefined),
    },
  ],
  ['date', { element: { type: 'INT32', converted_type: 'DATE' }, read: listDays }],
  ['json', asJson],
  ['jsonb', asJson],
  ['bytea', { element: { type: 'BYTE_ARRAY' }, read: toBytes }],
])

const inZone: ParquetType = {
  element: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
  read: (text) => toMicros(text, true),
}
const withoutZone: ParquetType = {
  element: {
    type: 'INT64',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MICROS' },
  },
  read: (text) => toMicros(text, false),
}

/** The type that preserves every value of a PostgreSQL column, named as `format_type` does. */
export function getParquetType(type: string): ParquetType {
  const time = /^timestamp(?:\(\d\))? (with|without) time zone$/u.exec(type)
  if (time !== null) return time[1] === 'with' ? inZone : withoutZone
  const decimal = /^numeric\((\d+),(-?\d+)\)$/u.exec(type)
  if (decimal !== null) return getDecimal(Number(decimal[1]), Number(decimal[2])) ?? asText
  return types.get(type) ?? asText
}

/** More digits would not find room in 64 bits. */
const maxDigits = 18

function getDecimal(precision: number, scale: number): ParquetType | undefined {
  if (precision > maxDigits || scale < 0 || scale > precision) return undefined
  const limit = 10n ** BigInt(precision)
  const read = (text: string): bigint | undefined => {
    const [, sign, full = '', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/u.exec(text) ?? []
    if (sign === undefined || part.length > scale) return undefined
    const digits = BigInt(full + part.padEnd(scale, '0'))
    if (digits >= limit) return undefined
    return sign === '' ? digits : -digits
  }
  const type = precision > 9 ? ('INT64' as const) : ('INT32' as const)
  const decimal = { type: 'DECIMAL' as const, precision, scale }
  return {
    element: { type, converted_type: 'DECIMAL', precision, scale, logical_type: decimal },
    read,
  }
}

function getWhole(text: string): { number: number; big: bigint } | undefined {
  return /^-?\d+$/u.test(text) ? { number: Number(text), big: BigInt(text) } : undefined
}

function getFloat(text: string): number | undefined {
  const number = Number(text)
  return Number.isNaN(number) && text !== 'NaN' ? undefined : number
}

/** From the year 1 to 9999: most programs support no others. */
function listDays(text: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/u.exec(text) ?? []
  if (year === undefined) return undefined
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return date.getTime() / 86_400_000
}

const moment =
  /^(\d{4}-\d\d-\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?(?:([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?)?$/u

function toMicros(text: string, hasZone: boolean): bigint | undefined {
  const found = moment.exec(text)
  if (found === null || (found[6] !== undefined) !== hasZone) return undefined
  const days = listDays(found[1] ?? '') ?? 0
  const [hour, minute, second, ahead, aheadMinutes, aheadSeconds] = [2, 3, 4, 7, 8, 9].map((at) =>
    Number(found[at] ?? 0),
  ) as [number, number, number, number, number, number]
  const offset = (ahead * 60 + aheadMinutes) * 60 + aheadSeconds
  const seconds = days * 86_400 + (hour * 60 + minute) * 60 + second
  const there = found[6] === '-' ? seconds + offset : seconds - offset
  return BigInt(there) * 1_000_000n + BigInt((found[5] ?? '').padEnd(6, '0'))
}

function toBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^\\x(?:[0-9a-f]{2})*$/u.test(text)) return undefined
  const bytes = new Uint8Array((text.length - 2) / 2)
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = Number.parseInt(text.slice(2 + 2 * at, 4 + 2 * at), 16)
  return bytes
}
