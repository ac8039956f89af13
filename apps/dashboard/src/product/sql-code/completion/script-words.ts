import { tokens } from '@basalt/pg-sql'

/**
 * A token of a script that is neither blank nor comment. `name` is its identifier in PostgreSQL:
 * unquoted words in lower case, quoted names unchanged; for all other tokens the text.
 */
export type Word = {
  kind: 'word' | 'name' | 'text' | 'number' | 'symbol'
  name: string
  start: number
  end: number
  /** A word in capitals, as some write keywords. */
  isUpper: boolean
  /** Of a parenthesis: the place of its partner in the list, or -1. */
  partner: number
}

/** The words of `script` from `start` on, with offsets into the script. */
export function splitWords(script: string, start = 0, end = script.length): Word[] {
  const words: Word[] = []
  const open: number[] = []
  for (const token of tokens(script.slice(start, end))) {
    if (token.kind === 'space' || token.kind === 'comment') continue
    const text = script.slice(start + token.start, start + token.end)
    const kind = getKind(token.kind, text)
    const word: Word = {
      kind,
      name: getName(kind, text),
      start: start + token.start,
      end: start + token.end,
      partner: -1,
      isUpper: kind === 'word' && text === text.toUpperCase(),
    }
    if (text === '(') open.push(words.length)
    if (text === ')') {
      const partner = open.pop()
      const opening = partner === undefined ? undefined : words[partner]
      if (partner !== undefined && opening !== undefined) {
        word.partner = partner
        opening.partner = words.length
      }
    }
    words.push(word)
  }
  return words
}

function getKind(kind: string, text: string): Word['kind'] {
  if (kind === 'word') return 'word'
  if (kind === 'quoted') return text.startsWith('"') ? 'name' : 'text'
  return /^\d/u.test(text) ? 'number' : 'symbol'
}

function getName(kind: Word['kind'], text: string): string {
  if (kind === 'word') return text.toLowerCase()
  if (kind !== 'name') return text
  return text.slice(1, text.length > 1 && text.endsWith('"') ? -1 : undefined).replaceAll('""', '"')
}

export const isSymbol = (word: Word | undefined, text: string): boolean =>
  word?.kind === 'symbol' && word.name === text

export const isWord = (word: Word | undefined, ...names: string[]): boolean =>
  word?.kind === 'word' && names.includes(word.name)

/** An opening quote is no name yet. */
export const isName = (word: Word | undefined): word is Word =>
  word !== undefined && (word.kind === 'word' || (word.kind === 'name' && word.name !== ''))

/** Whether a dot precedes a word: then it is a name, even if it is a keyword. */
export const isMember = (words: readonly Word[], at: number): boolean =>
  isSymbol(words[at - 1], '.') && words[at - 1]?.end === words[at]?.start

/** A stretch of words: from the first up to, not with, the last. */
export type Stretch = { from: number; to: number }

/** Places of the words of a stretch that lie in no parentheses of it; an opening one is shown. */
export function* flat(words: readonly Word[], { from, to }: Stretch): Generator<number> {
  for (let at = from; at < to; at++) {
    yield at
    const partner = isSymbol(words[at], '(') ? (words[at]?.partner ?? -1) : -1
    if (isSymbol(words[at], '(')) {
      // An unclosed parenthesis extends to the end.
      if (partner === -1) return
      at = partner - 1
    }
  }
}

/** The place of the parenthesis that is open at a place; -1 outside of all. */
export function openAt(words: readonly Word[], at: number): number {
  for (let position = at - 1; position >= 0; position--) {
    const word = words[position]
    if (isSymbol(word, ')') && word !== undefined && word.partner >= 0) position = word.partner
    else if (isSymbol(word, '(')) return position
  }
  return -1
}

/** The stretch inside of an opening parenthesis, or the whole for -1. */
export function getInside(words: readonly Word[], open: number): Stretch {
  const partner = words[open]?.partner ?? -1
  return { from: open + 1, to: open === -1 || partner === -1 ? words.length : partner }
}
