/** How rows are written in a text. */
export type Dialect =
  | {
      kind: 'delimited'
      /** One character. */
      delimiter: string
      /** One character that may stand around a cell; null when there is none. */
      quote: string | null
    }
  /** Objects, one after another or in an array. */
  | {
      kind: 'json'
      /** Names of the cells in their order; names that a later object brings are put behind. */
      names: readonly string[]
    }

export type Row = {
  /** The line that the row begins in, counted from 1. */
  line: number
  /** Null where nothing stands: between two delimiters, or for a name that an object lacks. */
  cells: (string | null)[]
  /** The row as it stands in the text, without the end of its line. */
  text: string
  /** Of json: the places of cells that stand there as texts in quotes. */
  strings?: ReadonlySet<number>
  /** Why these are not the cells that were meant. */
  fault?: string
}

/**
 * Whether what was read is a row among rows of so many cells. A line without a character is a
 * NULL among rows of one cell, and no row among wider ones or where none came before.
 */
export const isRow = ({ text }: Row, width?: number | null): boolean => text !== '' || width === 1

/** Reads rows out of a text that comes in pieces, wherever it is cut. */
export interface RowReader {
  /** Of json: the names seen so far. Empty for delimited text, which may name nothing. */
  readonly names: readonly string[]
  push(piece: string): Row[]
  /** The rest. Nothing can be pushed behind it. */
  end(): Row[]
}

/** A row of more characters than this is a quote without its partner, not a row. */
const maxRowLength = 16 * 1024 * 1024

/** The text is not what it was said to be, so reading on makes no sense. */
export class FormatError extends Error {
  override readonly name = 'FormatError'
}

/**
 * The part of a text that no row was made of yet. A row that is far longer than a piece is
 * looked at again only when there is twice as much of it, so it is not read once a piece.
 */
export class Pending {
  #text = ''
  #wanted = 0
  #line: number
  readonly #take: Take

  constructor(take: Take, line: number) {
    this.#take = take
    this.#line = line
  }

  read(piece: string, isLast: boolean): Row[] {
    this.#text += piece
    if (this.#text.length < this.#wanted && !isLast) return []
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
    this.#wanted = this.#text.length > 65_536 ? this.#text.length * 2 : 0
    return rows
  }
}

type Take = (text: string, at: { from: number; line: number }, isLast: boolean) => Taken

/** What was read: a row or none, and where the next one begins. Null: the text ends too early. */
export type Taken = { row: Row | null; from: number; line: number } | null
