import type { TableDetail } from '@basalt/contract'

import { isNamedBy } from '../../../lib/row-changes/staged-rows.ts'
import { storage } from '../../../lib/storage.ts'
import {
  type CellEdit,
  type CellEdits,
  type CellName,
  editOf,
  noEdits,
  withEdit,
  withoutEdit,
} from '../cell-edits.ts'
import { cursorOf } from '../row-key.ts'

type Options = {
  read: () => CellEdit[]
  write: (edits: readonly CellEdit[]) => void
  /** The columns that name the rows of the table. */
  key: readonly string[]
  /** How long typing goes on before it is kept, in milliseconds. */
  pause: number
}

/**
 * What was typed into cells and is stored nowhere: edits that the database refused, and texts
 * that were not ended when the page was left. It outlives a reload, a crash and the session.
 * Several tabs keep their own here beside each other.
 */
export class LeftEdits {
  readonly #options: Options
  readonly #watchers = new Set<() => void>()
  /** Those of an earlier visit; edits of rows that had another key are there, and at no row. */
  #typed: CellEdits = noEdits
  #refused: readonly CellEdit[] = []
  #waiting: CellEdit | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: Options) {
    this.#options = options
    const others = new Map<string, ReadonlyMap<string, CellEdit>>()
    for (const [at, edit] of options.read().entries()) {
      if (!isNamedBy(options.key, edit)) others.set(`other ${at}`, new Map([[edit.column, edit]]))
      else if (edit.state === 'typed') this.#typed = withEdit(this.#typed, edit)
    }
    if (others.size > 0) this.#typed = new Map([...this.#typed, ...others])
  }

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Texts that an earlier visit did not end. */
  readonly typed = (): CellEdits => this.#typed

  /** With what was refused on an earlier visit; what is edited now wins. */
  withRefused(edits: CellEdits): CellEdits {
    const refused = this.#options
      .read()
      .filter((edit) => edit.state === 'failed' && isNamedBy(this.#options.key, edit))
      .map((edit) => ({ ...edit, askedAt: undefined }))
    return refused.reduce(
      (all, edit) => (editOf(all, edit) === undefined ? withEdit(all, edit) : all),
      edits,
    )
  }

  /** Keeps those that were refused until they are stored or discarded. */
  keepRefused(edits: CellEdits): void {
    const all = editsIn(edits)
    const refused = all.filter(({ state }) => state === 'failed')
    const gone = this.#refused.filter((edit) => editOf(edits, edit) === undefined)
    // One that is on its way once more stays kept until it is answered.
    this.#refused = all.filter((edit) => edit.state === 'failed' || isIn(this.#refused, edit))
    if (refused.length + gone.length === 0) return
    const others = this.#options
      .read()
      .filter((edit) => edit.state !== 'failed' || !isIn([...refused, ...gone], edit))
    this.#options.write([...others, ...refused])
  }

  /** Keeps what is being typed; soon, for a long text takes a while. */
  type(edit: CellEdit): void {
    if (this.#waiting === undefined) globalThis.addEventListener('pagehide', this.#flush)
    this.#waiting = edit
    this.#timer ??= setTimeout(this.#flush, this.#options.pause)
  }

  /** The cell was stored, or given up. */
  end(cell: CellName): void {
    this.#waiting = undefined
    this.#flush()
    const kept = this.#options.read()
    const others = kept.filter((edit) => edit.state !== 'typed' || !isSame(edit, cell))
    if (others.length < kept.length) this.#options.write(others)
    if (editOf(this.#typed, cell) !== undefined) this.#show(withoutEdit(this.#typed, cell))
  }

  /** Gives up an edit of a row that had another key. */
  forget(edit: CellEdit): void {
    const kept = this.#options.read()
    this.#options.write(kept.filter((one) => one.state !== edit.state || !isSame(one, edit)))
    this.#show(new Map([...this.#typed].filter(([, row]) => row.get(edit.column) !== edit)))
  }

  #show(typed: CellEdits): void {
    this.#typed = typed
    for (const watcher of this.#watchers) watcher()
  }

  readonly #flush = (): void => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    globalThis.removeEventListener('pagehide', this.#flush)
    const edit = this.#waiting
    if (edit === undefined) return
    this.#waiting = undefined
    const others = this.#options.read().filter((one) => one.state !== 'typed' || !isSame(one, edit))
    this.#options.write([...others, edit])
  }
}

export const editsIn = (edits: CellEdits): CellEdit[] =>
  [...edits.values()].flatMap((row) => [...row.values()])

const isSame = (one: CellName, other: CellName): boolean =>
  one.column === other.column &&
  cursorOf(one.key) === cursorOf(other.key) &&
  isNamedBy(one.keyedBy ?? other.keyedBy ?? [], other)

const isIn = (edits: readonly CellName[], cell: CellName): boolean =>
  edits.some((edit) => isSame(edit, cell))

type Place = { user: string; ref: string; table: Pick<TableDetail, 'id' | 'key'> }

/** What was left of a table's edits in this browser. */
export function leftEditsOf({ user, ref, table }: Place): LeftEdits {
  const setting = storage.leftEdits(user, ref, table.id)
  return new LeftEdits({
    read: () => parse(setting.get()),
    write: (edits) => setting.set(edits.length === 0 ? undefined : JSON.stringify(edits)),
    key: table.key,
    pause: 200,
  })
}

/** What this browser wrote itself; anything else is no edit. */
function parse(text: string | undefined): CellEdit[] {
  if (text === undefined) return []
  try {
    const kept: unknown = JSON.parse(text)
    return Array.isArray(kept) ? kept.filter(isEdit) : []
  } catch {
    return []
  }
}

const isText = (value: unknown) => value === null || typeof value === 'string'

function isEdit(value: Partial<CellEdit> | null): value is CellEdit {
  if (value === null || typeof value !== 'object') return false
  const { key, column, typed, previous, state, failure } = value
  if (!Array.isArray(key) || !key.every((one) => typeof one === 'string')) return false
  if (typeof column !== 'string' || !isText(typed) || !isText(previous)) return false
  return state === 'typed' || (state === 'failed' && typeof failure?.message === 'string')
}
