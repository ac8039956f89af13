import type { RefusedChange, SaveOutcome } from '@basalt/contract/database/changes'
import { ApiError } from '@basalt/contract/errors'
import type { RowOperation } from '@basalt/pg-model'

import { type Action, type Actions, type ActionTimes, canStep, noActions } from './actions.ts'
import { type Renames, withRenamed } from './renamed-columns.ts'
import { movedRows, listProblems } from './row-problems.ts'
import { joined, leavesSent, type SentChange, withoutSent } from './sent-changes.ts'
import { isAnswer, inspects } from './server-answers.ts'
import { getName, type StagedRows, type Values } from './staged-rows.ts'

/** Why a staged row was not saved, shown at the row. */
export type RowProblem =
  | { of: 'conflict'; current: Values | null }
  | ({ of: 'refused' } & RefusedChange)

type Step = { rows: StagedRows; operations: RowOperation[] }

export type QueueState = {
  rows: StagedRows
  /** Saves whose response was lost or is pending: only their ids can determine their status. */
  sent: readonly SentChange[]
  /** `unknown`: a response was lost, and only sending the same save again can tell. */
  status: 'idle' | 'saving' | 'unknown'
  problems: ReadonlyMap<string, RowProblem>
  /** The failure of the save as a whole. */
  failure: string | null
  /** The failure is an expired session. */
  isSignedOut: boolean
  canUndo: boolean
  canRedo: boolean
  /** The browser has no room to keep the rows across a reload. */
  isKept: boolean
}

/** The part that survives a reload, a crash and the end of a session. */
export type StoredQueue = {
  rows: StagedRows
  sent: readonly SentChange[]
  acts?: Actions | undefined
}

type Options = {
  read: () => StoredQueue | undefined
  /** False when it could not be stored. */
  write: (kept: StoredQueue | undefined) => boolean
  /** Changes that another tab has stored since the last read or write here; null without any. */
  readNewer: () => StoredQueue | undefined | null
  send: (id: string, operations: RowOperation[]) => Promise<SaveOutcome>
  makeId: () => string
  /** Pauses between the attempts of one save, in milliseconds. */
  pauses: readonly number[]
}

/** One save with a response. */
export type Answer = { outcome: SaveOutcome; change: SentChange; count: number }

/** No response to a direct save: it is staged with the others, to be sent again. */
type Stored = { outcome: 'kept'; message: string; isSignedOut: boolean }

const none: ReadonlyMap<string, RowProblem> = new Map()

/** Rows that are staged for saving, with the steps that led there; it notifies subscribers. */
export class ChangeQueue {
  readonly #options: Options
  readonly #watchers = new Set<() => void>()
  /** Direct saves besides the staged rows; stored with them until they are answered. */
  readonly #direct = new Map<SentChange, StagedRows>()
  /** When an act was made last. */
  madeAt = 0
  #acts = noActions()
  #state: QueueState

  constructor(options: Options) {
    this.#options = options
    const { rows, sent, acts = noActions() } = options.read() ?? { rows: [], sent: [] }
    this.#acts = acts
    this.#state = {
      rows,
      sent,
      status: sent.length === 0 ? 'idle' : 'unknown',
      problems: none,
      failure: null,
      isSignedOut: false,
      ...canStep(acts),
      isKept: true,
    }
  }

  readonly get = (): QueueState => this.#state

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /**
   * One undoable step. False, without a change, when it would affect a sent save without a
   * response.
   */
  change(step: (rows: StagedRows) => StagedRows): boolean {
    const { rows: from, sent } = this.#state
    const rows = step(from)
    if (rows === from) return true
    if (!leavesSent({ from, to: rows }, sent)) return false
    this.madeAt = performance.now()
    this.#acts.past.push({ rows: from, at: this.madeAt, since: this.madeAt })
    this.#acts.future = []
    this.#show(rows)
    return true
  }

  /** The user may have signed in again. */
  clearSignOut(): void {
    if (this.#state.isSignedOut) this.#set({ failure: null, isSignedOut: false })
  }

  /** Resolves when no save is under way. */
  async settled(): Promise<void> {
    if (this.#state.status !== 'saving') return
    await new Promise<void>((resolve) => {
      const stop = this.subscribe(() => {
        if (this.#state.status === 'saving') return
        stop()
        resolve()
      })
    })
  }

  /** The act that would be undone, or done again. */
  last(isRedo: boolean): ActionTimes | undefined {
    return this.#acts[isRedo ? 'future' : 'past'].at(-1)
  }

  undo(): boolean {
    return this.#step(this.#acts.past, this.#acts.future)
  }

  redo(): boolean {
    return this.#step(this.#acts.future, this.#acts.past)
  }

  /** Applies changes of the same rows by another tab of this browser. */
  takeChanges(): void {
    const readNewer = this.#state.isKept ? this.#options.readNewer() : null
    if (readNewer === null) return
    const { rows, sent, acts = noActions() } = readNewer ?? { rows: [], sent: [] }
    this.#acts = acts
    const own = this.#state.status === 'saving'
    this.#show(rows, { sent, status: own ? 'saving' : getStatus(sent) })
  }

  /** Columns are called otherwise by now: in the rows, and in the steps that led to them. */
  rename(renames: Renames): void {
    this.takeChanges()
    const sent = new Set(this.#state.sent.flatMap(({ names }) => names))
    for (const action of [...this.#acts.past, ...this.#acts.future])
      action.rows = withRenamed(action.rows, renames, sent)
    this.#show(withRenamed(this.#state.rows, renames, sent), { problems: none })
  }

  /** Stops retrying: the sent save may be stored or not. */
  forget(): void {
    if (this.#state.status === 'saving') return
    this.#acts = noActions()
    this.#set({
      rows: [],
      sent: [],
      status: 'idle',
      problems: none,
      failure: null,
      isSignedOut: false,
    })
  }

  /**
   * Sends all staged changes, or retries sent ones: always with the same id and the same
   * operations, so that nothing is applied twice. Returns the responses, in order.
   */
  async save(listOperations: (rows: StagedRows) => RowOperation[]): Promise<Answer[]> {
    this.takeChanges()
    const { status, rows, sent } = this.#state
    if (status === 'saving' || (rows.length === 0 && sent.length === 0)) return []
    const isAgain = sent.length > 0
    const requested = isAgain
      ? sent
      : [{ id: this.#options.makeId(), operations: listOperations(rows), names: rows.map(getName) }]
    this.#set({
      sent: requested,
      status: 'saving',
      failure: null,
      isSignedOut: false,
      problems: none,
    })
    const answers: Answer[] = []
    for (const change of requested) {
      try {
        // In the order in which they were made.
        // oxlint-disable-next-line no-await-in-loop
        const outcome = await this.#send(change, isAgain)
        this.#accept(outcome, change)
        answers.push({ outcome, change, count: change.operations.length })
      } catch (error) {
        this.#fail(error, change)
      }
    }
    this.#set({ status: getStatus(this.#state.sent) })
    return answers
  }

  /**
   * Sends rows at once, besides the staged ones. Without a response they join those, to be retried;
   * so they do when the session has expired, and are sent after the next sign-in.
   *
   * @param later the same once its turn has come; it is stored unchanged until then.
   * @throws ApiError when the server answered with another error: nothing was changed.
   */
  async sendNow(
    rows: StagedRows,
    operations: RowOperation[],
    later?: Promise<Step>,
  ): Promise<SaveOutcome | Stored> {
    const change = { id: this.#options.makeId(), operations, names: rows.map(getName) }
    this.#direct.set(change, rows)
    // It is sent first: storing it takes longer than sending.
    const sending = later?.then((next) => this.#sendAs(change, next)) ?? this.#send(change, false)
    this.#set({})
    try {
      const outcome = await sending
      this.#settleDirect(change, 'done')
      this.clearSignOut()
      return outcome
    } catch (error) {
      const isLost = error instanceof LostAnswer
      const isSignedOut = announcesSignOut(error)
      this.#settleDirect(change, isLost ? 'retry' : isSignedOut ? 'waiting' : 'done')
      if (!isLost && !isSignedOut) throw error
      const message = getMessage(error)
      if (isSignedOut) this.#set({ failure: message, isSignedOut })
      return { outcome: 'kept', message, isSignedOut }
    }
  }

  #sendAs(change: SentChange, { rows, operations }: Step): Promise<SaveOutcome> {
    Object.assign(change, { operations, names: rows.map(getName) })
    this.#direct.set(change, rows)
    this.#set({})
    return this.#send(change, false)
  }

  #settleDirect(change: SentChange, as: 'done' | 'waiting' | 'retry'): void {
    const rows = this.#direct.get(change) ?? []
    this.#direct.delete(change)
    const { rows: others, sent } = this.#without(change)
    const next = as === 'retry' ? [...sent, change] : sent
    const status = this.#state.status === 'saving' ? 'saving' : getStatus(next)
    this.#show(as === 'done' ? others : joined(others, rows), { sent: next, status })
  }

  /** Another tab may have taken over this tab's save; then it is not retried here. */
  #without(change: SentChange): StoredQueue {
    const { rows, sent } = this.#state
    const isTaken = sent.some(({ id }) => id === change.id)
    return isTaken
      ? { rows: withoutSent(rows, change), sent: sent.filter(({ id }) => id !== change.id) }
      : { rows, sent }
  }

  /**
   * A short interruption is ignored: the same id is sent again. After a lost response, only an
   * answer about the save itself counts: an expired session does not.
   */
  async #send({ id, operations }: SentChange, isAgain: boolean): Promise<SaveOutcome> {
    let wasLost = isAgain
    for (let attempt = 0; ; attempt += 1) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
        return await this.#options.send(id, operations)
      } catch (error) {
        if (isAnswer(error) && (!wasLost || inspects.has(error.kind))) throw error
        wasLost = true
        const pause = isAnswer(error) ? undefined : this.#options.pauses[attempt]
        if (pause === undefined) throw new LostAnswer(getMessage(error), { cause: error })
        // oxlint-disable-next-line no-await-in-loop
        await new Promise((resolve) => {
          setTimeout(resolve, pause)
        })
      }
    }
  }

  #accept(outcome: SaveOutcome, change: SentChange): void {
    const sent = this.#state.sent.filter(({ id }) => id !== change.id)
    if (outcome.outcome === 'saved') {
      this.#acts = noActions()
      this.#show(withoutSent(this.#state.rows, change), { sent })
      return
    }
    this.#set({ sent, ...this.#blamed(change, outcome) })
  }

  /** Only an answer proves that nothing was changed. */
  #fail(error: unknown, change: SentChange): void {
    const { sent } = this.#state
    const isLost = error instanceof LostAnswer
    const remaining = isLost ? sent : sent.filter(({ id }) => id !== change.id)
    this.#set({ failure: getMessage(error), isSignedOut: announcesSignOut(error), sent: remaining })
  }

  #step(from: Action[], to: Action[]): boolean {
    const { rows, at = 0 } = from.at(-1) ?? {}
    const { rows: now, sent } = this.#state
    if (rows === undefined || !leavesSent({ from: now, to: rows }, sent)) return false
    from.pop()
    to.push({ rows: now, at, since: performance.now() })
    this.#show(rows)
    return true
  }

  #show(rows: StagedRows, more: Partial<QueueState> = {}): void {
    const before = new Map(this.#state.rows.map((row) => [getName(row), row]))
    const after = new Map(rows.map((row) => [getName(row), row]))
    // A refused change is retried once it was edited; a conflict stays until it is decided.
    const all = this.#state.problems
    const remaining = [...all].filter(([name, { of }]) =>
      of === 'conflict' ? after.has(name) : after.get(name) === before.get(name),
    )
    const problems = remaining.length === all.size ? all : new Map(remaining)
    // The failure is irrelevant once nothing is staged.
    const settled = rows.length === 0 && { failure: null, isSignedOut: false }
    this.#set({ ...settled, ...more, rows, problems })
  }

  /** Shows at the rows that wait why they were not stored. */
  reportProblems(change: Requested, outcome: NotSaved): void {
    this.#set(this.#blamed(change, outcome))
  }

  #blamed(change: Requested, outcome: NotSaved): Pick<QueueState, 'rows' | 'problems'> {
    const { rows, problems } = movedRows(this.#state.rows, listProblems(outcome, change))
    return { rows, problems: new Map([...this.#state.problems, ...problems]) }
  }

  /** A problem that was dealt with is not shown any more. */
  settle(name: string): void {
    const problems = new Map(this.#state.problems)
    problems.delete(name)
    this.#set({ problems })
  }

  #set(state: Partial<QueueState>): void {
    const before = this.#state
    this.#state = {
      ...before,
      ...state,
      ...canStep(this.#acts),
    }
    this.#state = { ...this.#state, isKept: this.#options.write(this.#kept()) }
    // A direct save does not change the staged rows: nothing is rendered again.
    if (isSame(this.#state, before)) this.#state = before
    else for (const watcher of this.#watchers) watcher()
  }

  /** Direct saves are stored too, because the tab may close before the response arrives. */
  #kept(): StoredQueue | undefined {
    let { rows } = this.#state
    for (const direct of this.#direct.values()) rows = joined(rows, direct)
    const known = new Set(this.#state.sent.map(({ id }) => id))
    const direct = [...this.#direct.keys()].filter(({ id }) => !known.has(id))
    const sent = [...this.#state.sent, ...direct]
    return rows.length === 0 && sent.length === 0 ? undefined : { rows, sent, acts: this.#acts }
  }
}

const isSame = (one: QueueState, other: QueueState): boolean =>
  (Object.keys(one) as (keyof QueueState)[]).every((name) => one[name] === other[name])

export type NotSaved = Exclude<SaveOutcome, { outcome: 'saved' }>

export type Requested = Pick<SentChange, 'operations' | 'names'>

const getStatus = (sent: readonly SentChange[]): QueueState['status'] =>
  sent.length === 0 ? 'idle' : 'unknown'

/** It is unknown whether the sent save was applied. */
class LostAnswer extends Error {
  override readonly name = 'LostAnswer'
}

const announcesSignOut = (error: unknown): boolean =>
  error instanceof LostAnswer
    ? announcesSignOut(error.cause)
    : error instanceof ApiError && error.code === 401

const getMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
