import { printClaims } from '../../../lib/forms/claims-text.ts'
import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import { removePinned } from './pinned-results.ts'
import { QueryRuns, type RunPreferences, defaultPreferences } from './run-store.ts'
import type { StoredPosition } from './stored-runs.ts'

/** Of this browser tab; they outlive the page that shows them, and end with a reload. */
const open = new Map<string, QueryRuns>()

const getName = (ref: string, id: string): string => `${ref} ${id}`

/** The owner of these runs: other users of this browser tab must not see them. */
let owner: string | undefined

/** The profile is loaded before any page; it is cleared a moment before its page is. */
export const getOwner = (profileId: string | undefined): string => profileId ?? owner ?? 'install'

const watched = new Set<string>()

/**
 * The runs of a query. Its session id is stored in the tab, so that its open transaction is found
 * again after a reload; the last result is stored in the browser.
 */
export function listRuns(scope: StoredPosition): QueryRuns {
  const { ref, id } = scope
  if (owner !== undefined && owner !== scope.user) clearAll()
  owner = scope.user
  const name = getName(ref, id)
  const known = open.get(name)
  if (known !== undefined) return known
  const kept = read(ref, id)
  const session = kept?.session ?? crypto.randomUUID()
  const runs = new QueryRuns({
    ref,
    session,
    preferences: kept?.preferences ?? defaultPreferences,
    keep: (preferences) => write(ref, id, { session, preferences }),
  })
  write(ref, id, { session, preferences: runs.getPreferences() })
  open.set(name, runs)
  runs.subscribe(notifyAll)
  watchSignOut(ref)
  keepFromFirstRun(scope, runs)
  // Only after a reload can there be earlier state.
  if (kept !== undefined) void runs.touch().catch(() => {})
  return runs
}

/** Of a tab: a query that was not saved yet has an id all the same. */
export const getRunsId = (ref: string, tab: string): string =>
  tab === 'new' ? (sqlStorage.newSnippet(ref).get() ?? tab) : tab

const watchers = new Set<() => void>()

function notifyAll(): void {
  for (const watcher of watchers) watcher()
}

/** Notifies about changes of the runs of any query that is open here. */
export function watchRuns(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** The transaction that closing the query would roll back. */
export const getTransaction = (ref: string, id: string): 'held' | 'open' | undefined =>
  open.get(getName(ref, id))?.transaction()

/** Whether a run of the query is active here: closing it would cancel that. */
export const isRunning = (ref: string, id: string): boolean =>
  open.get(getName(ref, id))?.get()?.state === 'running'

/** Its transaction state, also without a request since a reload: the session is queried. */
export async function transactionNow(scope: StoredPosition): Promise<'held' | 'open' | undefined> {
  const { ref, id } = scope
  const isUnread = !open.has(getName(ref, id)) && read(ref, id) !== undefined
  // A session that cannot be queried now expires without a heartbeat.
  if (isUnread)
    await listRuns(scope)
      .touch()
      .catch(() => {})
  return getTransaction(ref, id)
}

/** The tabs of the editor outlive everything but signing out, in this tab or another one. */
function watchSignOut(ref: string): void {
  if (watched.has(ref)) return
  watched.add(ref)
  const tabs = sqlStorage.openSnippets(ref)
  tabs.subscribe(() => {
    if (tabs.get() === undefined) clearAll()
  })
}

function clearAll(): void {
  for (const runs of open.values()) void runs.end().catch(() => {})
  open.clear()
  removePinned()
}

/** A browser without IndexedDB stores nothing. */
export const storesRuns = (): boolean => 'indexedDB' in globalThis

function keepFromFirstRun(scope: StoredPosition, runs: QueryRuns): void {
  if (!storesRuns()) return
  const leave = runs.subscribe(() => {
    if ((runs.get()?.id ?? 0) === 0) return
    leave()
    void import('./store-runs.ts').then(({ keepRuns }) => keepRuns(scope, runs)).catch(() => {})
  })
}

function clearStored(scope: StoredPosition): void {
  if (storesRuns())
    void import('./stored-runs.ts').then(({ removeRun }) => removeRun(scope)).catch(() => {})
}

/** The query was closed: a run is cancelled, a transaction is rolled back, nothing is stored. */
export async function closeRuns(ref: string, id: string): Promise<void> {
  const runs = open.get(getName(ref, id))
  // A page that still shows the query, such as a new one, has nothing to lose yet.
  const isUnused = runs?.get() === null
  if (!isUnused) {
    open.delete(getName(ref, id))
    sqlStorage.sqlSession(ref, id).remove()
  }
  const ending = isUnused ? undefined : runs?.end()
  clearStored({ user: getOwner(undefined), ref, id })
  await ending
}

type Stored = { session: string; preferences?: RunPreferences }

const write = (ref: string, id: string, kept: Stored): void =>
  sqlStorage.sqlSession(ref, id).set(JSON.stringify(kept))

function read(ref: string, id: string): Stored | undefined {
  try {
    const kept = JSON.parse(sqlStorage.sqlSession(ref, id).get() ?? 'null') as Stored | null
    if (kept === null || typeof kept.session !== 'string') return undefined
    const claims = printClaims(kept.preferences?.settings?.as?.claims)
    return {
      session: kept.session,
      preferences: { ...defaultPreferences, claims, ...kept.preferences },
    }
  } catch {
    return undefined
  }
}
