import {
  databaseQuery,
  type QueryLine,
  type SessionSettings,
} from '@basalt/contract/database/query'
import { databaseSessions } from '@basalt/contract/database/sessions'
import { ApiError } from '@basalt/contract/errors'
import type { InputOf } from '@basalt/contract/route'

import { call, stream } from '../../../lib/network/api.ts'
import { endRun, type Run, startRun, type StatementResult, withLines } from './run-model.ts'

/** Options besides the text. */
type RunOptions = Omit<InputOf<typeof databaseQuery.run>['body'], 'query' | 'session'>

export type RunRequest = {
  text: string
  /** Offset of the text in the editor. */
  from: number
  options: RunOptions
}

/** The default run settings. */
export type RunPreferences = {
  settings: SessionSettings
  /** The claims of its role as they were typed, also while they cannot be read. */
  claims: string
  /** Rows at most of a single SELECT; null for all. */
  limit: number | null
  /** Whether transactions wait for a decision; null for the project's default. */
  previewsFirst: boolean | null
}

export const defaultPreferences: RunPreferences = {
  settings: {},
  claims: '',
  limit: 100,
  previewsFirst: null,
}

/** A hidden tab gets no animation frames, but its lines must not pile up either. */
const slowestMs = 200

/** A run that is answered within this time is shown with its rows at once, without a flicker. */
const unshownMs = 100

/** The interval of heartbeats for a session with state. */
const touchMs = 45_000

type Stored = { ref: string; session: string; preferences: RunPreferences }

/** The runs of one query that is open in this browser tab, and the session that they share. */
export class QueryRuns {
  /** Sent with every run; persistent state belongs to it. */
  readonly session: string
  readonly #ref: string
  readonly #keep: (preferences: RunPreferences) => void
  #habits: RunPreferences
  #run: Run | null = null
  #request: RunRequest | undefined
  #startedAt = 0
  #isClosed = false
  #refusal: string | undefined
  #controller = new AbortController()
  #watchers = new Set<() => void>()
  #touching: ReturnType<typeof setInterval> | undefined
  /** Pending while a started run is not shown yet. */
  #unshown: ReturnType<typeof setTimeout> | undefined

  constructor({
    ref,
    session,
    preferences,
    keep,
  }: Stored & { keep: (preferences: RunPreferences) => void }) {
    this.#ref = ref
    this.session = session
    this.#habits = preferences
    this.#keep = keep
  }

  readonly getPreferences = (): RunPreferences => this.#habits

  readonly changePreferences = (change: Partial<RunPreferences>): void => {
    this.#habits = { ...this.#habits, ...change }
    this.#keep(this.#habits)
    this.#refusal = undefined
    this.#tell()
  }

  readonly get = (): Run | null => this.#run

  /** Why the last requested run was not started; undefined after another one. */
  readonly getRefusal = (): string | undefined => this.#refusal

  readonly refuse = (reason: string | undefined): void => {
    this.#refusal = reason
    this.#tell()
  }

  get request(): RunRequest | undefined {
    return this.#request
  }

  /** The start of the current run, in milliseconds. */
  get startedAt(): number {
    return this.#startedAt
  }

  /** The query was closed. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /**
   * True when a run waits for its decision, which is then requested: nothing else is run or rolled
   * back.
   */
  readonly mustDecide = (): boolean => {
    if (this.#run?.state !== 'held') return false
    this.#set({ ...this.#run, pressed: (this.#run.pressed ?? 0) + 1 })
    return true
  }

  /** The transaction that it would lose by being closed now. */
  readonly transaction = (): 'held' | 'open' | undefined => {
    const { state, session } = this.#run ?? {}
    if (state === 'held') return 'held'
    return session === undefined || session.since === null ? undefined : 'open'
  }

  /** Ends the active run, in the database too, and starts this one. */
  start(request: RunRequest): void {
    // A double click before the run is visible starts one.
    if (this.#unshown !== undefined || this.mustDecide()) return
    this.#controller.abort()
    this.#controller = new AbortController()
    this.#request = request
    this.#refusal = undefined
    this.#startedAt = Date.now()
    const id = (this.#run?.id ?? 0) + 1
    const session = this.#run?.session
    this.#run = {
      ...startRun(id, request.from),
      ...(session !== undefined && { session, before: session }),
    }
    this.#keepAlive()
    this.#unshown = setTimeout(() => this.#tell(), unshownMs)
    void this.#answer(id, request, this.#controller.signal)
  }

  readonly cancel = (): void => this.#controller.abort()

  /** Nothing was run, and nothing will be. */
  readonly dismiss = (): void => {
    if (this.#run?.state === 'asking') this.#set({ ...this.#run, state: 'cancelled' })
  }

  /** Replaces statements of the result: their rows have been edited. */
  readonly amend = (change: (result: StatementResult) => StatementResult): void => {
    if (this.#run === null) return
    const statements = this.#run.statements.map(change)
    this.#set({ ...this.#run, statements })
  }

  /** Ends the transaction that is held, or was left open. */
  async decide(outcome: 'commit' | 'roll_back'): Promise<void> {
    const session = await call(databaseSessions.decide, {
      params: { ref: this.#ref, id: this.session },
      body: { outcome },
    })
    this.#takeSession(session)
  }

  /** The query is closed: its session is closed, and none of its runs is stored from now on. */
  async end(): Promise<void> {
    this.#isClosed = true
    this.#tell()
    await this.close()
  }

  /** Closes the session with its state. */
  async close(): Promise<void> {
    this.#controller.abort()
    clearInterval(this.#touching)
    if (this.#run === null) return
    await call(databaseSessions.close, { params: { ref: this.#ref, id: this.session } })
    this.#takeSession({ id: this.session, state: 'none', since: null, keeps: [] })
  }

  /** Queries the state of the session, for example after a reload. */
  readonly touch = async (): Promise<void> => {
    const session = await call(databaseSessions.touch, {
      params: { ref: this.#ref, id: this.session },
    })
    this.#takeSession(session)
  }

  #takeSession(session: NonNullable<Run['session']>): void {
    this.#set({ ...(this.#run ?? { ...startRun(0, 0), state: 'done' }), session })
  }

  #set(run: Run): void {
    this.#run = run
    this.#keepAlive()
    this.#tell()
  }

  #tell(): void {
    clearTimeout(this.#unshown)
    this.#unshown = undefined
    for (const watcher of this.#watchers) watcher()
  }

  #keepAlive(): void {
    const { session } = this.#run ?? {}
    const isKept =
      session !== undefined &&
      session.state !== 'none' &&
      (session.since !== null || session.keeps.length > 0)
    if (isKept) this.#touching ??= setInterval(() => void this.touch().catch(() => {}), touchMs)
    else {
      clearInterval(this.#touching)
      this.#touching = undefined
    }
  }

  async #answer(id: number, { text, options }: RunRequest, signal: AbortSignal): Promise<void> {
    const change = (next: (run: Run) => Run) => {
      if (this.#run?.id === id) this.#set(next(this.#run))
    }
    const lines = gather((batch) => change((run) => withLines(run, batch)))
    const body = { ...options, query: text, session: this.session }
    const wasOffline = !navigator.onLine
    const ended = await stream(
      databaseQuery.run,
      { params: { ref: this.#ref }, body },
      { signal, onLine: lines.add },
    ).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    )
    lines.flush()
    if (signal.aborted) change((run) => endRun(run, { cancelled: true }))
    else {
      const failure = ended ?? new Error('The connection was lost before all statements had run.')
      const isCut = !(failure instanceof ApiError) || failure.kind === 'network'
      change((run) => {
        const isUnsent = isCut && wasOffline && run.statements.length === 0
        return endRun(run, { failure, isUnsent, isInterrupted: isCut && !isUnsent })
      })
    }
  }
}

/** Passes lines on once per frame: one render shows all of them. */
function gather(handOver: (lines: QueryLine[]) => void) {
  let waiting: QueryLine[] = []
  let frame: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
    frame = undefined
    timer = undefined
    const lines = waiting
    waiting = []
    if (lines.length > 0) handOver(lines)
  }

  return {
    flush,
    add: (line: QueryLine) => {
      waiting.push(line)
      frame ??= requestAnimationFrame(flush)
      timer ??= setTimeout(flush, slowestMs)
    },
  }
}
