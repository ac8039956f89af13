import { setImmediate } from 'node:timers/promises'

import { appendBehind, listEnds } from './audit-chains.ts'
import { type AuditRow, getChain, type ChainEnd, type Recorded, rowsBehind } from './audit-rows.ts'
import {
  beginAlone,
  endAlone,
  type RunBegin,
  type RunEnd,
  writeGroup,
} from './record-statements.ts'
import type { Store } from './store.ts'

/** The maximum number of records in one transaction, and of characters of their queries. */
const maxInGroup = 200
const maxTextInGroup = 2_000_000
/** Chains whose ends are remembered. */
const maxEnds = 1000

type Waiting<Kind extends string, Value> = {
  kind: Kind
  value: Value
  resolve: () => void
  reject: (error: unknown) => void
}
type Append = Waiting<'append', Recorded>
type Entry = Append | Waiting<'begin', RunBegin> | Waiting<'end', RunEnd>

/**
 * Group commit for records of runs and changes outside of transactions: records that arrive while a
 * group is being written form the next group, one statement with one commit. Each promise resolves
 * when its record is durable.
 */
class RecordGroups {
  readonly #store: Store
  readonly #ends = new Map<string, ChainEnd & { aheadMs: number }>()
  /** Rows of chains that are being written alone, and have to wait for that. */
  readonly #deferred = new Map<string, Append[]>()
  #queue: Entry[] = []
  #isWriting = false

  constructor(store: Store) {
    this.#store = store
  }

  append(value: Recorded): Promise<void> {
    return new Promise((resolve, reject) => this.#add({ kind: 'append', value, resolve, reject }))
  }

  begin(value: RunBegin): Promise<void> {
    return new Promise((resolve, reject) => this.#add({ kind: 'begin', value, resolve, reject }))
  }

  end(value: RunEnd): Promise<void> {
    return new Promise((resolve, reject) => this.#add({ kind: 'end', value, resolve, reject }))
  }

  #add(entry: Entry): void {
    this.#queue.push(entry)
    if (!this.#isWriting) void this.#write()
  }

  async #write(): Promise<void> {
    this.#isWriting = true
    // Records of the same turn join the group.
    await setImmediate()
    while (this.#queue.length > 0) await this.#writeGroup(this.#nextGroup())
    this.#isWriting = false
  }

  /** Rows of a chain that is being written alone are put aside. */
  #nextGroup(): Entry[] {
    const group: Entry[] = []
    let text = 0
    let taken = 0
    for (const entry of this.#queue) {
      if (group.length >= maxInGroup || text > maxTextInGroup) break
      taken += 1
      text += entry.kind === 'begin' ? entry.value.sql.length : 0
      const aside =
        entry.kind === 'append' ? this.#deferred.get(getChain(entry.value.event)) : undefined
      if (aside !== undefined && entry.kind === 'append') aside.push(entry)
      else group.push(entry)
    }
    this.#queue = this.#queue.slice(taken)
    return group
  }

  async #writeGroup(group: readonly Entry[]): Promise<void> {
    if (group.length === 0) return
    const chains = appendsByChain(group)
    try {
      await this.#lookUpEnds(chains)
      const rows = new Map<string, AuditRow[]>()
      for (const [chain, appends] of chains) {
        const end = this.#ends.get(chain)
        const recorded = appends.map(({ value }) => value)
        if (end !== undefined) rows.set(chain, rowsBehind(endNow(end), recorded))
      }
      const moved = await writeGroup(this.#store, {
        ends: this.#ends,
        rows,
        begins: group.flatMap((one) => (one.kind === 'begin' ? [one.value] : [])),
        runEnds: group.flatMap((one) => (one.kind === 'end' ? [one.value] : [])),
      })
      for (const entry of group) if (entry.kind !== 'append') entry.resolve()
      for (const [chain, appends] of chains) {
        const last = moved.has(chain) ? rows.get(chain)?.at(-1) : undefined
        if (last === undefined) void this.#writeChain(chain, appends)
        else this.#settleChain(last, appends)
      }
    } catch (error) {
      for (const chain of chains.keys()) this.#ends.delete(chain)
      if (isOfStatement(error)) await this.#writeEach(group)
      else for (const { reject } of group) reject(error)
    }
  }

  async #lookUpEnds(chains: ReadonlyMap<string, unknown>): Promise<void> {
    const unknown = [...chains.keys()].filter((chain) => !this.#ends.has(chain))
    if (unknown.length === 0) return
    for (const [chain, end] of await listEnds(this.#store, unknown)) this.#remember(chain, end)
  }

  #settleChain(last: AuditRow, appends: readonly Append[]): void {
    const { chain, at, number, hash } = last
    const known = this.#ends.get(chain)
    const aheadMs = known?.aheadMs ?? at.getTime() - Date.now()
    this.#ends.set(chain, { at, last_number: number, last_hash: hash, aheadMs })
    for (const { resolve } of appends) resolve()
  }

  #remember(chain: string, end: ChainEnd): void {
    this.#ends.set(chain, { ...end, aheadMs: end.at.getTime() - Date.now() })
    const [oldest] = this.#ends.keys()
    if (this.#ends.size > maxEnds && oldest !== undefined) this.#ends.delete(oldest)
  }

  /**
   * A chain that another transaction locks, or that does not exist yet: its rows wait, and the rows
   * of other chains do not wait for them.
   */
  async #writeChain(chain: string, appends: readonly Append[]): Promise<void> {
    this.#ends.delete(chain)
    const deferred: Append[] = []
    this.#deferred.set(chain, deferred)
    try {
      await this.#store.transaction().execute((tx) =>
        appendBehind(
          tx,
          chain,
          appends.map(({ value }) => value),
        ),
      )
      for (const { resolve } of appends) resolve()
    } catch (error) {
      if (isOfStatement(error)) await this.#writeEach(appends)
      else for (const { reject } of appends) reject(error)
    } finally {
      this.#deferred.delete(chain)
      for (const append of deferred) this.#add(append)
    }
  }

  /** Only the invalid record fails, and none of the same group. */
  async #writeEach(group: readonly Entry[]): Promise<void> {
    for (const entry of group) {
      // oxlint-disable-next-line no-await-in-loop -- rows of a chain have an order
      await this.#writeAlone(entry).then(entry.resolve, entry.reject)
    }
  }

  async #writeAlone(entry: Entry): Promise<void> {
    const store = this.#store
    if (entry.kind === 'begin') return beginAlone(store, entry.value)
    if (entry.kind === 'end') return endAlone(store, entry.value)
    const { value } = entry
    await store.transaction().execute((tx) => appendBehind(tx, getChain(value.event), [value]))
  }
}

function appendsByChain(group: readonly Entry[]): Map<string, Append[]> {
  const chains = new Map<string, Append[]>()
  for (const entry of group) {
    if (entry.kind !== 'append') continue
    const chain = getChain(entry.value.event)
    const known = chains.get(chain)
    if (known === undefined) chains.set(chain, [entry])
    else known.push(entry)
  }
  return chains
}

const endNow = ({ aheadMs, at, ...end }: ChainEnd & { aheadMs: number }): ChainEnd => ({
  ...end,
  at: new Date(Math.max(at.getTime(), Date.now() + aheadMs)),
})

/** Whether the statement was refused, and not the whole database. */
function isOfStatement(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  // PostgreSQL's classes 08, 53, 57 and 58 concern the server.
  return /^(?!08|53|57|58)[0-9A-Z]{5}$/u.test(String(error.code))
}

const groupsByStore = new WeakMap<Store, RecordGroups>()

/** The one writer that this process has for the store. */
export function listRecords(store: Store): RecordGroups {
  const known = groupsByStore.get(store) ?? new RecordGroups(store)
  groupsByStore.set(store, known)
  return known
}
