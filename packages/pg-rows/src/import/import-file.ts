import {
  type Decoder,
  getDecoder,
  type Encoding,
  isRow,
  plainMarks,
  PlainRows,
  readRows,
  type Row,
  type RowReader,
} from '@basalt/delimited'

import { type ImportSource, getLength } from './segment.ts'
import type { TableImport } from './table-import.ts'

export type FileSource = ImportSource & {
  encoding: Encoding
  /** Rows up to this line are the header; 0 without one. */
  namesLine: number
}

/** A longer row is left to the parser, which detects an unclosed quote. */
const maxPlainLength = 4 * 1024 * 1024

const lineFeed = 10
const byteOrderMark = Buffer.from('\uFEFF')

/**
 * Feeds the bytes of a file into a table. While rows are plain, only their ends are found here and
 * PostgreSQL parses them; from the first other row on, all are parsed here.
 */
export class ImportFile {
  readonly #running: TableImport
  readonly #source: FileSource
  readonly #plain: PlainRows | null
  #text: ImportText | null = null
  #isStarted = false
  /** Of an incomplete plain row, which started in `#line`. */
  #pending: Uint8Array[] = []
  #line = 1

  constructor(running: TableImport, source: FileSource) {
    this.#running = running
    this.#source = source
    const marks = source.encoding === 'utf-8' ? plainMarks(source.dialect) : null
    this.#plain = marks && new PlainRows(marks)
  }

  async push(chunk: Uint8Array): Promise<void> {
    let rest = this.#isStarted ? chunk : this.#begin(chunk)
    while (this.#text === null && rest.length > 0) {
      // Names go by the line, so that they are never among the rows of a piece.
      const areNames = this.#line <= this.#source.namesLine
      const end = (areNames && rest.indexOf(lineFeed) + 1) || rest.length
      await this.#takePlain(rest.subarray(0, end))
      rest = rest.subarray(end)
    }
    if (rest.length > 0) await this.#text?.push(rest)
  }

  async end(): Promise<void> {
    const rows = this.#plain?.end() ?? null
    if (this.#text === null && rows === null) await this.#readOn()
    if (this.#text !== null) await this.#text.end()
    else if (rows === 1) await this.#hand({ rows, lines: 0 })
  }

  /** Removes the byte order mark of UTF-8. */
  #begin(chunk: Uint8Array): Uint8Array {
    this.#isStarted = true
    const { length } = byteOrderMark
    // A decoder also sees a mark that is cut.
    if (this.#plain === null || chunk.length < length) {
      this.#text = new ImportText(this.#running, this.#source)
      return chunk
    }
    return byteOrderMark.equals(chunk.subarray(0, length)) ? chunk.subarray(length) : chunk
  }

  async #takePlain(piece: Uint8Array): Promise<void> {
    const ended = this.#plain?.push(piece) ?? null
    if (ended === null) {
      this.#pending.push(piece)
      await this.#readOn()
      return
    }
    if (ended.rows === 0) this.#pending.push(piece)
    else {
      this.#pending.push(piece.subarray(0, ended.end))
      await this.#hand(ended)
      this.#pending = [piece.subarray(ended.end)]
    }
    if (getLength(this.#pending) > maxPlainLength) await this.#readOn()
  }

  /** Passes the pending bytes, which are complete rows, to the import. */
  async #hand({ rows, lines }: { rows: number; lines: number }): Promise<void> {
    const line = this.#line
    this.#line += lines
    if (line <= this.#source.namesLine) return
    await this.#running.takePlain({ bytes: this.#pending, rows, line })
  }

  async #readOn(): Promise<void> {
    const bytes = this.#pending
    this.#pending = []
    this.#text = new ImportText(this.#running, this.#source, this.#isStarted ? this.#line : null)
    for (const piece of bytes) await this.#text.push(piece)
  }
}

/** The rest of a file, from the beginning of a row on, as rows of text. */
class ImportText {
  readonly #running: TableImport
  readonly #source: FileSource
  readonly #decoder: Decoder
  readonly #reader: RowReader
  /** Whether a row was read already; blank lines before the first one are skipped. */
  #isStarted: boolean

  /** The line is null when the file was not analysed before. */
  constructor(running: TableImport, source: FileSource, line: number | null = null) {
    this.#running = running
    this.#source = source
    this.#isStarted = line !== null && line > 1
    this.#decoder = getDecoder(source.encoding, { isWithin: line !== null })
    this.#reader = readRows(source.dialect, line ?? 1)
  }

  push(bytes: Uint8Array): Promise<void> {
    return this.#take(this.#reader.push(this.#decoder.decode(bytes)))
  }

  end(): Promise<void> {
    return this.#take([...this.#reader.push(this.#decoder.end()), ...this.#reader.end()])
  }

  #take(rows: Row[]): Promise<void> {
    return this.#running.take(rows.filter((row) => this.#isTaken(row)))
  }

  #isTaken(row: Row): boolean {
    const { namesLine, width } = this.#source
    if (!isRow(row, this.#isStarted ? width : null)) return false
    this.#isStarted = true
    return row.line > namesLine
  }
}
