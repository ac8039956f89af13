/** A part of an SQL text. Operators, numbers and white space lie between the parts. */
export type SqlPart = {
  kind: 'literal' | 'comment' | 'identifier' | 'word' | 'semicolon'
  from: number
  to: number
}

export type ScannedSql = {
  parts: SqlPart[]
  /** Whether it has only statements that read or change rows. */
  isData: boolean
  /** Whether every literal and every quoted name has an end. */
  isComplete: boolean
}

const dataWords = new Set([
  'select',
  'insert',
  'update',
  'delete',
  'merge',
  'values',
  'table',
  'with',
])

const wordStart = /[A-Za-z_\u0080-\uffff]/
/** Sticky, so that they look at one place only. */
const word = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y
const dollarTag = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y
const lineEnd = /[\n\r]|$/g

/**
 * Divides any text as SQL, in linear time and without a failure. In doubt more is a literal: one
 * without an end is the whole rest, and so is the text after a backslash that may or may not escape a
 * quote, because the session's `standard_conforming_strings` is not known.
 */
export function scanSql(text: string): ScannedSql {
  const scan = new Scan(text)
  scan.run()
  return scan
}

class Scan implements ScannedSql {
  readonly parts: SqlPart[] = []
  isData = true
  isComplete = true
  readonly #text: string
  #at = 0
  /** Whether no word of the current statement was seen. */
  #isFirst = true

  constructor(text: string) {
    this.#text = text
  }

  run(): void {
    while (this.#at < this.#text.length) this.#next()
  }

  #next(): void {
    const text = this.#text
    const character = text[this.#at] ?? ''
    if (character === "'") return this.#literal(this.#followsE())
    if (character === '$') return this.#dollar()
    if (character === '"') return this.#identifier()
    if (character === ';') {
      this.#isFirst = true
      return this.#add('semicolon', this.#at + 1)
    }
    if (text.startsWith('--', this.#at)) return this.#lineComment()
    if (text.startsWith('/*', this.#at)) return this.#blockComment()
    if (wordStart.test(character)) return this.#word()
    // An opening parenthesis may come before SELECT; anything else begins no statement of rows.
    if (this.#isFirst && !/[\s(]/u.test(character)) this.#begin('')
    this.#at += 1
  }

  #add(kind: SqlPart['kind'], to: number): void {
    this.parts.push({ kind, from: this.#at, to })
    this.#at = to
  }

  #begin(first: string): void {
    if (!this.#isFirst) return
    this.#isFirst = false
    if (!dataWords.has(first.toLowerCase())) this.isData = false
  }

  #word(): void {
    const found = this.#match(word)
    if (found === undefined) {
      this.#at += 1
      return
    }
    this.#begin(found)
    this.#add('word', this.#at + found.length)
  }

  #dollar(): void {
    const tag = this.#match(dollarTag)
    if (tag === undefined) {
      this.#at += 1
      return
    }
    this.#begin('')
    const end = this.#text.indexOf(tag, this.#at + tag.length)
    if (end === -1) this.#rest()
    else this.#add('literal', end + tag.length)
  }

  #identifier(): void {
    this.#begin('')
    const end = this.#text.indexOf('"', this.#at + 1)
    // Without an end it may contain anything.
    if (end === -1) this.#rest()
    else this.#add('identifier', end + 1)
  }

  #literal(hasEscapes: boolean): void {
    this.#begin('')
    const text = this.#text
    for (let at = this.#at + 1; at < text.length; at += 1) {
      if (text[at] === '\\') {
        if (!hasEscapes && text[at + 1] === "'") return this.#rest()
        if (hasEscapes || text[at + 1] === '\\') at += 1
      } else if (text[at] === "'") {
        if (text[at + 1] !== "'") return this.#add('literal', at + 1)
        at += 1
      }
    }
    this.#rest()
  }

  #rest(): void {
    // It may contain another statement.
    this.isData = false
    this.isComplete = false
    this.#add('literal', this.#text.length)
  }

  #lineComment(): void {
    lineEnd.lastIndex = this.#at
    this.#add('comment', lineEnd.exec(this.#text)?.index ?? this.#text.length)
  }

  /** Comments may be nested. */
  #blockComment(): void {
    let depth = 0
    let at = this.#at
    do {
      if (this.#text.startsWith('/*', at)) {
        depth += 1
        at += 2
      } else if (this.#text.startsWith('*/', at)) {
        depth -= 1
        at += 2
      } else {
        at += 1
      }
    } while (depth > 0 && at < this.#text.length)
    this.#add('comment', Math.min(at, this.#text.length))
  }

  #followsE(): boolean {
    const last = this.parts.at(-1)
    const isPrefix = last?.kind === 'word' && last.to === this.#at && last.to - last.from === 1
    return isPrefix && /e/iu.test(this.#text[last.from] ?? '')
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    return pattern.exec(this.#text)?.[0]
  }
}
