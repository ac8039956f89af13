import type { Dialect } from './row.ts'

const [lineFeed, carriageReturn, backslash] = [10, 13, 92]

/** Classes of bytes; all other bytes are equivalent. */
const kinds = { delimiter: 1, quote: 2, lineFeed: 3, carriageReturn: 4, backslash: 5 }
const kindCount = 6

/** States of the parser. A second quote after a closing one is an escaped quote. */
const [row, cell, unquoted, quoted, closed, returned, odd] = [0, 1, 2, 3, 4, 5, 6]

/** The next state of each state, for each kind of byte. */
const following = Uint8Array.from(
  [
    // No two readers agree on an empty line, or on one that ends COPY: \. alone.
    [unquoted, cell, quoted, odd, odd, odd],
    [unquoted, cell, quoted, row, returned, unquoted],
    [unquoted, cell, odd, row, returned, unquoted],
    [quoted, quoted, closed, quoted, quoted, quoted],
    [odd, cell, quoted, row, returned, odd],
    [odd, odd, odd, row, odd, odd],
    [odd, odd, odd, odd, odd, odd],
  ].flat(),
)

/** Rows that end within a chunk. */
export type EndedRows = {
  rows: number
  /** The offset in the chunk after the last of them; 0 when none ends in it. */
  end: number
  /** Line ends between the last row that ended before, and this place. */
  lines: number
}

/** Single bytes without another meaning. */
export type PlainMarks = { delimiter: string; quote: string }

/** The marks of a text whose rows may be plain. */
export function plainMarks(dialect: Dialect): PlainMarks | null {
  if (dialect.kind === 'json' || dialect.quote === null) return null
  const { delimiter, quote } = dialect
  const codes = [delimiter, quote].map((mark) => mark.codePointAt(0) ?? 0)
  const meanings = new Set([...codes, lineFeed, carriageReturn, backslash])
  return Math.max(...codes) < 128 && meanings.size === 5 ? { delimiter, quote } : null
}

/**
 * Finds row ends in bytes of delimited text without reading their cells. It supports plain rows
 * only, which `readRows` and the COPY of PostgreSQL read identically: quotes enclose whole cells,
 * no line is empty or starts with a backslash, and lines end in LF or CR LF.
 */
export class PlainRows {
  readonly #kinds = new Uint8Array(256)
  #state = row
  #lines = 0
  #last = 0

  constructor({ delimiter, quote }: PlainMarks) {
    this.#kinds[lineFeed] = kinds.lineFeed
    this.#kinds[carriageReturn] = kinds.carriageReturn
    this.#kinds[backslash] = kinds.backslash
    this.#kinds[delimiter.charCodeAt(0)] = kinds.delimiter
    this.#kinds[quote.charCodeAt(0)] = kinds.quote
  }

  /** Null when a row is not plain: it and all later rows have to be parsed. */
  push(piece: Uint8Array): EndedRows | null {
    const ended: EndedRows = { rows: 0, end: 0, lines: 0 }
    const getKind = this.#kinds
    let state = this.#state
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at] ?? 0
      state = following[state * kindCount + (getKind[byte] ?? 0)] ?? odd
      if (byte !== lineFeed && byte !== carriageReturn) continue
      const before = at === 0 ? this.#last : piece[at - 1]
      // A carriage return with its line feed is one end of a line.
      if (byte === carriageReturn || before !== carriageReturn) this.#lines += 1
      if (state !== row) continue
      ended.rows += 1
      ended.end = at + 1
      ended.lines += this.#lines
      this.#lines = 0
    }
    this.#state = state
    this.#last = piece.at(-1) ?? this.#last
    return state === odd ? null : ended
  }

  /** Rows at the end of the text without a line end: one or none; null as above. */
  end(): number | null {
    if (this.#state === row) return 0
    return [cell, unquoted, closed].includes(this.#state) ? 1 : null
  }
}
