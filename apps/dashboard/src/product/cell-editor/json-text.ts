/**
 * JSON as text with the positions of its parts. It is never parsed to JavaScript values and printed
 * again: numbers keep every digit, objects keep their order and duplicate keys.
 */
export type JsonNode = { start: number; end: number } & (
  | { kind: 'object'; members: JsonMember[] }
  | { kind: 'array'; items: JsonNode[] }
  | { kind: 'string' | 'number' | 'word' }
)

export type JsonMember = { keyStart: number; keyEnd: number; value: JsonNode }

type JsonProblem = { message: string; line: number; column: number }

export type JsonReading =
  | { node: JsonNode; problem?: undefined }
  | { node?: undefined; problem: JsonProblem }

class JsonFault extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

/** Deeper trees are unreadable, and would overflow the stack. */
const deepest = 500

/** Parses the whole text as one JSON value, or returns the error and its position. */
export function readJson(text: string): JsonReading {
  const reader: Reader = { text, at: 0, depth: 0 }
  try {
    skipSpace(reader)
    if (reader.at === text.length) throw new JsonFault('Enter a JSON value', reader.at)
    const node = readValue(reader)
    skipSpace(reader)
    if (reader.at < text.length)
      throw new JsonFault(`${shown(reader)} is not allowed after the value`, reader.at)
    return { node }
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault
    const before = text.slice(0, fault.at).split('\n')
    const column = (before.at(-1)?.length ?? 0) + 1
    return { problem: { message: fault.message, line: before.length, column } }
  }
}

type Reader = { text: string; at: number; depth: number }

const spaces = /[ \t\n\r]*/uy
const numbers = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/uy
const words = /true|false|null/uy
const wordCharacters = /[\w.+-]/u

function match(reader: Reader, pattern: RegExp): boolean {
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.text)
  if (found === null) return false
  reader.at = pattern.lastIndex
  return true
}

const skipSpace = (reader: Reader) => void match(reader, spaces)

function shown({ text, at }: Reader): string {
  const character = text.codePointAt(at)
  return character === undefined ? 'The end' : `"${String.fromCodePoint(character)}"`
}

function readValue(reader: Reader): JsonNode {
  const start = reader.at
  const first = reader.text[start]
  if (first === '{' || first === '[') {
    reader.depth += 1
    if (reader.depth > deepest) throw new JsonFault('This is nested too deeply to check', start)
    const node = first === '{' ? readObject(reader) : readArray(reader)
    reader.depth -= 1
    return node
  }
  if (first === '"') {
    readString(reader)
    return { kind: 'string', start, end: reader.at }
  }
  const kind = match(reader, words) ? 'word' : 'number'
  if (kind === 'number' && !match(reader, numbers))
    throw new JsonFault(`${shown(reader)} cannot start a value`, reader.at)
  if (wordCharacters.test(reader.text[reader.at] ?? ' '))
    throw new JsonFault('Expected a number, true, false or null', start)
  return { kind, start, end: reader.at }
}

function readString(reader: Reader): void {
  const start = reader.at
  for (reader.at += 1; reader.at < reader.text.length; reader.at += 1) {
    const character = reader.text[reader.at] ?? ''
    if (character === '"') {
      reader.at += 1
      return
    }
    if (character < ' ')
      throw new JsonFault('Write line breaks and tabs in a string as \\n or \\t', reader.at)
    if (character !== '\\') continue
    const escape = /^(?:["\\/bfnrt]|u[\da-fA-F]{4})/u.exec(
      reader.text.slice(reader.at + 1, reader.at + 6),
    )
    if (escape === null) throw new JsonFault('Invalid escape after the backslash', reader.at)
    reader.at += escape[0].length
  }
  throw new JsonFault('Add the closing quote of this string', start)
}

function readObject(reader: Reader): JsonNode {
  const start = reader.at
  const members: JsonMember[] = []
  readList(reader, '}', () => {
    const keyStart = reader.at
    if (reader.text[keyStart] !== '"')
      throw new JsonFault(`Expected a quoted key instead of ${lower(shown(reader))}`, keyStart)
    readString(reader)
    const keyEnd = reader.at
    skipSpace(reader)
    if (reader.text[reader.at] !== ':')
      throw new JsonFault(`Expected ":" instead of ${lower(shown(reader))}`, reader.at)
    reader.at += 1
    skipSpace(reader)
    members.push({ keyStart, keyEnd, value: readValue(reader) })
  })
  return { kind: 'object', start, end: reader.at, members }
}

function readArray(reader: Reader): JsonNode {
  const start = reader.at
  const items: JsonNode[] = []
  readList(reader, ']', () => void items.push(readValue(reader)))
  return { kind: 'array', start, end: reader.at, items }
}

/** Reads parts divided by commas, up to and with the closing bracket. */
function readList(reader: Reader, close: string, readPart: () => void): void {
  reader.at += 1
  skipSpace(reader)
  if (reader.text[reader.at] === close) {
    reader.at += 1
    return
  }
  for (;;) {
    readPart()
    skipSpace(reader)
    const next = reader.text[reader.at]
    if (next !== ',' && next !== close)
      throw new JsonFault(
        `Expected "," or "${close}" instead of ${lower(shown(reader))}`,
        reader.at,
      )
    reader.at += 1
    if (next === close) return
    skipSpace(reader)
  }
}

const lower = (said: string) => (said === 'The end' ? 'the end' : said)

/** The same value with a line for each part; every token stays as written. */
export function formatJson(text: string, node: JsonNode, indent = ''): string {
  const inner = `${indent}  `
  const lines = splitParts(node).map(({ keyStart, keyEnd, value }) => {
    const key = keyStart === keyEnd ? '' : `${text.slice(keyStart, keyEnd)}: `
    return `${inner}${key}${formatJson(text, value, inner)}`
  })
  if (node.kind !== 'object' && node.kind !== 'array') return text.slice(node.start, node.end)
  const [open, close] = node.kind === 'object' ? '{}' : '[]'
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(',\n')}\n${indent}${close}`
}

/** The direct children; items of an array have no key. */
export function splitParts(node: JsonNode): JsonMember[] {
  if (node.kind === 'object') return node.members
  if (node.kind !== 'array') return []
  return node.items.map((value) => ({ keyStart: value.start, keyEnd: value.start, value }))
}

/** The text with another value, or key, in the place of one. */
export const withPart = (
  text: string,
  { start, end }: { start: number; end: number },
  part: string,
): string => text.slice(0, start) + part + text.slice(end)

/** The text without the part of an object or array at an index, and without its comma. */
export function withoutPart(text: string, node: JsonNode, index: number): string {
  const parts = splitParts(node)
  const [before, part, after] = [parts[index - 1], parts[index], parts[index + 1]]
  if (part === undefined) return text
  const position =
    after === undefined
      ? { start: before?.value.end ?? part.keyStart, end: part.value.end }
      : { start: part.keyStart, end: after.keyStart }
  return withPart(text, position, '')
}

/** The text with one more part at the end of an object or array. */
export function withNewPart(text: string, node: JsonNode, part: string): string {
  const last = splitParts(node).at(-1)
  const at = last?.value.end ?? node.start + 1
  return withPart(text, { start: at, end: at }, last === undefined ? part : `, ${part}`)
}
