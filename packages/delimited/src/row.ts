/** The format of rows in a text. */
export type Dialect =
  | {
      kind: 'delimited'
      /** One character. */
      delimiter: string
      /** The character that may enclose a cell; null without one. */
      quote: string | null
    }
  /** Objects, one after another or in an array. */
  | {
      kind: 'json'
      /** Names of the cells in their order; new names of later objects are appended. */
      names: readonly string[]
    }

export type Row = {
  /** The row's first line, counted from 1. */
  line: number
  /** Null for an empty field between two delimiters, or a name that an object lacks. */
  cells: (string | null)[]
  /** The raw text of the row, without its line end. */
  text: string
  /** Of json: the places of cells that stand there as texts in quotes. */
  strings?: ReadonlySet<number>
  /** Why these are not the cells that were meant. */
  fault?: string
}

/**
 * Whether a parsed line is a row among rows of the given width. An empty line is a NULL among rows
 * of one cell, and no row among wider ones or when none came before.
 */
export const isRow = ({ text }: Row, width?: number | null): boolean => text !== '' || width === 1

/** Reads rows from a text that arrives in chunks. */
export interface RowReader {
  /** Of JSON: the names seen so far. Empty for delimited text, which may have no names. */
  readonly names: readonly string[]
  push(piece: string): Row[]
  /** The remaining rows. Nothing can be pushed after it. */
  end(): Row[]
}

/** A row of more characters than this is a quote without its partner, not a row. */
const maxRowLength = 16 * 1024 * 1024

/** The text does not have the declared format, so reading cannot continue. */
export class FormatError extends Error {
  override readonly name = 'FormatError'
}

/**
 * The part of a text without a complete row yet. For a row much longer than a chunk, it is parsed
 * again only when its length has doubled, which keeps the total work linear.
 */
export class Pending {
  #text = ''
  #required = 0
  #line: number
  readonly #take: Take

  constructor(take: Take, line: number) {
    this.#take = take
    this.#line = line
  }

  read(piece: string, isLast: boolean): Row[] {
    this.#text += piece
    if (this.#text.length < this.#required && !isLast) return []
    const rows: Row[] = []
    let from = 0
    while (from < this.#text.length) {
      const taken = this.#take(this.#text, { from, line: this.#line }, isLast)
      if (taken === null) break
      if (taken.row !== null) rows.push(taken.row)
      from = taken.from
      this.#line = taken.line
    }
    this.#text = this.#text.slice(from)
    if (this.#text.length > maxRowLength) {
      throw new FormatError(
        `The row that starts on line ${this.#line} is larger than 16 MB: check for a quote that is not closed.`,
      )
    }
    this.#required = this.#text.length > 65_536 ? this.#text.length * 2 : 0
    return rows
  }
}

type Take = (text: string, at: { from: number; line: number }, isLast: boolean) => Taken

/**
 * The result of one step: a row or none, and the start of the next one. Null: the text is
 * incomplete.
 */
export type Taken = { row: Row | null; from: number; line: number } | null
