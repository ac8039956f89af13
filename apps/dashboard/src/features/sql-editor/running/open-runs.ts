import { printClaims } from '../../../lib/claims-text.ts'
import { sqlStorage } from '../../../lib/sql-storage.ts'
import type { KeptPlace } from '../kept/kept-runs.ts'
import { forgetPinned } from '../results/pinned-results.ts'
import { QueryRuns, type RunHabits, usualHabits } from './run-store.ts'

/** Of this browser tab; they outlive the page that shows them, and end with a reload. */
const open = new Map<string, QueryRuns>()

const nameOf = (ref: string, id: string): string => `${ref} ${id}`

/** Whose runs these are: nobody else in this browser tab is to see them. */
let owner: string | undefined

/** The profile is there before any page is; it is gone a moment before its page is. */
export const ownerOf = (profileId: string | undefined): string => profileId ?? owner ?? 'install'

const watched = new Set<string>()

/**
 * The runs of a query. Its session is kept in the tab, so that what it left open is found
 * again after a reload; what the last run answered is kept in the browser.
 */
export function runsOf(place: KeptPlace): QueryRuns {
  const { ref, id } = place
  if (owner !== undefined && owner !== place.user) forgetAll()
  owner = place.user
  const name = nameOf(ref, id)
  const known = open.get(name)
  if (known !== undefined) return known
  const kept = read(ref, id)
  const session = kept?.session ?? crypto.randomUUID()
  const runs = new QueryRuns({
    ref,
    session,
    habits: kept?.habits ?? usualHabits,
    keep: (habits) => write(ref, id, { session, habits }),
  })
  write(ref, id, { session, habits: runs.getHabits() })
  open.set(name, runs)
  runs.subscribe(tellAll)
  watchSignOut(ref)
  keepFromFirstRun(place, runs)
  // Only after a reload there can be something left of before.
  if (kept !== undefined) void runs.touch().catch(() => {})
  return runs
}

/** Of a tab: a query that was not saved yet has an id all the same. */
export const runsIdOf = (ref: string, tab: string): string =>
  tab === 'new' ? (sqlStorage.newSnippet(ref).get() ?? tab) : tab

const watchers = new Set<() => void>()

function tellAll(): void {
  for (const watcher of watchers) watcher()
}

/** Tells of whatever happens to the runs of any query that is open here. */
export function watchRuns(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** The transaction that closing the query would roll back. */
export const transactionOf = (ref: string, id: string): 'held' | 'open' | undefined =>
  open.get(nameOf(ref, id))?.transaction()

/** Whether a run of the query is under way here: closing it would cancel that. */
export const isRunning = (ref: string, id: string): boolean =>
  open.get(nameOf(ref, id))?.get()?.state === 'running'

/** Its transaction, also where nobody has looked at it since a reload: its session is asked. */
export async function transactionNow(place: KeptPlace): Promise<'held' | 'open' | undefined> {
  const { ref, id } = place
  const isUnseen = !open.has(nameOf(ref, id)) && read(ref, id) !== undefined
  // What cannot be asked now ends by itself, when its tab is not heard of any more.
  if (isUnseen)
    await runsOf(place)
      .touch()
      .catch(() => {})
  return transactionOf(ref, id)
}

/** The tabs of the editor outlive everything but signing out, in this tab or another one. */
function watchSignOut(ref: string): void {
  if (watched.has(ref)) return
  watched.add(ref)
  const tabs = sqlStorage.openSnippets(ref)
  tabs.subscribe(() => {
    if (tabs.get() === undefined) forgetAll()
  })
}

function forgetAll(): void {
  for (const runs of open.values()) void runs.end().catch(() => {})
  open.clear()
  forgetPinned()
}

/** A browser without a database keeps nothing. */
export const keepsRuns = (): boolean => 'indexedDB' in globalThis

function keepFromFirstRun(place: KeptPlace, runs: QueryRuns): void {
  if (!keepsRuns()) return
  const leave = runs.subscribe(() => {
    if ((runs.get()?.id ?? 0) === 0) return
    leave()
    void import('../kept/run-keeper.ts')
      .then(({ keepRuns }) => keepRuns(place, runs))
      .catch(() => {})
  })
}

function forgetKept(place: KeptPlace): void {
  if (keepsRuns())
    void import('../kept/kept-runs.ts').then(({ forgetRun }) => forgetRun(place)).catch(() => {})
}

/** The query was closed: what runs is cancelled, what is open is rolled back, nothing is kept. */
export async function closeRuns(ref: string, id: string): Promise<void> {
  const runs = open.get(nameOf(ref, id))
  // A page that goes on showing the query, as that of a new one does, has nothing to lose yet.
  const isUnused = runs?.get() === null
  if (!isUnused) {
    open.delete(nameOf(ref, id))
    sqlStorage.sqlSession(ref, id).remove()
  }
  const ending = isUnused ? undefined : runs?.end()
  forgetKept({ user: ownerOf(undefined), ref, id })
  await ending
}

type Kept = { session: string; habits?: RunHabits }

const write = (ref: string, id: string, kept: Kept): void =>
  sqlStorage.sqlSession(ref, id).set(JSON.stringify(kept))

function read(ref: string, id: string): Kept | undefined {
  try {
    const kept = JSON.parse(sqlStorage.sqlSession(ref, id).get() ?? 'null') as Kept | null
    if (kept === null || typeof kept.session !== 'string') return undefined
    const claims = printClaims(kept.habits?.settings?.as?.claims)
    return { session: kept.session, habits: { ...usualHabits, claims, ...kept.habits } }
  } catch {
    return undefined
  }
}
