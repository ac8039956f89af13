import { tokens } from '@basalt/pg-sql'

import { isKeyword, isTypeName } from './completion/words.ts'

export type Colour = 'keyword' | 'type' | 'text' | 'constant' | 'comment' | 'sign'

/** A part of a text that is not shown as plain as a name. */
export type ColouredPart = { start: number; end: number; colour: Colour }

type Token = ReturnType<typeof tokens> extends Generator<infer T> ? T : never

/** The context before a word, as far as it decides the word's class. */
type Before = 'dot' | 'cast' | 'colon' | 'name' | 'typed' | 'other'

/**
 * The tokens of a script with their classes. A dollar-quoted text with several lines is nearly
 * always a body in SQL or a similar language, and is parsed as one.
 */
export function* colouredParts(script: string): Generator<ColouredPart> {
  let before: Before = 'other'
  for (const token of tokens(script)) {
    const { kind, start, end } = token
    if (kind === 'space') continue
    const text = script.slice(start, end)
    const body = getBody(token, text)
    if (body === undefined) {
      const colour = getColour(token, text, before)
      if (colour !== undefined) yield { start, end, colour }
    } else {
      yield { start, end: start + body.start, colour: 'text' }
      for (const part of colouredParts(text.slice(body.start, body.end))) {
        const from = start + body.start
        yield { ...part, start: from + part.start, end: from + part.end }
      }
      if (start + body.end < end) yield { start: start + body.end, end, colour: 'text' }
    }
    if (kind === 'comment') continue
    before = getMeaning(token, text, before)
  }
}

/** Words that a type follows. */
const beforeTypes: ReadonlySet<string> = new Set(['type', 'returns', 'setof'])

function getMeaning({ kind }: Token, text: string, before: Before): Before {
  if (text === '.') return 'dot'
  if (text === ':') return before === 'colon' ? 'cast' : 'colon'
  if (kind === 'quoted') return text.startsWith('"') ? 'name' : 'other'
  if (kind !== 'word') return 'other'
  const word = text.toLowerCase()
  if (beforeTypes.has(word)) return 'typed'
  return before === 'dot' || !isKeyword(word) ? 'name' : 'other'
}

function getColour({ kind }: Token, text: string, before: Before): Colour | undefined {
  if (kind === 'comment') return 'comment'
  if (kind === 'meta-command') return 'keyword'
  if (kind === 'symbol') return /\d/u.test(text) ? 'constant' : 'sign'
  if (kind === 'quoted') {
    if (text.startsWith('"')) return undefined
    return /^\$\d*$/u.test(text) ? 'constant' : 'text'
  }
  const word = text.toLowerCase()
  if (before === 'dot') return undefined
  if (before === 'colon' || constants.has(word)) return 'constant'
  // A type depends on its position: `date`, `text` and `path` are also names of columns.
  if (before !== 'other' && isTypeName(word)) return 'type'
  return isKeyword(word) ? 'keyword' : undefined
}

const constants: ReadonlySet<string> = new Set(['null', 'true', 'false'])

/** The start and end of a dollar-quoted body. */
function getBody({ kind }: Token, text: string): { start: number; end: number } | undefined {
  if (kind !== 'quoted' || !text.startsWith('$') || !text.includes('\n')) return undefined
  const start = text.indexOf('$', 1) + 1
  const isClosed = text.length >= 2 * start && text.endsWith(text.slice(0, start))
  return { start, end: isClosed ? text.length - start : text.length }
}
