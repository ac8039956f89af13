import type { RejectedImportRow } from '@basalt/contract/database/imports'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { profileQuery } from '../../../lib/session/account.ts'
import { whenSessionEnds } from '../../../lib/session/session-end.ts'
import { importStorage } from '../../../lib/storage/import-storage.ts'
import type { Setting } from '../../../lib/storage/storage.ts'

/** Values that were typed into rejected rows, by the row's number and the column's place. */
export type Corrections = Readonly<Record<number, Readonly<Record<number, string | null>>>>

type ByImport = Readonly<Record<string, Corrections>>
type Tried = readonly Pick<RejectedImportRow, 'number' | 'cells'>[]

/** A browser stores about 5,000,000 characters, which staged rows share. */
const maxCharacters = 1_000_000

const noImports: ByImport = {}
export const noCorrections: Corrections = {}

/**
 * Corrections of rejected rows that were not tried. They survive a reload, a crash and the session;
 * without storage space, they survive closing the panel.
 */
export class StoredCorrections {
  readonly #setting: Setting<string | undefined>
  readonly #watchers = new Set<() => void>()
  #read = { text: undefined as string | undefined, value: noImports }
  /** Everything, while the browser has no room for it. */
  #unkept: ByImport | undefined

  constructor(kept: Setting<string | undefined>) {
    this.#setting = kept
  }

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    const leave = this.#setting.subscribe(watcher)
    return () => {
      this.#watchers.delete(watcher)
      leave()
    }
  }

  /** The same object until something is typed or tried. */
  readonly of = (id: string): Corrections => this.#all()[id] ?? noCorrections

  readonly isKept = (): boolean => this.#unkept === undefined

  imports(): string[] {
    return Object.keys(this.#all())
  }

  type(id: string, { row, at, value }: { row: number; at: number; value: string | null }): void {
    const before = this.of(id)
    this.#change(id, { ...before, [row]: { ...before[row], [at]: value } })
  }

  /** These rows were tried with these cells; later corrections were not. */
  tried(id: string, rows: Tried): void {
    this.#change(id, withoutSame(this.of(id), rows))
  }

  /** Rejected rows were loaded: a correction without its row, or equal to the row, is removed. */
  settle(id: string, { rows, isAll }: { rows: Tried; isAll: boolean }): void {
    const last = isAll ? Number.POSITIVE_INFINITY : (rows.at(-1)?.number ?? 0)
    const numbers = new Set(rows.map(({ number }) => number))
    const rejected = Object.entries(this.of(id)).filter(
      ([row]) => Number(row) > last || numbers.has(Number(row)),
    )
    this.#change(id, withoutSame(Object.fromEntries(rejected), rows))
  }

  forget(id: string): void {
    this.#change(id, noCorrections)
  }

  #all(): ByImport {
    if (this.#unkept !== undefined) return this.#unkept
    const text = this.#setting.get()
    if (text !== this.#read.text) this.#read = { text, value: parse(text) }
    return this.#read.value
  }

  #change(id: string, next: Corrections): void {
    const { [id]: before = noCorrections, ...others } = this.#all()
    if (JSON.stringify(before) === JSON.stringify(next)) return
    const all = Object.keys(next).length === 0 ? others : { ...others, [id]: next }
    const text = Object.keys(all).length === 0 ? undefined : JSON.stringify(all)
    const isSmall = text === undefined || text.length <= maxCharacters
    this.#unkept = isSmall ? undefined : all
    if (isSmall) this.#setting.set(text)
    if (this.#setting.get() !== text) this.#unkept = all
    for (const watcher of this.#watchers) watcher()
  }
}

function withoutSame(corrections: Corrections, rows: Tried): Corrections {
  const cellsByNumber = new Map(rows.map(({ number, cells }) => [number, cells]))
  const remaining = Object.entries(corrections).flatMap(([row, typed]) => {
    const cells = cellsByNumber.get(Number(row))
    const others = Object.entries(typed).filter(
      ([at, value]) => cells === undefined || cells[Number(at)] !== value,
    )
    return others.length === 0 ? [] : [[row, Object.fromEntries(others)] as const]
  })
  return Object.fromEntries(remaining)
}

/** Accepts only text that this browser wrote itself. */
function parse(text: string | undefined): ByImport {
  if (text === undefined) return noImports
  try {
    const kept: unknown = JSON.parse(text)
    const isOwn = isRecord(kept) && Object.values(kept).every(isCorrections)
    return isOwn ? (kept as ByImport) : noImports
  } catch {
    return noImports
  }
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCorrections = (value: unknown) =>
  isRecord(value) &&
  Object.values(value).every(
    (row) =>
      isRecord(row) && Object.values(row).every((one) => one === null || typeof one === 'string'),
  )

const opened = new Map<string, StoredCorrections>()

// Corrections without storage space survive an expired session with the page, like the stored ones.
whenSessionEnds((reason) => reason === 'sign-out' && opened.clear())

/** The user's corrections in a project. */
export function useStoredCorrections(ref: string): StoredCorrections {
  const user = useQueryClient().getQueryData(profileQuery().queryKey)?.id ?? 'install'
  const setting = importStorage.corrections(user, ref)
  const known = opened.get(setting.key) ?? new StoredCorrections(setting)
  opened.set(setting.key, known)
  return known
}

/** The corrections of one import, and whether the browser has space for them. */
export function useCorrections(ref: string, id: string) {
  const kept = useStoredCorrections(ref)
  const corrections = useSyncExternalStore(kept.subscribe, () => kept.of(id))
  const isKept = useSyncExternalStore(kept.subscribe, kept.isKept)
  return { kept, corrections, isKept }
}
