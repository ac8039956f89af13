import { breaksIn } from './delimited-rows.ts'
import { Pending, type Row, type RowReader, type Taken } from './row.ts'

/** The text ended before the end of the value. */
const unfinished = -1

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9

class NotJson extends Error {}

/**
 * Reads objects, one a line, one after another, or in an array. Numbers, truth values, objects
 * and arrays keep the characters they are written with; texts lose their quotes and escapes.
 */
export function jsonRows(known: readonly string[]): RowReader {
  const names = [...known]
  const positions = new Map(names.map((name, position) => [name, position]))
  const placeOf = (name: string) => {
    const position = positions.get(name) ?? names.push(name) - 1
    positions.set(name, position)
    return position
  }
  const take = (text: string, at: { from: number; line: number }, isLast: boolean): Taken => {
    const start = behindSeparators(text, at.from)
    const gap = text.slice(at.from, start)
    const line = at.line + breaksIn(gap)
    const opened = gap.indexOf('[', gap.lastIndexOf('\n') + 1)
    if (start === text.length) {
      // A carriage return may be followed by a line feed, and a bracket by its content.
      const isCut = !isLast && (opened >= 0 || text.charCodeAt(start - 1) === 13)
      return isCut ? null : { row: null, from: start, line }
    }
    const begin = opened < 0 ? start : at.from + opened
    return objectAt({ text, begin, start, line, isLast, placeOf, width: () => names.length })
  }
  const pending = new Pending(take, 1)
  return {
    names,
    push: (piece) => pending.read(piece, false),
    end: () => pending.read('', true),
  }
}

/** Skips whitespace and separators between the objects of an array. */
function behindSeparators(text: string, from: number): number {
  let at = from
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (!isSpace(code) && code !== comma && code !== openBracket && code !== closeBracket) break
  }
  return at
}

type Position = {
  text: string
  /** Start of the raw text of the line, with the brackets before it. */
  begin: number
  start: number
  line: number
  isLast: boolean
  placeOf: (name: string) => number
  width: () => number
}

function objectAt({ text, begin, start, line, isLast, placeOf, width }: Position): Taken {
  const found: [place: number, value: string | null][] = []
  const strings = new Set<number>()
  const keep = (name: string, value: string | null, isString: boolean) => {
    const position = placeOf(name)
    found.push([position, value])
    // The last one of a name is the one that counts.
    if (isString) strings.add(position)
    else strings.delete(position)
  }
  try {
    const end = eachMember(text, start, keep)
    if (end !== unfinished) {
      const cells: Row['cells'] = Array.from({ length: width() }, () => null)
      for (const [position, value] of found) cells[position] = value
      const row = { line, cells, text: text.slice(start, end), strings }
      return { row, from: end, line: line + breaksIn(row.text) }
    }
    if (!isLast) return null
  } catch (error) {
    if (!(error instanceof NotJson || error instanceof SyntaxError)) throw error
  }
  const lineEnd = text.indexOf('\n', start)
  if (lineEnd === -1 && !isLast) return null
  const end = lineEnd === -1 ? text.length : lineEnd
  const cells: Row['cells'] = Array.from({ length: width() }, () => null)
  const row = {
    line,
    cells,
    text: text.slice(begin, end).trimEnd(),
    fault: 'Expected a JSON object',
  }
  return { row, from: end, line }
}

/** Answers where the object ends. */
function eachMember(
  text: string,
  start: number,
  onMember: (name: string, value: string | null, isString: boolean) => void,
): number {
  if (text.charCodeAt(start) !== openBrace) throw new NotJson()
  let at = behindSpaces(text, start + 1)
  if (text.charCodeAt(at) === closeBrace) return at + 1
  for (;;) {
    if (at >= text.length) return unfinished
    const nameEnd = stringEnd(text, at)
    if (nameEnd === unfinished) return unfinished
    const name = decoded(text.slice(at, nameEnd))
    at = behindSpaces(text, nameEnd)
    if (at >= text.length) return unfinished
    if (text.charCodeAt(at) !== colon) throw new NotJson()
    at = behindSpaces(text, at + 1)
    const end = valueEnd(text, at)
    if (end === unfinished) return unfinished
    onMember(name, getCell(text.slice(at, end)), text.charCodeAt(at) === quote)
    at = behindSpaces(text, end)
    if (at >= text.length) return unfinished
    const code = text.charCodeAt(at)
    if (code === closeBrace) return at + 1
    if (code !== comma) throw new NotJson()
    at = behindSpaces(text, at + 1)
  }
}

function behindSpaces(text: string, from: number): number {
  let at = from
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1
  return at
}

function stringEnd(text: string, from: number): number {
  if (text.charCodeAt(from) !== quote) throw new NotJson()
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === backslash) at += 1
    else if (code === quote) return at + 1
    else if (code === 10) throw new NotJson()
  }
  return unfinished
}

function valueEnd(text: string, from: number): number {
  const first = text.charCodeAt(from)
  if (first === quote) return stringEnd(text, from)
  if (first === openBrace || first === openBracket) return nestedEnd(text, from)
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === comma || code === closeBrace || isSpace(code)) return at
  }
  return unfinished
}

function nestedEnd(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = stringEnd(text, at)
      if (end === unfinished) return unfinished
      at = end - 1
    } else if (code === openBrace || code === openBracket) depth += 1
    else if (code === closeBrace || code === closeBracket) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return unfinished
}

const scalar = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/u

function getCell(raw: string): string | null {
  if (raw === 'null') return null
  if (raw.startsWith('"')) return decoded(raw)
  if (raw.startsWith('{') || raw.startsWith('[')) {
    JSON.parse(raw)
    return raw
  }
  if (!scalar.test(raw)) throw new NotJson()
  return raw
}

/** An unpaired surrogate is no character, so such a text cannot be stored unchanged. */
function decoded(raw: string): string {
  const text = JSON.parse(raw) as string
  if (/\p{Surrogate}/u.test(text)) throw new NotJson()
  return text
}
