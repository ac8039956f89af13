/** An item as PostgreSQL reads it; `isNested` when it is an array itself, in its braces. */
export type ArrayItem = { text: string | null; isNested: boolean }

export type ArrayText = {
  /** Of the first dimension; 1 unless the text names its bounds. */
  lowerBound: number
  /** Bounds of the further dimensions as they stand in the text, where it names them. */
  innerBounds: string
  /** Whether the text has bounds. */
  hasBounds: boolean
  items: ArrayItem[]
}

const bounds = /^\s*(?:\[([+-]?\d+):([+-]?\d+)\])((?:\[[+-]?\d+:[+-]?\d+\])*)\s*=\s*/u
// The characters that PostgreSQL's `array_isspace` accepts.
const isSpace = (character: string | undefined): boolean =>
  character !== undefined && ' \t\n\r\v\f'.includes(character)

/**
 * Parses an array in PostgreSQL's output format: quotes, backslashes, NULL and explicit bounds.
 * Null for other texts. `delimiter` is that of the element type: a comma for every built-in type
 * but `box`, which has a semicolon.
 */
export function parseArray(text: string, delimiter = ','): ArrayText | null {
  const named = bounds.exec(text)
  const start = named?.[0].length ?? 0
  const reader = { text, delimiter, at: start }
  const items = readBraces(reader)
  if (items === null || text.slice(reader.at).trim() !== '') return null
  const [, lower = '1', upper = '', innerBounds = ''] = named ?? []
  const lowerBound = Number(lower)
  if (named !== null && Number(upper) - lowerBound + 1 !== items.length) return null
  return { lowerBound, innerBounds, hasBounds: named !== null, items }
}

/** The array as PostgreSQL itself would print it. */
export function printArray(array: ArrayText, delimiter = ','): string {
  const { lowerBound, items } = array
  if (items.length === 0) return '{}'
  const named = array.hasBounds
    ? `[${lowerBound}:${lowerBound + items.length - 1}]${array.innerBounds}=`
    : ''
  return `${named}{${items.map((item) => printItem(item, delimiter)).join(delimiter)}}`
}

function printItem({ text, isNested }: ArrayItem, delimiter: string): string {
  if (text === null) return 'NULL'
  if (isNested) return text
  const needsQuotes =
    text === '' ||
    text.toUpperCase() === 'NULL' ||
    /["\\{} \t\n\r\v\f]/u.test(text) ||
    text.includes(delimiter)
  return needsQuotes ? `"${text.replaceAll(/["\\]/gu, String.raw`\$&`)}"` : text
}

type Reader = { text: string; delimiter: string; at: number }

/** Leaves the reader after the closing brace; null when there is no array. */
function readBraces(reader: Reader): ArrayItem[] | null {
  if (reader.text[reader.at] !== '{') return null
  reader.at += 1
  skipSpace(reader)
  if (reader.text[reader.at] === '}') {
    reader.at += 1
    return []
  }
  const items: ArrayItem[] = []
  for (;;) {
    skipSpace(reader)
    const item = readItem(reader)
    if (item === null) return null
    items.push(item)
    skipSpace(reader)
    const next = reader.text[reader.at]
    reader.at += 1
    if (next === '}') break
    if (next !== reader.delimiter) return null
  }
  const nested = items.filter(({ isNested }) => isNested).length
  return nested === 0 || nested === items.length ? items : null
}

function skipSpace(reader: Reader) {
  while (isSpace(reader.text[reader.at])) reader.at += 1
}

function readItem(reader: Reader): ArrayItem | null {
  const first = reader.text[reader.at]
  if (first === '{') {
    const start = reader.at
    if (readBraces(reader) === null) return null
    return { text: reader.text.slice(start, reader.at), isNested: true }
  }
  const text = first === '"' ? readQuoted(reader) : readPlain(reader)
  return text === undefined ? null : { text, isNested: false }
}

function readQuoted(reader: Reader): string | undefined {
  let text = ''
  for (reader.at += 1; reader.at < reader.text.length; reader.at += 1) {
    const character = reader.text[reader.at] ?? ''
    if (character === '"') {
      reader.at += 1
      return text
    }
    if (character === '\\') reader.at += 1
    text += reader.text[reader.at] ?? ''
  }
  return undefined
}

/** An unquoted item; trailing spaces do not belong to it unless a backslash precedes them. */
function readPlain(reader: Reader): string | null | undefined {
  let text = ''
  let stored = 0
  let isEscaped = false
  for (; reader.at < reader.text.length; reader.at += 1) {
    const character = reader.text[reader.at] ?? ''
    if (character === reader.delimiter || character === '}') break
    if (character === '"' || character === '{') return undefined
    if (character === '\\') {
      reader.at += 1
      isEscaped = true
    }
    text += reader.text[reader.at] ?? ''
    if (character === '\\' || !isSpace(character)) stored = text.length
  }
  text = text.slice(0, stored)
  if (text === '') return undefined
  return !isEscaped && text.toUpperCase() === 'NULL' ? null : text
}
