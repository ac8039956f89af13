import type { FeaturePreviewKey } from '@basalt/catalog'

/**
 * Every value that the dashboard stores in the browser, with its key, its shape and its default;
 * those of the SQL editor, of imports and of the row panel are in sql-storage.ts, import-storage.ts
 * and row-storage.ts. No other code uses localStorage. A value without the expected shape is
 * ignored, so an older version's leftovers never break a screen.
 */
export const themes = ['dark', 'light', 'classic-dark', 'system'] as const

export type Theme = (typeof themes)[number]

const signInMethods = ['password', 'github', 'passkey', 'sso'] as const

export type SignInMethod = (typeof signInMethods)[number]

export type Setting<T> = {
  readonly key: string
  /** The stored value, or the default. The same object until it changes. */
  get: () => T
  set: (value: T) => void
  remove: () => void
  /** Called after a change in this tab or another one. */
  subscribe: (listener: () => void) => () => void
}

export const prefix = 'basalt.'
const listeners = new Map<string, Set<() => void>>()
const settings = new Map<string, Setting<unknown>>()
const cache = new Map<string, { text: string | null; value: unknown }>()

type Parse<T> = (value: unknown) => T | undefined

export const text: Parse<string> = (value) => (typeof value === 'string' ? value : undefined)
export const flag: Parse<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)
export const whole: Parse<number> = (value) =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined
const oneOf =
  <const T extends string>(options: readonly T[]): Parse<T> =>
  (value) =>
    options.find((option) => option === value)
const getRecord =
  <T>(parse: Parse<T>): Parse<Record<string, T>> =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((one) => parse(one) !== undefined)
      ? (value as Record<string, T>)
      : undefined
const noFullValues: readonly number[] = []
const fullValues: Parse<readonly number[]> = (value) =>
  Array.isArray(value) && value.every((one) => whole(one) !== undefined) ? value : undefined
export const texts: Parse<string[]> = (value) =>
  Array.isArray(value) && value.every((one) => text(one) !== undefined) ? value : undefined
const number: Parse<number> = (value) => (typeof value === 'number' ? value : undefined)

type ColumnLayout = Record<'order' | 'hidden' | 'frozen', readonly string[]>

const plainLayout: ColumnLayout = { order: [], hidden: [], frozen: [] }
const columnLayout: Parse<ColumnLayout> = (value) => {
  const lists = getRecord(texts)(value)
  return lists === undefined ? undefined : { ...plainLayout, ...lists }
}

export const storage = {
  theme: setting('theme', oneOf(themes), 'system'),
  isRailPinned: setting('rail-pinned', flag, false),
  /** Whether the column next to the page (schemas, snippets) is shown. */
  isColumnShown: setting('column-shown', flag, true),
  columnWidth: setting('column-width', whole, 224),
  /** Of the editor next to a list of database objects, in pixels. */
  inlineEditorWidth: setting('inline-editor-width', whole, 560),
  /** Of the details next to a list, in pixels. */
  detailWidth: setting('detail-width', whole, 400),
  /** As JSON: the challenge of a started sign-in's second step. */
  challenge: setting<string | undefined>('challenge', text, undefined),
  /** The last sign-in method on this device; kept after signing out. */
  lastSignInMethod: setting<SignInMethod | undefined>(
    'last-sign-in-method',
    oneOf(signInMethods),
    undefined,
  ),
  lastOrganization: setting<string | undefined>('last-organization', text, undefined),
  lastSnippet: (ref: string) => setting<string | undefined>(`snippet.${ref}`, text, undefined),
  lastTable: (ref: string) => setting<number | undefined>(`table.${ref}`, whole, undefined),
  /** As JSON: the tables that are open as tabs, in their order. */
  openTables: (ref: string) => setting<string | undefined>(`tabs.${ref}`, text, undefined),
  /** Ids of pinned tables; kept after signing out. */
  favouriteTables: (profileId: string, ref: string) =>
    setting(`favourites.${profileId}.${ref}`, fullValues, noFullValues),
  lastSchema: (ref: string) => setting<string | undefined>(`schema.${ref}`, text, undefined),
  /** Height of the result panel below the SQL editor, in pixels. */
  resultHeight: setting<number | undefined>('result-height', whole, undefined),
  /** Widths in pixels by column name. */
  columnWidths: (ref: string, tableId: number) =>
    setting<Record<string, number>>(`widths.${ref}.${tableId}`, getRecord(number), {}),
  /** Names of columns: their order, hidden and frozen ones. */
  columnLayout: (ref: string, tableId: number) =>
    setting<ColumnLayout>(`columns.${ref}.${tableId}`, columnLayout, plainLayout),
  /** By parameter of the address: filter, order and search that a table was left with. */
  tableView: (ref: string, tableId: number) =>
    setting<Record<string, string> | undefined>(
      `view.${ref}.${tableId}`,
      getRecord(text),
      undefined,
    ),
  /** As JSON: an unsaved table design; `new` for a table that does not exist yet. */
  tableDraft: (ref: string, id: string) =>
    setting<string | undefined>(`draft.table.${ref}.${id}`, text, undefined),
  /** SQL that was typed and is not saved on the server. */
  draft: (ref: string, id: string) =>
    setting<string | undefined>(`draft.${ref}.${id}`, text, undefined),
  /** As JSON: staged rows of a table. */
  stagedRows: (user: string, ref: string, tableId: number) =>
    setting<string | undefined>(`draft.rows.${user}.${ref}.${tableId}`, text, undefined),
  /** Cell edits of earlier versions; they are removed when found. */
  unendedEdits: (user: string, ref: string, tableId: number) =>
    setting<string | undefined>(`draft.cells.${user}.${ref}.${tableId}`, text, undefined),
  /** Whether row edits are staged and saved together. */
  queuesEdits: setting('queues-edits', flag, false),
  /** As JSON: an unsent support request. */
  supportDraft: setting<string | undefined>('draft.support', text, undefined),
  /** The unsent next message of a request. */
  supportMessage: (id: string) =>
    setting<string | undefined>(`draft.support.${id}`, text, undefined),
  /** The user's consent by id of the service. Undefined before a decision. */
  consent: setting<Record<string, boolean> | undefined>('consent', getRecord(flag), undefined),
  /** Whether the user has switched on a feature preview. */
  preview: (key: FeaturePreviewKey) => setting(`preview.${key}`, flag, false),
  /** SPEC.md section 2: a dismissed notice stays dismissed. */
  dismissedNotice: (key: string) => setting(`notice.${key}`, flag, false),
  /** SPEC.md section 2: whether the dialog of the feature previews is open. */
  featurePreviewModal: setting('featurePreviewModal', flag, false),
} as const

/** Names, or prefixes of names, of values that belong to the device and not to the user. */
const ofDevice = [
  'theme',
  'preview.',
  'consent',
  'notice.',
  'last-sign-in-method',
  'favourites.',
  'editor.',
]
const surviving = {
  'sign-out': ofDevice,
  expiry: [...ofDevice, 'draft.', 'queues-edits', 'saves-by-hand'],
} as const

/**
 * Removes the data of the user who signs out, no matter which code stored it, from local and
 * session storage. Theme, preview flags, consent and the last sign-in method stay; so do SQL drafts
 * when the session expired, so that no work is lost.
 */
export function clearStorage(reason: keyof typeof surviving): void {
  const kept = surviving[reason].map((start) => prefix + start)
  for (const key of storedKeys()) {
    if (kept.some((start) => key.startsWith(start))) continue
    if (key.startsWith(prefix)) write(key.slice(prefix.length), null)
    else localStorage.removeItem(key)
  }
  try {
    sessionStorage.clear()
  } catch {
    // Forbidden storage is empty.
  }
}

export function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

/** One object per name, so that components can subscribe to the object of their render. */
export function setting<T>(name: string, parse: Parse<T>, fallback: T): Setting<T> {
  const known = settings.get(name) ?? (makeSetting(name, parse, fallback) as Setting<unknown>)
  settings.set(name, known)
  // A name always has the same shape: both are written in the one list above.
  return known as Setting<T>
}

function makeSetting<T>(name: string, parse: Parse<T>, fallback: T): Setting<T> {
  return {
    key: prefix + name,
    get: () => {
      const stored = read(name)
      const known = cache.get(name)
      if (known !== undefined && known.text === stored) return known.value as T
      const value = parseText(stored, parse) ?? fallback
      cache.set(name, { text: stored, value })
      return value
    },
    set: (value) => write(name, value === undefined ? null : JSON.stringify(value)),
    remove: () => write(name, null),
    subscribe: (listener) => subscribe(name, listener),
  }
}

function parseText<T>(stored: string | null, parse: Parse<T>): T | undefined {
  if (stored === null) return undefined
  try {
    return parse(JSON.parse(stored))
  } catch {
    return undefined
  }
}

/** Storage may be full or forbidden; a setting that cannot be stored is not worth an error. */
function read(name: string): string | null {
  try {
    return localStorage.getItem(prefix + name)
  } catch {
    return null
  }
}

function write(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(prefix + name)
    else localStorage.setItem(prefix + name, value)
  } catch {
    return
  }
  for (const listener of listeners.get(name) ?? []) listener()
}

function subscribe(name: string, listener: () => void): () => void {
  const set = listeners.get(name) ?? new Set()
  listeners.set(name, set.add(listener))
  const onStorage = (event: StorageEvent) => {
    if (event.key === prefix + name || event.key === null) listener()
  }
  globalThis.addEventListener('storage', onStorage)
  return () => {
    set.delete(listener)
    globalThis.removeEventListener('storage', onStorage)
  }
}
