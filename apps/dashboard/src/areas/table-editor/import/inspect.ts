import {
  ColumnGuess,
  getDecoder,
  detectDialect,
  detectEncoding,
  type Encoding,
  type InferredType,
  isRow,
  looksLikeNames,
  readRows,
  type Row,
  standsOut,
} from '@basalt/delimited'

import { areNamesOf, couldBeRowOf } from './plain-name.ts'

/** The settings for parsing a file. */
export type Reading = {
  kind: 'delimited' | 'json'
  encoding: Encoding
  delimiter: string
  quote: string | null
  /** The line that names the columns; null when none does. */
  namesLine: number | null
}

export type InspectedColumn = {
  name: string
  type: InferredType
  /** Of texts: the type of nearly all of them. */
  nearly: { type: InferredType; others: number } | null
  empty: number
  isUnique: boolean
}

/** The result of parsing a whole file. */
export type Inspection = {
  columns: InspectedColumn[]
  /** Whether a header or objects name the columns. */
  isNamed: boolean
  /** Of json: the names as they stand in the file. */
  sourceNames: string[]
  rows: number
  /** Number of rows with another width, or with errors. */
  faults: number
  /** The first rows, for a preview. */
  preview: (string | null)[][]
}

/** Read at once to detect the dialect. */
const sampleBytes = 256 * 1024

/** Magic numbers of binary formats: workbooks, gzip, PDF, images. */
const noText = ['504b0304', 'd0cf11e0', '1f8b', '25504446', '89504e47', 'ffd8ff', '47494638']

/** A text may hold a byte that is 0 by mistake; several at its beginning are something else. */
const inspectedBytes = 1024
const maxZeros = 3

/** Number of rows for detecting a header. */
const rowsForNames = 100

/** Further rows are only counted and typed. */
const previewRows = 20

/**
 * Detects the dialect of a file from its beginning. Names of a table's `columns` are recognised as
 * a header, independent of the rows below.
 */
export async function detectReading(file: Blob, columns: readonly string[] = []): Promise<Reading> {
  const bytes = new Uint8Array(await file.slice(0, sampleBytes).arrayBuffer())
  const encoding = detectEncoding(bytes)
  const sample = getDecoder(encoding).decode(bytes)
  const dialect = detectDialect(sample)
  if (dialect.kind === 'json') {
    return { kind: 'json', encoding, delimiter: ',', quote: '"', namesLine: null }
  }
  const reader = readRows(dialect)
  const [first = reader.end()[0], ...rest] = reader.push(sample).filter((row) => isRow(row))
  const values = rest.slice(0, rowsForNames).map(({ cells }) => cells)
  const isNamed = first !== undefined && areNames(first.cells, values, columns)
  const namesLine = isNamed ? first.line : null
  return { encoding, namesLine, ...dialect }
}

type Cells = readonly (string | null)[]

/** Without a table, text above text counts as a header; a table has its own names to compare. */
function areNames(cells: Cells, values: readonly Cells[], columns: readonly string[]): boolean {
  if (areNamesOf(cells, columns)) return true
  return (
    looksLikeNames(cells, values) && (!couldBeRowOf(cells, columns) || standsOut(cells, values))
  )
}

type Watching = { onBytes: (bytes: number) => void; signal: AbortSignal }

/**
 * Reads a file to its end, piece by piece: names, types and counts of all its rows, in memory
 * that does not grow with it.
 *
 * @throws Error where there are no rows of text; TypeError where the bytes are not of the encoding.
 */
export async function examine(
  file: Blob,
  reading: Reading,
  { onBytes, signal }: Watching,
): Promise<Inspection> {
  await requireText(file, reading.encoding)
  const decoder = getDecoder(reading.encoding)
  const { kind, delimiter, quote } = reading
  const reader = readRows(kind === 'json' ? { kind, names: [] } : { kind, delimiter, quote })
  const found = new Findings(reading)
  let bytes = 0
  for await (const chunk of splitPieces(file)) {
    signal.throwIfAborted()
    found.add(reader.push(decoder.decode(chunk)))
    bytes += chunk.length
    onBytes(bytes)
  }
  found.add([...reader.push(decoder.end()), ...reader.end()])
  return found.result(reader.names)
}

async function requireText(file: Blob, encoding: Encoding): Promise<void> {
  if (file.size === 0) throw new Error('This file is empty')
  const bytes = new Uint8Array(await file.slice(0, inspectedBytes).arrayBuffer())
  const hex = (byte: number) => byte.toString(16).padStart(2, '0')
  const begin = Array.from(bytes.subarray(0, 4), hex).join('')
  // Half of the bytes of UTF-16 are 0.
  const zeros = bytes.filter((byte) => byte === 0).length
  const isOther = zeros > maxZeros && !encoding.startsWith('utf-16')
  if (isOther || noText.some((one) => begin.startsWith(one)))
    throw new Error('This is not a text file. Save or unpack it as CSV, TSV or JSON first')
}

async function* splitPieces(file: Blob): AsyncGenerator<Uint8Array> {
  const size = 1024 * 1024
  for (let from = 0; from < file.size; from += size) {
    yield new Uint8Array(await file.slice(from, from + size).arrayBuffer())
  }
}

class Findings {
  readonly #reading: Reading
  readonly #guesses: ColumnGuess[] = []
  readonly #preview: Row[] = []
  #names: (string | null)[] | null = null
  #rows = 0
  #faults = 0

  constructor(reading: Reading) {
    this.#reading = reading
  }

  add(rows: readonly Row[]): void {
    const { namesLine } = this.#reading
    for (const row of rows) {
      if (namesLine !== null && row.line <= namesLine) {
        if (row.line === namesLine) this.#names = row.cells
      } else if (isRow(row, this.#names?.length)) this.#note(row)
    }
  }

  #note(row: Row): void {
    const { cells, strings } = row
    this.#rows += 1
    if (this.#preview.length < previewRows) this.#preview.push(row)
    const isOther = this.#reading.kind === 'delimited' && cells.length !== this.#width(cells)
    if (row.fault !== undefined || isOther) {
      this.#faults += 1
      return
    }
    while (this.#guesses.length < cells.length) {
      const guess = new ColumnGuess()
      // Earlier objects had no such name.
      guess.empty = this.#rows - 1 - this.#faults
      this.#guesses.push(guess)
    }
    for (const [at, guess] of this.#guesses.entries())
      guess.note(cells[at] ?? null, strings?.has(at))
  }

  #width(cells: Row['cells']): number {
    this.#names ??= cells.map(() => null)
    return this.#names.length
  }

  result(jsonNames: readonly string[]): Inspection {
    const isJson = this.#reading.kind === 'json'
    const names = columnNames(isJson ? jsonNames : (this.#names ?? []))
    const columns = names.map((name, at) => {
      const guess = this.#guesses[at] ?? new ColumnGuess()
      const { type, nearly, empty, isUnique } = guess
      return { name, type, nearly, empty, isUnique }
    })
    const preview = this.#preview.map(({ cells }) => names.map((_, at) => cells[at] ?? null))
    const isNamed = isJson || this.#reading.namesLine !== null
    const counts = { rows: this.#rows, faults: this.#faults }
    return { columns, isNamed, sourceNames: [...jsonNames], ...counts, preview }
  }
}

/** Names as they are, with a number where one is missing or used twice. */
function columnNames(given: readonly (string | null)[]): string[] {
  const used = new Set<string>()
  return given.map((one, at) => {
    const target = (one ?? '').trim() || `column_${at + 1}`
    let name = target
    for (let number = 2; used.has(name.toLowerCase()); number += 1) name = `${target}_${number}`
    used.add(name.toLowerCase())
    return name
  })
}
