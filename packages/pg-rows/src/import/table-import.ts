import type { Row } from '@basalt/delimited'
import { type DatabaseSession, EngineError } from '@basalt/engine'

import { maxRecordedKeys } from '../change-log/record.ts'
import { readHistoryLimits } from '../change-log/storage.ts'
import { copyText } from './copy-text.ts'
import type { ImportPlan } from './import-plan.ts'
import {
  cleaning,
  copyDirect,
  copyPlain,
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
import {
  canKeepBefore,
  countWrites,
  isBeforeTooMuch,
  leaveMark,
  type WriteCounts,
} from './import-traces.ts'
import {
  badFormat,
  type ImportSource,
  isLarge,
  joined,
  getRemainder,
  getLength,
  parted,
  type PlainSegment,
  readPlain,
  rejectedLine,
  type Segment,
  SegmentRows,
} from './segment.ts'
import { stagedFields } from './staged-cells.ts'
import { syncSequences } from './sync-sequences.ts'

/** Rows that reference each other may come in any order; longer chains than this are rare. */
const additionalPasses = 50

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
  /** Whether the only fault is the number of cells. */
  only_width: boolean
  /** The raw text of the row. */
  text: string
}

/** Row level security and some foreign tables take no COPY at all (feature_not_supported). */
const noCopy = '0A000'

type Options = {
  session: DatabaseSession
  plan: ImportPlan
  source: ImportSource
  signal: AbortSignal
}

/**
 * Writes rows into one table, in a transaction of the caller. Rows are written by COPY; when that
 * refuses a segment its rows are staged and tried separately, so that a refused row is reported
 * with its reason and all others are written.
 */
export class TableImport {
  readonly #session: DatabaseSession
  readonly #plan: ImportPlan
  readonly #source: ImportSource
  readonly #signal: AbortSignal
  #segment: SegmentRows
  #plain: PlainSegment | null = null
  #writing: Promise<void> = Promise.resolve()
  #failure: { error: unknown } | undefined
  #isDirect: boolean
  /** COPY that reads rows as they stand in the source, where it can. */
  #copyPlain: string | null
  readonly #canKeepKeys: boolean
  #maxBytes = 0
  /** Whether all changed rows were recorded as they were. */
  keepsBefore: boolean
  isBeforeTooMuch = false
  /** As `prepare` found it. */
  writesBefore: WriteCounts = { updated: 0, deleted: 0, is_counted: false }
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
    this.#segment = new SegmentRows(plan.columns, source)
    this.#isDirect = plan.onConflict === 'fail'
    this.#copyPlain = copyPlain(plan, source)
    this.#canKeepKeys = plan.key.length > 0 && (expectedRows ?? 0) <= maxRecordedKeys
    this.keepsBefore = canKeepBefore(plan)
  }

  async prepare(): Promise<void> {
    this.writesBefore = await countWrites(this.#session, this.#plan.table.id)
    for (const statement of preparation(this.#plan)) await this.#session.query(statement)
    if (this.keepsBefore) this.#maxBytes = (await readHistoryLimits(this.#session)).most_bytes
  }

  /** Resolves when more rows can be taken: one segment is read while another one is written. */
  async take(rows: readonly Row[]): Promise<void> {
    await this.#endPlain()
    for (const row of rows) {
      this.rows += 1
      this.#segment.add(row, this.rows)
      if (this.#segment.isLarge) await this.#endSegment()
    }
    this.#segment.pack()
  }

  /** Complete rows of a UTF-8 file, as raw text; not allowed after `take` was called. */
  async takePlain(part: Omit<PlainSegment, 'before'>): Promise<void> {
    const plain = (this.#plain ??= { bytes: [], rows: 0, line: part.line, before: this.rows })
    plain.bytes.push(...part.bytes)
    plain.rows += part.rows
    this.rows += part.rows
    if (isLarge({ rows: plain.rows, size: getLength(plain.bytes) })) await this.#endPlain()
  }

  /** Writes the remaining rows. Afterwards the counts are final. */
  async finish(): Promise<void> {
    await this.#endPlain()
    await this.#endSegment()
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
    const positions = new Map(known.map(([number, line, text]) => [number, { line, text }]))
    const again = rows.flatMap(({ number, cells }) => {
      const position = positions.get(String(number))
      return position === undefined ? [] : [{ number, cells, ...position }]
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

  /** Rejected rows after one of them, in the order of the source. */
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
      only_width: sqlstate === badFormat,
      text: text ?? '',
    }))
  }

  /** The part of a rejected row's raw text that its cells do not contain. */
  remainder({ text }: Pick<RejectedRow, 'text'>): (string | null)[] {
    return getRemainder(text, this.#plan.columns, this.#source)
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

  /** The last step before the commit: sequences continue after the imported numbers. */
  async complete(): Promise<void> {
    await syncSequences(this.#session, this.#plan)
    for (const statement of cleaning(this.#plan)) await this.#session.query(statement)
  }

  async #endPlain(): Promise<void> {
    const plain = this.#plain
    this.#plain = null
    if (plain !== null) await this.#next(() => this.#writePlain(plain))
  }

  async #endSegment(): Promise<void> {
    const segment = this.#segment.pack()
    this.#segment = new SegmentRows(this.#plan.columns, this.#source)
    await this.#next(() => this.#write(segment))
  }

  async #next(write: () => Promise<void>): Promise<void> {
    await this.#settled()
    this.#writing = write().catch((error: unknown) => {
      this.#failure = { error }
    })
  }

  async #settled(): Promise<void> {
    await this.#writing
    if (this.#failure !== undefined) throw this.#failure.error
  }

  async #writePlain(plain: PlainSegment): Promise<void> {
    const copy = this.#goesDirect ? this.#copyPlain : null
    const refusal = copy === null ? badFormat : await this.#copy(copy, plain.bytes)
    if (refusal === null) return
    if (copy !== null && refusal === badFormat) this.#copyPlain = null
    const segment = readPlain(plain, this.#plan.columns, this.#source)
    await this.#write(segment, { isRefused: refusal !== badFormat })
  }

  async #write(segment: Segment, { isRefused = false } = {}): Promise<void> {
    if (segment.faulty.length > 0) await this.#reject(segment.faulty)
    if (segment.lines.length === 0) return
    if (!isRefused && this.#goesDirect) {
      if ((await this.#copy(copyDirect(this.#plan), segment.encoded)) === null) return
    }
    await this.#takeStaged(segment)
  }

  get #keepsKeys(): boolean {
    return this.#canKeepKeys && this.inserted <= maxRecordedKeys
  }

  get #goesDirect(): boolean {
    return this.#isDirect && !this.#keepsKeys
  }

  /** The fast path. When a row was refused nothing is written, and the SQLSTATE is returned. */
  async #copy(statement: string, bytes: Iterable<Uint8Array>): Promise<string | null> {
    await this.#session.query('savepoint segment')
    try {
      const signal = this.#signal
      this.inserted += await this.#session.copyFrom(statement, bytes, { signal })
      await this.#session.query(leaveMark)
      await this.#session.query('release savepoint segment')
      return null
    } catch (error) {
      if (!(error instanceof EngineError) || error.kind !== 'statement') throw error
      const sqlstate = error.sql?.sqlstate ?? ''
      if (sqlstate === noCopy) this.#isDirect = false
      await this.#session.query('rollback to savepoint segment')
      return sqlstate
    }
  }

  async #takeStaged({ numbers, lines, encoded, texts }: Omit<Segment, 'faulty'>) {
    const staged = parted(encoded, '\n').map(
      (fields, at) => `${numbers[at]}\t${lines[at]}\t${stagedFields(this.#plan, fields)}\n`,
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
    const toText = new Map(numbers.map((number, at) => [String(number), known[at] ?? '']))
    await this.#session.text(
      `update ${rejectedRows} r set raw = known.text
       from unnest($1::bigint[], $2::text[]) as known (nr, text) where r.nr = known.nr`,
      [rows.map(([number]) => number), rows.map(([number]) => toText.get(number ?? '') ?? '')],
    )
  }

  async #takeRows(): Promise<void> {
    const keeps = { keys: this.#keepsKeys, before: this.keepsBefore }
    const { rows } = await this.#session.text(takeStaged(keeps), [], { signal: this.#signal })
    this.inserted += Number(rows[0]?.[0])
    this.updated += Number(rows[0]?.[1])
    if (rows[0]?.[2] === 't') this.keepsBefore = false
    if (this.keepsBefore && (await isBeforeTooMuch(this.#session, this.#maxBytes))) {
      this.keepsBefore = false
      this.isBeforeTooMuch = true
    }
    const { rows: count } = await this.#session.text(`select count(*) from ${rejectedRows}`)
    this.rejected = Number(count[0]?.[0])
  }

  async #reject(rows: Segment['faulty']): Promise<void> {
    const lines = rows.map((row) => rejectedLine(row, this.#plan.columns, this.#source))
    const signal = this.#signal
    await this.#session.copyFrom(copyRejected(this.#plan), [Buffer.from(lines.join(''))], {
      signal,
    })
    this.rejected += rows.length
  }

  /** A row may reference one that follows it in the source. */
  async #retryReferences(): Promise<void> {
    let before = Number.POSITIVE_INFINITY
    for (let pass = 0; pass < additionalPasses && this.rejected > 0; pass += 1) {
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
