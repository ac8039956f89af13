import { Pending, type RowReader, type Taken } from './row.ts'

const [lineFeed, carriageReturn] = [10, 13]

/** The text ended before the end of the row. */
const unfinished = -1

type Marks = { delimiter: string; quote: string | null }

/**
 * Reads rows as RFC 4180 defines them, with any delimiter and any of the three line ends. Text
 * after a closing quote belongs to the cell.
 */
export function delimitedRows({ delimiter, quote }: Marks, line: number): RowReader {
  const scanner = new Scanner(delimiter, quote)
  const pending = new Pending((text, at, isLast) => scanner.row(text, at, isLast), line)
  return {
    names: [],
    push: (piece) => pending.read(piece, false),
    end: () => pending.read('', true),
  }
}

class Scanner {
  readonly #delimiter: number
  readonly #quote: string
  readonly #quoteCode: number
  #text = ''
  #isLast = false
  #at = 0
  #breaks = 0
  #isUnclosed = false

  constructor(delimiter: string, quote: string | null) {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#quote = quote ?? ''
    this.#quoteCode = quote === null ? -1 : quote.charCodeAt(0)
  }

  row(text: string, { from, line }: { from: number; line: number }, isLast: boolean): Taken {
    this.#text = text
    this.#isLast = isLast
    this.#at = from
    this.#breaks = 0
    this.#isUnclosed = false
    const cells: (string | null)[] = []
    for (;;) {
      const cell = this.#cell()
      if (cell === unfinished) return null
      cells.push(cell)
      if (this.#at < text.length && text.charCodeAt(this.#at) === this.#delimiter) this.#at += 1
      else break
    }
    const end = this.#at
    const next = this.#behindLineEnd()
    if (next === unfinished) return null
    const after = { from: next, line: line + this.#breaks + 1 }
    const row = { line, cells, text: text.slice(from, end) }
    return {
      row: this.#isUnclosed ? { ...row, fault: 'A quote is not closed' } : row,
      ...after,
    }
  }

  #cell(): string | null | typeof unfinished {
    const text = this.#text
    if (text.charCodeAt(this.#at) === this.#quoteCode) return this.#quoted()
    const plain = this.#plain()
    return plain === unfinished ? unfinished : plain === '' ? null : plain
  }

  /** Up to the next delimiter or line end. */
  #plain(): string | typeof unfinished {
    const text = this.#text
    const from = this.#at
    let at = from
    const { length } = text
    for (; at < length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === this.#delimiter || code === lineFeed || code === carriageReturn) break
    }
    if (at === length && !this.#isLast) return unfinished
    this.#at = at
    return text.slice(from, at)
  }

  #quoted(): string | typeof unfinished {
    const text = this.#text
    let value = ''
    let from = this.#at + 1
    for (;;) {
      const at = text.indexOf(this.#quote, from)
      if (at === -1) {
        if (!this.#isLast) return unfinished
        this.#isUnclosed = true
        value += text.slice(from)
        this.#at = text.length
        break
      }
      if (at + 1 === text.length && !this.#isLast) return unfinished
      if (text.charCodeAt(at + 1) === this.#quoteCode) {
        value += text.slice(from, at + 1)
        from = at + 2
        continue
      }
      value += text.slice(from, at)
      this.#at = at + 1
      break
    }
    this.#breaks += breaksIn(value)
    if (this.#isUnclosed) return value
    const rest = this.#plain()
    return rest === unfinished ? unfinished : value + rest
  }

  #behindLineEnd(): number {
    const text = this.#text
    const at = this.#at
    if (at >= text.length) return at
    if (text.charCodeAt(at) === lineFeed) return at + 1
    // Whether a line feed follows is unknown until the next chunk.
    if (at + 1 === text.length && !this.#isLast) return unfinished
    return text.charCodeAt(at + 1) === lineFeed ? at + 2 : at + 1
  }
}

/** Line ends within a text; a carriage return with its line feed is one. */
export function breaksIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1)) {
    if (text.charCodeAt(at + 1) !== lineFeed) count += 1
  }
  return count
}
