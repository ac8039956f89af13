import type { Row } from '@basalt/delimited'
import { type DatabaseSession, EngineError } from '@basalt/engine'

import { mostRecordedKeys } from '../history/record.ts'
import { readHistoryLimits } from '../history/storage.ts'
import { copyFields, copyText } from './copy-text.ts'
import type { ImportPlan } from './import-plan.ts'
import {
  cleaning,
  copyDirect,
  copyRejected,
  copyStaged,
  preparation,
  readKeys,
  readReasons,
  readRejected,
  rejectedRows,
  stageAgain,
  takeStaged,
} from './import-statements.ts'
import { canKeepBefore, isBeforeTooMuch, leaveMark } from './import-traces.ts'
import { syncSequences } from './sync-sequences.ts'

/** A segment is written at once, and kept in memory until it is. */
const segmentRows = 20_000
const segmentCharacters = 2 * 1024 * 1024

/** Rows that refer to each other may come in any order; longer chains than this are rare. */
const furtherPasses = 50

export type ImportSource = {
  /** Cells of a whole row; null where rows may have fewer. */
  width: number | null
  isJson: boolean
}

export type RejectedRow = {
  /** Names the row in this import; several rows may stand in one line. */
  number: number
  line: number
  /** Values of the columns that are imported, in their order. */
  cells: (string | null)[]
  reason: string
  sqlstate: string | null
  /** The column at fault, where that is known. */
  column: string | null
  /** The row as it stands in the source. */
  text: string
}

/**
 * Rows that are written together. They wait as bytes: as objects they would live too long for
 * the collector to be quick about them.
 */
type Segment = {
  numbers: number[]
  lines: number[]
  /** The rows as COPY takes them, each with its line end. */
  encoded: Buffer[]
  /** The rows as they stand in the source, each with U+0000 behind it. */
  texts: Buffer[]
  faulty: (Row & { number: number })[]
  size: number
}

const emptySegment = (): Segment => ({
  numbers: [],
  lines: [],
  encoded: [],
  texts: [],
  faulty: [],
  size: 0,
})

const joined = (parts: readonly string[], mark: string) => Buffer.from(`${parts.join(mark)}${mark}`)

const parted = (bytes: readonly Buffer[], mark: string) =>
  Buffer.concat(bytes).toString().split(mark).slice(0, -1)

type Options = {
  session: DatabaseSession
  plan: ImportPlan
  source: ImportSource
  signal: AbortSignal
}

/**
 * Writes rows into one table, in a transaction that the caller began and ends. Rows go by COPY;
 * where that refuses a segment its rows are staged and tried apart, so that a row that does
 * not fit is put aside with the reason and all others are written.
 */
export class TableImport {
  readonly #session: DatabaseSession
  readonly #plan: ImportPlan
  readonly #source: ImportSource
  readonly #signal: AbortSignal
  #segment = emptySegment()
  #writing: Promise<void> = Promise.resolve()
  #failure: { error: unknown } | undefined
  #isDirect: boolean
  #keepsKeys: boolean
  #mostBytes = 0
  /** Whether all rows that were there before are kept as they were. */
  keepsBefore: boolean
  isBeforeTooMuch = false
  /** Rows of the source. */
  rows = 0
  inserted = 0
  updated = 0
  rejected = 0

  constructor({ session, plan, source, signal }: Options, expectedRows: number | null) {
    this.#session = session
    this.#plan = plan
    this.#source = source
    this.#signal = signal
    this.#isDirect = plan.onConflict === 'fail'
    this.#keepsKeys = plan.key.length > 0 && (expectedRows ?? 0) <= mostRecordedKeys
    this.keepsBefore = canKeepBefore(plan)
  }

  async prepare(): Promise<void> {
    for (const statement of preparation(this.#plan)) await this.#session.query(statement)
    if (this.keepsBefore) this.#mostBytes = (await readHistoryLimits(this.#session)).most_bytes
  }

  /** Resolves when more rows can be taken: one segment is read while another one is written. */
  async take(rows: readonly Row[]): Promise<void> {
    let fields: string[] = []
    let texts: string[] = []
    const keep = () => {
      if (fields.length === 0) return
      this.#segment.encoded.push(joined(fields, '\n'))
      this.#segment.texts.push(joined(texts, '\0'))
      fields = []
      texts = []
    }
    for (const row of rows) {
      this.rows += 1
      if (this.#accepts(row)) {
        fields.push(copyFields(row, this.#plan.columns, this.#source.isJson))
        texts.push(row.text)
      }
      const { lines, faulty, size } = this.#segment
      if (lines.length + faulty.length >= segmentRows || size >= segmentCharacters) {
        keep()
        await this.#writeSegment()
      }
    }
    keep()
  }

  /** Writes what is left. Afterwards the counts are final. */
  async finish(): Promise<void> {
    await this.#writeSegment()
    await this.#settled()
    await this.#retryReferences()
  }

  /** Tries rejected rows again with other values; those that are refused again stay rejected. */
  async retry(
    rows: readonly { number: number; cells: readonly (string | null)[] }[],
  ): Promise<void> {
    const { rows: known } = await this.#session.text(
      `delete from ${rejectedRows} where nr = any ($1::bigint[]) returning nr::text, line::text, raw`,
      [rows.map(({ number }) => String(number))],
    )
    const places = new Map(known.map(([number, line, text]) => [number, { line, text }]))
    const again = rows.flatMap(({ number, cells }) => {
      const place = places.get(String(number))
      return place === undefined ? [] : [{ number, cells, ...place }]
    })
    if (again.length === 0) return
    await this.#takeStaged({
      numbers: again.map(({ number }) => number),
      lines: again.map(({ line }) => Number(line)),
      encoded: [
        joined(
          again.map(({ cells }) => cells.map(copyText).join('\t')),
          '\n',
        ),
      ],
      texts: [
        joined(
          again.map(({ text }) => text ?? ''),
          '\0',
        ),
      ],
    })
    await this.#retryReferences()
  }

  /** Rejected rows behind one of them, in the order of the source. */
  async readRejected(after: number, limit: number): Promise<RejectedRow[]> {
    const { rows } = await this.#session.text(readRejected(this.#plan), [
      String(after),
      String(limit),
    ])
    return rows.map(([number, line, sqlstate, reason, column, text, ...cells]) => ({
      number: Number(number),
      line: Number(line),
      cells,
      reason: reason ?? '',
      sqlstate: sqlstate ?? null,
      column: column ?? null,
      text: text ?? '',
    }))
  }

  /** Why rows were rejected, the most frequent reason first. */
  async readReasons(): Promise<{ reason: string; column: string | null; rows: number }[]> {
    const { rows } = await this.#session.text(readReasons)
    return rows.map(([reason, column, count]) => ({
      reason: reason ?? '',
      column: column ?? null,
      rows: Number(count),
    }))
  }

  /** Keys of the new rows as texts; null when there are too many, or the table has no key. */
  async readKeys(): Promise<string[][] | null> {
    if (!this.#keepsKeys) return null
    const { rows } = await this.#session.text(readKeys(this.#plan))
    return rows.map((key) => key.map((part) => part ?? ''))
  }

  /** The last thing before the commit: sequences go on behind the numbers that were imported. */
  async complete(): Promise<void> {
    await syncSequences(this.#session, this.#plan)
    for (const statement of cleaning(this.#plan)) await this.#session.query(statement)
  }

  /** Notes a row; one that cannot be written is put aside. */
  #accepts(row: Row): boolean {
    const fault = row.fault ?? this.#faultOf(row)
    this.#segment.size += row.text.length
    if (fault !== undefined) {
      this.#segment.faulty.push({ ...row, fault, number: this.rows })
      return false
    }
    this.#segment.numbers.push(this.rows)
    this.#segment.lines.push(row.line)
    return true
  }

  #faultOf({ cells, text }: Row): string | undefined {
    const { width } = this.#source
    if (width !== null && cells.length !== width) {
      const isOnlyLonger = cells.length > width && cells.slice(width).every((cell) => cell === null)
      if (!isOnlyLonger) return `The row has ${cells.length} cells instead of ${width}`
    }
    if (text.includes('\0')) return 'The row holds the character U+0000, which no text can hold'
    return undefined
  }

  async #writeSegment(): Promise<void> {
    const segment = this.#segment
    this.#segment = emptySegment()
    await this.#settled()
    this.#writing = this.#write(segment).catch((error: unknown) => {
      this.#failure = { error }
    })
  }

  async #settled(): Promise<void> {
    await this.#writing
    if (this.#failure !== undefined) throw this.#failure.error
  }

  async #write(segment: Segment): Promise<void> {
    if (segment.faulty.length > 0) await this.#reject(segment.faulty)
    if (segment.lines.length === 0) return
    if (this.#keepsKeys && this.inserted > mostRecordedKeys) this.#keepsKeys = false
    if (this.#isDirect && !this.#keepsKeys && (await this.#copyDirect(segment))) return
    await this.#takeStaged(segment)
  }

  /** The fast way; false when a row was refused and nothing of the segment is written. */
  async #copyDirect({ encoded }: Segment): Promise<boolean> {
    await this.#session.query('savepoint segment')
    try {
      this.inserted += await this.#session.copyFrom(copyDirect(this.#plan), encoded, {
        signal: this.#signal,
      })
      await this.#session.query(leaveMark)
      await this.#session.query('release savepoint segment')
      return true
    } catch (error) {
      if (!(error instanceof EngineError) || error.kind !== 'statement') throw error
      // Row level security and some foreign tables take no COPY at all.
      if (error.sql?.sqlstate === '0A000') this.#isDirect = false
      await this.#session.query('rollback to savepoint segment')
      return false
    }
  }

  async #takeStaged({ numbers, lines, encoded, texts }: Omit<Segment, 'faulty' | 'size'>) {
    const staged = parted(encoded, '\n').map(
      (fields, at) => `${numbers[at]}\t${lines[at]}\t${fields}\n`,
    )
    await this.#session.copyFrom(copyStaged(this.#plan), [Buffer.from(staged.join(''))], {
      signal: this.#signal,
    })
    await this.#takeRows()
    const { rows } = await this.#session.text(
      `select nr::text from ${rejectedRows} where raw is null`,
    )
    if (rows.length === 0) return
    const known = parted(texts, '\0')
    const textOf = new Map(numbers.map((number, at) => [String(number), known[at] ?? '']))
    await this.#session.text(
      `update ${rejectedRows} r set raw = known.text
       from unnest($1::bigint[], $2::text[]) as known (nr, text) where r.nr = known.nr`,
      [rows.map(([number]) => number), rows.map(([number]) => textOf.get(number ?? '') ?? '')],
    )
  }

  async #takeRows(): Promise<void> {
    const keeps = { keys: this.#keepsKeys, before: this.keepsBefore }
    const { rows } = await this.#session.text(takeStaged(keeps), [], { signal: this.#signal })
    this.inserted += Number(rows[0]?.[0])
    this.updated += Number(rows[0]?.[1])
    if (rows[0]?.[2] === 't') this.keepsBefore = false
    if (this.keepsBefore && (await isBeforeTooMuch(this.#session, this.#mostBytes))) {
      this.keepsBefore = false
      this.isBeforeTooMuch = true
    }
    const { rows: count } = await this.#session.text(`select count(*) from ${rejectedRows}`)
    this.rejected = Number(count[0]?.[0])
  }

  async #reject(rows: Segment['faulty']): Promise<void> {
    const lines = rows.map((row) => {
      const { number, line, fault = '', text } = row
      const fields = copyFields(row, this.#plan.columns, this.#source.isJson)
      // PostgreSQL has no place for it, also not where it says so.
      const shown = `${number}\t${line}\t${fields}\t${copyText(fault)}\t${copyText(text)}\n`
      return shown.replaceAll('\0', '␀')
    })
    const signal = this.#signal
    await this.#session.copyFrom(copyRejected(this.#plan), [Buffer.from(lines.join(''))], {
      signal,
    })
    this.rejected += rows.length
  }

  /** A row may refer to one that stands behind it in the source. */
  async #retryReferences(): Promise<void> {
    let before = Number.POSITIVE_INFINITY
    for (let pass = 0; pass < furtherPasses && this.rejected > 0; pass += 1) {
      const { rows } = await this.#session.text(
        `select count(*) from ${rejectedRows} where sqlstate = '23503'`,
      )
      const count = Number(rows[0]?.[0])
      if (count === 0 || count >= before) return
      before = count
      await this.#session.text(stageAgain(this.#plan))
      await this.#takeRows()
    }
  }
}
