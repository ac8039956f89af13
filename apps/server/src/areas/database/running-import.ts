import { randomUUID } from 'node:crypto'

import type { ImportSource, ImportState, ImportTable } from '@basalt/contract/database/imports'
import { ApiError } from '@basalt/contract/errors'
import { FormatError } from '@basalt/delimited'
import { type DatabaseSession, EngineError, type ProjectDatabase } from '@basalt/engine'
import {
  createTable,
  ImportError,
  ImportFile,
  planImport,
  type ImportPlan,
  rememberImport,
  TableImport,
} from '@basalt/pg-rows'

import type { Upload } from '../../http/context.ts'

export type ImportRequest = {
  source: ImportSource
  columns: { source: number; name: string; empty: 'null' | 'unquoted' | 'text' }[]
  onConflict: 'fail' | 'skip' | 'update'
  allOrNothing: boolean
  expectedRows: number | null
  target: { id: number; schema: string; name: string } | { table: ImportTable }
}

/** The user who started an import, for the history and to hide it from others. */
export type ImportOwner = { key: string; name: string }

/** How long the transaction stays open for a decision. */
const defaultDecisionMs = 15 * 60_000

type Status = ImportState['status']

const nothingTaken = 'The database did not accept the import'

const lostCommit = 'The connection to the database was lost while the rows were committed'

/** One import from start to end, on a separate connection while it runs. */
export class RunningImport {
  readonly id = randomUUID()
  readonly owner: ImportOwner
  readonly ref: string
  readonly #wish: ImportRequest
  readonly #decisionMs: number
  readonly #cancelled = new AbortController()
  #session: DatabaseSession | undefined
  #running: TableImport | undefined
  #plan: ImportPlan | undefined
  #work: Promise<unknown> = Promise.resolve()
  #queue: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #decideBy: Date | null = null
  #sizeBytes: number | null = null
  #bytes = 0
  #reasons: ImportState['reasons'] = []
  #error: string | null = null
  #historyId: string | null = null
  status: Status = 'waiting'
  /** The connection ended during the commit: only the record in the history shows the result. */
  isUncertain = false

  constructor(
    { owner, ref }: { owner: ImportOwner; ref: string },
    request: ImportRequest,
    decisionMs = defaultDecisionMs,
  ) {
    this.owner = owner
    this.ref = ref
    this.#wish = request
    this.#decisionMs = decisionMs
  }

  get isOver(): boolean {
    return this.status === 'done' || this.status === 'failed' || this.status === 'cancelled'
  }

  get state(): ImportState {
    const { target, columns, allOrNothing } = this.#wish
    const { rows = 0, inserted = 0, updated = 0, rejected = 0 } = this.#running ?? {}
    return {
      id: this.id,
      table: {
        id: this.#plan?.table.id ?? ('id' in target ? target.id : null),
        ...('id' in target
          ? { schema: target.schema, name: target.name }
          : { schema: target.table.schema, name: target.table.name }),
      },
      status: this.status,
      bytes: this.#bytes,
      size_bytes: this.#sizeBytes,
      rows,
      inserted,
      updated,
      rejected,
      reasons: this.#reasons,
      all_or_nothing: allOrNothing,
      columns: columns.map((column, at) => ({
        ...column,
        is_text: this.#plan?.columns[at]?.isText ?? false,
      })),
      error: this.#error,
      decide_by: this.#decideBy?.toISOString() ?? null,
      history_id: this.#historyId,
    }
  }

  /** Reads the file to its end; commits when no row was rejected, else waits for a decision. */
  async read(db: ProjectDatabase, upload: Upload, deleted: AbortSignal): Promise<void> {
    if (this.status !== 'waiting') throw new ApiError('conflict', 'The file was already sent')
    this.status = 'reading'
    this.#sizeBytes = upload.sizeBytes
    const signal = AbortSignal.any([deleted, this.#cancelled.signal])
    await this.#guarded(async () => {
      this.#session = await db.session()
      await this.#session.query('begin')
      this.#running = await this.#prepare(this.#session, signal)
      await this.#readAll(this.#running, upload, signal)
      await this.#running.finish()
      await this.#settle(this.#running)
    })
  }

  /** Rejected rows after the row of this number. */
  readRejected(after: number, limit: number) {
    return this.#deciding((running) => running.readRejected(after, limit))
  }

  /** Like `readRejected`, followed by the text that the cells lack. */
  readRejectedFull(after: number, limit: number) {
    return this.#deciding(async (running) => {
      const rows = await running.readRejected(after, limit)
      return rows.map((row) => ({ ...row, cells: [...row.cells, ...running.remainder(row)] }))
    })
  }

  retry(rows: { number: number; cells: (string | null)[] }[]): Promise<void> {
    return this.#deciding(async (running) => {
      const width = this.#wish.columns.length
      if (rows.some(({ cells }) => cells.length !== width)) {
        throw new ApiError('invalid_request', `A row of this import has ${width} cells`)
      }
      await this.#guarded(async () => {
        await running.retry(rows)
        await this.#settle(running)
      })
    })
  }

  commit(): Promise<void> {
    return this.#deciding(async (running) => {
      if (this.#wish.allOrNothing && running.rejected > 0) {
        throw new ApiError(
          'conflict',
          `${running.rejected} rows are rejected, and this import accepts all rows or none`,
        )
      }
      await this.#guarded(() => this.#commit(running))
    })
  }

  /** Leaves no rows. A finished import does not change. */
  async cancel(reason: string | null = null): Promise<void> {
    if (this.isOver) return
    this.#cancelled.abort()
    if (this.status !== 'reading') this.#end('cancelled', reason)
    await this.#work.catch(() => undefined)
    await this.#close()
  }

  async #prepare(session: DatabaseSession, signal: AbortSignal): Promise<TableImport> {
    const { target, source, columns, onConflict, expectedRows } = this.#wish
    const tableId = 'id' in target ? target.id : await createTable(session, target.table)
    this.#plan = await planImport(session, tableId, { columns, on_conflict: onConflict })
    const options = { session, plan: this.#plan, source: writtenAs(source), signal }
    const running = new TableImport(options, expectedRows)
    await running.prepare()
    return running
  }

  async #readAll(running: TableImport, { chunks }: Upload, signal: AbortSignal): Promise<void> {
    const { source } = this.#wish
    const namesLine = source.kind === 'delimited' ? (source.names_line ?? 0) : 0
    const { encoding } = source
    const file = new ImportFile(running, { ...writtenAs(source), encoding, namesLine })
    for await (const chunk of chunks) {
      signal.throwIfAborted()
      this.#bytes += chunk.length
      await file.push(chunk)
    }
    signal.throwIfAborted()
    await file.end()
  }

  /** Everything is written: commits, or asks for a decision. */
  async #settle(running: TableImport): Promise<void> {
    if (running.rejected === 0) return this.#commit(running)
    this.#reasons = await running.readReasons()
    this.status = 'deciding'
    this.#decideBy = new Date(Date.now() + this.#decisionMs)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      void this.cancel('Nothing was imported: the rejected rows were not decided on in time')
    }, this.#decisionMs)
    this.#timer.unref()
  }

  async #commit(running: TableImport): Promise<void> {
    const session = this.#session
    const plan = this.#plan
    if (session === undefined || plan === undefined) throw new ImportError(nothingTaken)
    const madeTable = 'table' in this.#wish.target
    const remembered = { id: this.id, by: this.owner.name, plan, running, madeTable }
    if (await rememberImport(session, remembered)) this.#historyId = this.id
    await running.complete()
    const { command } = await session.text('commit').catch((error: unknown) => {
      if (error instanceof EngineError && error.kind === 'statement') throw error
      this.isUncertain = true
      throw new ApiError('database_unreachable', lostCommit, { cause: error })
    })
    if (command === 'ROLLBACK') throw new ImportError(nothingTaken)
    this.#reasons = running.rejected === 0 ? [] : this.#reasons
    this.#end('done', null)
    await this.#close()
  }

  /** Failing work ends the import; an invalid request of a caller does not. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    const running = work()
    this.#work = running
    try {
      await running
    } catch (error) {
      const isCancelled = this.#cancelled.signal.aborted
      const { status, reason } = isCancelled
        ? { status: 'cancelled' as const, reason: null }
        : { status: 'failed' as const, reason: splitWords(error) }
      if (!this.isOver) this.#end(status, reason)
      await this.#close()
      if (!isCancelled && (reason === null || error instanceof ApiError)) throw error
    }
  }

  /** One after another, because they share a transaction. */
  #deciding<T>(work: (running: TableImport) => Promise<T>): Promise<T> {
    const answer = this.#queue.then(() => {
      if (this.status === 'deciding' && this.#running !== undefined) return work(this.#running)
      throw new ApiError('conflict', 'This import does not need a decision')
    })
    this.#queue = answer.catch(() => undefined)
    return answer
  }

  #end(status: Status, error: string | null): void {
    clearTimeout(this.#timer)
    this.#decideBy = null
    this.status = status
    this.#error = error
  }

  /** An open transaction is rolled back with its connection. */
  async #close(): Promise<void> {
    const session = this.#session
    this.#session = undefined
    if (session === undefined) return
    if (this.status !== 'done') await session.text('rollback').catch(() => undefined)
    await session.release()
  }
}

/** Objects may have fewer cells than others. */
const writtenAs = (source: ImportSource) => ({
  dialect: source,
  width: source.kind === 'json' ? null : source.width,
})

const stoppedComing = 'The upload stopped. Check the connection and import the file again.'

/** A message for the user; null for internal errors. */
function splitWords(error: unknown): string | null {
  if (error instanceof ImportError || error instanceof FormatError) return error.message
  if (error instanceof EngineError) return error.message
  if (error instanceof ApiError && error.code === 408) return stoppedComing
  if (error instanceof TypeError && 'code' in error) {
    const isEncoding = error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    return isEncoding
      ? 'The file has a different encoding than the one chosen. Choose its encoding.'
      : null
  }
  const isCut =
    error instanceof Error &&
    (error.name === 'AbortError' || ('code' in error && error.code === 'ECONNRESET'))
  return isCut ? 'The connection was lost before the whole file arrived' : null
}
