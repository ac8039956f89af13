import { type Dialect, getDecoder, readRows, type Row } from '@basalt/delimited'

import { copyFields, copyText } from './copy-text.ts'
import type { ImportPlan } from './import-plan.ts'
import { stagedFields } from './staged-cells.ts'

/** The dialect of a source. */
export type ImportSource = {
  dialect: Dialect
  /** Cells of a whole row; null where rows may have fewer. */
  width: number | null
}

/**
 * Rows that are written together. They are buffered as bytes: as objects they would live too long
 * for the garbage collector to be fast.
 */
export type Segment = {
  numbers: number[]
  lines: number[]
  /** The rows as COPY takes them, each with its line end. */
  encoded: Buffer[]
  /** The raw rows of the source, each followed by U+0000. */
  texts: Buffer[]
  /** Rows that cannot be written. */
  faulty: (Row & { number: number; sqlstate?: string | undefined })[]
}

/** Plain rows (`PlainRows`) as they stand in the source. */
export type PlainSegment = {
  bytes: Uint8Array[]
  rows: number
  /** Their first line in the source. */
  line: number
  /** Rows of the source before them. */
  before: number
}

/** A segment is written at once, and stays in memory until then. */
export const isLarge = ({ rows, size }: { rows: number; size: number }): boolean =>
  rows >= 20_000 || size >= 2 * 1024 * 1024

/** Bytes of all pieces. */
export const getLength = (pieces: readonly Uint8Array[]) =>
  pieces.reduce((sum, { length }) => sum + length, 0)

export const joined = (parts: readonly string[], mark: string) =>
  Buffer.from(`${parts.join(mark)}${mark}`)

export const parted = (bytes: readonly Buffer[], mark: string) =>
  Buffer.concat(bytes).toString().split(mark).slice(0, -1)

/** PostgreSQL's error for rows that are invalid CSV, or have another width. */
export const badFormat = '22P04'

/** Collects rows for a segment. */
export class SegmentRows {
  readonly #columns: ImportPlan['columns']
  readonly #source: ImportSource
  readonly #segment: Segment = { numbers: [], lines: [], encoded: [], texts: [], faulty: [] }
  #fields: string[] = []
  #texts: string[] = []
  #size = 0

  constructor(columns: ImportPlan['columns'], source: ImportSource) {
    this.#columns = columns
    this.#source = source
  }

  get isLarge(): boolean {
    const { lines, faulty } = this.#segment
    return isLarge({ rows: lines.length + faulty.length, size: this.#size })
  }

  add(row: Row, number: number): void {
    this.#size += row.text.length
    const other = row.fault ?? nulFault(row)
    const fault = other ?? this.#widthFault(row)
    if (fault !== undefined) {
      const sqlstate = other === undefined ? badFormat : undefined
      this.#segment.faulty.push({ ...row, fault, number, sqlstate })
      return
    }
    this.#segment.numbers.push(number)
    this.#segment.lines.push(row.line)
    this.#fields.push(copyFields(row, this.#columns, this.#source.dialect.kind === 'json'))
    this.#texts.push(row.text)
  }

  /** No objects are stored until more rows arrive. */
  pack(): Segment {
    if (this.#fields.length > 0) {
      this.#segment.encoded.push(joined(this.#fields, '\n'))
      this.#segment.texts.push(joined(this.#texts, '\0'))
      this.#fields = []
      this.#texts = []
    }
    return this.#segment
  }

  #widthFault({ cells }: Row): string | undefined {
    const { width } = this.#source
    if (width === null || cells.length === width) return undefined
    const isOnlyLonger = cells.length > width && cells.slice(width).every((cell) => cell === null)
    const count = cells.length === 1 ? '1 cell' : `${cells.length} cells`
    return isOnlyLonger ? undefined : `The row has ${count} instead of ${width}`
  }
}

const nulFault = ({ text }: Row): string | undefined =>
  text.includes('\0')
    ? 'The row contains the character U+0000, which PostgreSQL cannot store'
    : undefined

/** The rows of a segment that COPY did not take as they stand. */
export function readPlain(
  { bytes, line, before }: PlainSegment,
  columns: ImportPlan['columns'],
  source: ImportSource,
): Segment {
  const rows = new SegmentRows(columns, source)
  const decoder = getDecoder('utf-8', { isWithin: true })
  const reader = readRows(source.dialect, line)
  const read = bytes.flatMap((piece) => reader.push(decoder.decode(piece)))
  for (const [at, row] of [...read, ...reader.push(decoder.end()), ...reader.end()].entries()) {
    rows.add(row, before + at + 1)
  }
  return rows.pack()
}

/**
 * The cells of a row that no column takes, as raw text, when its width differs from others: the
 * assignment of its cells is then arbitrary. For a row that is no object, the row itself.
 */
export function getRemainder(
  text: string,
  columns: ImportPlan['columns'],
  { dialect, width }: ImportSource,
): Row['cells'] {
  const reader = readRows(dialect)
  const [row] = [...reader.push(text), ...reader.end()]
  if (row === undefined) return []
  if (dialect.kind === 'json') return row.fault === undefined ? [] : [text]
  if (row.cells.length === width) return []
  const taken = new Set(columns.map(({ source }) => source))
  const cells = row.cells.filter((_, at) => !taken.has(at))
  return cells.every((cell) => cell === null) ? [] : cells
}

/** A rejected row as its table stores it. */
export function rejectedLine(
  row: Segment['faulty'][number],
  columns: ImportPlan['columns'],
  { dialect }: ImportSource,
): string {
  const { number, line, fault = '', sqlstate = null, text } = row
  const fields = stagedFields({ columns }, copyFields(row, columns, dialect.kind === 'json'))
  // PostgreSQL cannot store U+0000, not even in the list of rejected rows.
  const shown = `${number}\t${line}\t${fields}\t${copyText(sqlstate)}\t${copyText(fault)}\t${copyText(text)}\n`
  return shown.replaceAll('\0', '␀')
}
