import { isZone } from './zones.ts'

/** Types that a column of texts can turn out to have. */
export const inferredTypes = [
  'integer',
  'bigint',
  'numeric',
  'boolean',
  'date',
  'timestamptz',
  'uuid',
  'jsonb',
  'text',
] as const

export type InferredType = (typeof inferredTypes)[number]

/** A number that is printed again as it was written: `007` is no number. */
const full = /^(?:0|-?[1-9]\d*)$/u
const decimal = /^(?!-0(?:\.0+)?(?:[eE]|$))-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/u
const truth = /^(?:t|true|y|yes|on|f|false|n|no|off)$/iu
const day = /^(\d{4})-(\d{2})-(\d{2})$/u
const moment =
  /^(\d{4}-\d{2}-\d{2})[ T](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?: ?[+-](?:0?\d|1[0-4])(?::?[0-5]\d)?| ?([A-Za-z][\w+/-]*))?$/u
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu

/** Maximum length of a number; PostgreSQL accepts more. */
const longestNumber = 1000

/** The narrowest type that accepts this text and prints the same text again. */
export function getType(text: string): InferredType {
  const code = text.charCodeAt(0)
  const isNumberLike = (code >= 48 && code <= 57) || code === 45
  if (isNumberLike && text.length <= longestNumber) {
    if (full.test(text)) return fullType(text)
    if (decimal.test(text)) return 'numeric'
    if (isDay(text)) return 'date'
    const time = moment.exec(text)
    if (time !== null && isDay(time[1] ?? '') && isZone(time[2] ?? 'Z')) return 'timestamptz'
  }
  if (text.length === 36 && uuid.test(text)) return 'uuid'
  if (text.length <= 5 && truth.test(text)) return 'boolean'
  if ((code === 123 || code === 91) && isJson(text)) return 'jsonb'
  return 'text'
}

function fullType(text: string): InferredType {
  if (text.length <= 9) return 'integer'
  if (text.length > 20) return 'numeric'
  const value = BigInt(text)
  if (value >= -2_147_483_648n && value <= 2_147_483_647n) return 'integer'
  return BigInt.asIntN(64, value) === value ? 'bigint' : 'numeric'
}

function isDay(text: string): boolean {
  const [, year, month, date] = day.exec(text) ?? []
  if (year === undefined || year === '0000') return false
  const parsed = new Date(0)
  parsed.setUTCFullYear(Number(year), Number(month) - 1, Number(date))
  return parsed.getUTCMonth() === Number(month) - 1 && parsed.getUTCDate() === Number(date)
}

/** Deeper than real data, and far below the limit of PostgreSQL's parser. */
const deepest = 200

/** PostgreSQL's jsonb refuses U+0000, halves of characters and numbers without end. */
function isJson(text: string): boolean {
  if (/\\u(?:0000|d[89a-f])/iu.test(text) || /\d[eE][+-]?\d{4,}/u.test(text)) return false
  let depth = 0
  for (const mark of text.matchAll(/[[{\]}]/gu)) {
    depth += mark[0] === '[' || mark[0] === '{' ? 1 : -1
    if (depth > deepest) return false
  }
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** After so many texts, a column is no longer checked for other types. */
const requestedValues = 1000

/** A type that so many values have is probably meant by the others, too. */
const nearlyAll = 0.9

const numbers: readonly InferredType[] = ['integer', 'bigint', 'numeric']
const times: readonly InferredType[] = ['date', 'timestamptz']

/** The narrowest type that accepts the values of both. */
function widest(one: InferredType, other: InferredType): InferredType {
  if (one === other) return one
  for (const family of [numbers, times]) {
    if (family.includes(one) && family.includes(other)) {
      return family[Math.max(family.indexOf(one), family.indexOf(other))] ?? 'text'
    }
  }
  return 'text'
}

/** Types that JSON writes without quotes: a quoted value is meant as text. */
const neverQuoted: ReadonlySet<InferredType> = new Set([...numbers, 'boolean', 'jsonb'])

function typeInJsonString(text: string): InferredType {
  const type = getType(text)
  return neverQuoted.has(type) ? 'text' : type
}

/** How many different values are stored to detect whether a column is unique. */
const storedValues = 100_000

/** Statistics of a column's values, in constant memory. */
export class ColumnGuess {
  #type: InferredType | null = null
  /** Count by type; null when most values are texts. */
  #seen: Map<InferredType, number> | null = new Map()
  #values: Set<string> | null = new Set()
  #last = Number.NEGATIVE_INFINITY
  #isRising = true
  empty = 0
  filled = 0
  longest = 0

  /** `isJsonString`: it is quoted in JSON. Quotes in other formats do not indicate a type. */
  note(cell: string | null, isJsonString = false): void {
    if (cell === null || cell === '') {
      this.empty += 1
      return
    }
    this.filled += 1
    if (cell.length > this.longest) this.longest = cell.length
    if (this.#seen !== null) {
      const type = isJsonString ? typeInJsonString(cell) : getType(cell)
      this.#type = this.#type === null ? type : widest(this.#type, type)
      this.#noteType(this.#seen, type)
    }
    this.#noteDifferent(cell)
  }

  #noteType(seen: Map<InferredType, number>, type: InferredType): void {
    seen.set(type, (seen.get(type) ?? 0) + 1)
    const most = this.filled * (1 - nearlyAll)
    if (this.filled >= requestedValues && (seen.get('text') ?? 0) > most) this.#seen = null
  }

  #noteDifferent(cell: string): void {
    if (this.#isRising) {
      const value = Number(cell)
      this.#isRising = value > this.#last && Number.isSafeInteger(value)
      this.#last = value
    }
    if (this.#values === null || this.filled > storedValues) return
    if (this.#values.has(cell)) this.#values = null
    else this.#values.add(cell)
  }

  get type(): InferredType {
    return this.#type ?? 'text'
  }

  /** Of a column of texts: the type that all values but a few have, and how many have another. */
  get nearly(): { type: InferredType; others: number } | null {
    if (this.#type !== 'text' || this.#seen === null) return null
    const seen = [...this.#seen].filter(([type]) => type !== 'text')
    const [most] = seen.toSorted(([, one], [, other]) => other - one)
    if (most === undefined) return null
    const alike = seen.filter(([type]) => widest(type, most[0]) !== 'text')
    const fitting = alike.reduce((sum, [, count]) => sum + count, 0)
    if (fitting < this.filled * nearlyAll) return null
    const type = alike.reduce((wide, [one]) => widest(wide, one), most[0])
    return { type, others: this.filled - fitting }
  }

  /** Whether each value occurs in one row only, as far as the stored values show. */
  get isUnique(): boolean {
    if (this.empty > 0 || this.filled === 0 || this.#values === null) return false
    return this.filled <= storedValues || this.#isRising || this.type === 'uuid'
  }
}
