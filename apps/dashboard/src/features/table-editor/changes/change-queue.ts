import { ApiError, type RefusedChange, type RowOperation, type SaveOutcome } from '@basalt/contract'

import type { Row } from '../row-window.ts'
import { nameOf, type StagedRows } from './staged-rows.ts'

/** Why a staged row was not stored, said where it is shown. */
export type RowProblem =
  | { of: 'conflict'; current: Row | null }
  | ({ of: 'refused' } & RefusedChange)

/** A save that was sent, until it is known what became of it. */
export type SentChange = { id: string; operations: RowOperation[]; names: string[] }

export type QueueState = {
  rows: StagedRows
  sent: SentChange | null
  /** `unknown`: the answer was lost, and only the same save sent again can tell. */
  status: 'idle' | 'saving' | 'unknown'
  problems: ReadonlyMap<string, RowProblem>
  /** What went wrong with the save as a whole. */
  failure: string | null
  canUndo: boolean
  canRedo: boolean
  /** The browser has no room to keep the rows across a reload. */
  isKept: boolean
}

/** What outlives a reload, a crash and the end of a session. */
export type KeptQueue = { rows: StagedRows; sent: SentChange | null }

type Options = {
  read: () => KeptQueue | undefined
  /** False when it could not be kept. */
  write: (kept: KeptQueue | undefined) => boolean
  send: (id: string, operations: RowOperation[]) => Promise<SaveOutcome>
  makeId: () => string
}

const none: ReadonlyMap<string, RowProblem> = new Map()

/** Rows that wait to be stored, with the steps that led there; it tells those who watch. */
export class ChangeQueue {
  readonly #options: Options
  readonly #watchers = new Set<() => void>()
  #past: StagedRows[] = []
  #future: StagedRows[] = []
  #state: QueueState

  constructor(options: Options) {
    this.#options = options
    const kept = options.read()
    this.#state = {
      rows: kept?.rows ?? [],
      sent: kept?.sent ?? null,
      status: kept?.sent === undefined || kept.sent === null ? 'idle' : 'unknown',
      problems: none,
      failure: null,
      canUndo: false,
      canRedo: false,
      isKept: true,
    }
  }

  readonly get = (): QueueState => this.#state

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** One step that can be taken back. While a save is under way nothing can be changed. */
  change(step: (rows: StagedRows) => StagedRows): boolean {
    if (this.#state.status !== 'idle') return false
    const rows = step(this.#state.rows)
    if (rows === this.#state.rows) return true
    this.#past.push(this.#state.rows)
    this.#future = []
    this.#show(rows)
    return true
  }

  /** Takes over a save whose answer was lost, so that it is asked about again. */
  adopt({ rows, sent }: { rows: StagedRows; sent: SentChange }): void {
    this.#set({ rows: [...this.#state.rows, ...rows], sent, status: 'unknown' })
  }

  undo(): boolean {
    return this.#step(this.#past, this.#future)
  }

  redo(): boolean {
    return this.#step(this.#future, this.#past)
  }

  /**
   * Sends everything that waits, or asks again about what was sent: always with the same id
   * and the same operations, so that nothing is done twice.
   */
  async save(operationsOf: (rows: StagedRows) => RowOperation[]): Promise<SaveOutcome | null> {
    const { status, rows } = this.#state
    if (status === 'saving' || (rows.length === 0 && this.#state.sent === null)) return null
    const sent = this.#state.sent ?? {
      id: this.#options.makeId(),
      operations: operationsOf(rows),
      names: rows.map(nameOf),
    }
    this.#set({ sent, status: 'saving', failure: null, problems: none })
    try {
      const outcome = await this.#options.send(sent.id, sent.operations)
      this.#accept(outcome, sent)
      return outcome
    } catch (error) {
      this.#fail(error)
      return null
    }
  }

  #accept(outcome: SaveOutcome, sent: SentChange): void {
    if (outcome.outcome === 'saved') {
      const saved = new Set(sent.names)
      this.#past = []
      this.#future = []
      const rows = this.#state.rows.filter((row) => !saved.has(nameOf(row)))
      this.#set({ rows, sent: null, status: 'idle', canUndo: false, canRedo: false })
      return
    }
    const problems = new Map<string, RowProblem>()
    if (outcome.outcome === 'refused') {
      const { outcome: _, ...refused } = outcome
      problems.set(sent.names[refused.operation] ?? '', {
        of: 'refused',
        outcome: 'refused',
        ...refused,
      })
    } else {
      for (const { operation, current } of outcome.conflicts)
        problems.set(sent.names[operation] ?? '', { of: 'conflict', current })
    }
    this.#set({ sent: null, status: 'idle', problems })
  }

  /** Only an answer of the server says that nothing was done. */
  #fail(error: unknown): void {
    const failure = error instanceof Error ? error.message : String(error)
    const isAnswered = error instanceof ApiError && error.code >= 400 && error.code < 500
    this.#set(isAnswered ? { sent: null, status: 'idle', failure } : { status: 'unknown', failure })
  }

  #step(from: StagedRows[], to: StagedRows[]): boolean {
    if (this.#state.status !== 'idle') return false
    const rows = from.pop()
    if (rows === undefined) return false
    to.push(this.#state.rows)
    this.#show(rows)
    return true
  }

  #show(rows: StagedRows): void {
    const names = new Set(rows.map(nameOf))
    const problems = new Map([...this.#state.problems].filter(([name]) => names.has(name)))
    this.#set({ rows, problems })
  }

  /** A problem that was dealt with is not shown any more. */
  settle(name: string): void {
    const problems = new Map(this.#state.problems)
    problems.delete(name)
    this.#set({ problems })
  }

  #set(state: Partial<QueueState>): void {
    const next = {
      ...this.#state,
      canUndo: this.#past.length > 0,
      canRedo: this.#future.length > 0,
      ...state,
    }
    const { rows, sent } = next
    const isEmpty = rows.length === 0 && sent === null
    this.#state = { ...next, isKept: this.#options.write(isEmpty ? undefined : { rows, sent }) }
    for (const watcher of this.#watchers) watcher()
  }
}
