import { BrowserDatabase, type Store } from '../../../lib/storage/browser-database.ts'
import { storedRunsDatabase } from '../../../lib/storage/personal-databases.ts'
import { type About, staleNames } from './eviction.ts'
import { isLive } from './live-runs.ts'
import { amendedRun, type FormerRun, getFormer, isOver, type StoredRun } from './stored-run.ts'

/** The user, project and query. */
export type StoredPosition = { user: string; ref: string; id: string }

/** Sizes are stored separately, so that runs are not read only to be counted. */
const database = new BrowserDatabase({
  name: storedRunsDatabase,
  version: 1,
  stores: ['about', 'runs'],
})

export const getName = ({ user, ref, id }: StoredPosition): string => `${user} ${ref} ${id}`

/** The last run of the query, if it is stored. Missing browser storage is no failure. */
export async function readFormerRun(scope: StoredPosition): Promise<FormerRun | null> {
  try {
    await sweep(scope.user)
    const kept = await database.run('readonly', (store) =>
      readFrom<StoredRun>(store('runs'), getName(scope)),
    )
    if (kept?.shape !== 1) return null
    // A run that is active in another tab was not interrupted, and is shown there.
    return !isOver(kept) && (await isLive(getName(scope))) ? null : getFormer(kept)
  } catch {
    return null
  }
}

/**
 * Stores the run instead of the one before, and drops the oldest ones for it. A run without space
 * is not stored, and the outdated one before is deleted.
 */
export async function keepRun(
  scope: StoredPosition,
  kept: StoredRun | undefined,
  isRequested: () => boolean,
): Promise<void> {
  if (kept === undefined) return removeRun(scope)
  try {
    await database.run('readwrite', async (store) => {
      const about = { name: getName(scope), user: scope.user, at: kept.at, bytes: kept.bytes }
      const known = await listAll(store('about'))
      if (!isRequested()) return
      const stale = staleNames(known, { next: about, now: Date.now() })
      await Promise.all([
        ...stale.map((name) => drop(store, name)),
        store('about').put(about, about.name),
        store('runs').put(kept, about.name),
      ])
    })
  } catch {
    await removeRun(scope)
  }
}

/** Rows of an earlier run were edited and saved: they are stored in their current form. */
export async function amendRun(
  scope: StoredPosition,
  { at, run }: Pick<FormerRun, 'at' | 'run'>,
): Promise<void> {
  const name = getName(scope)
  await database.run('readwrite', async (store) => {
    const kept = await readFrom<StoredRun>(store('runs'), name)
    const about = await readFrom<About>(store('about'), name)
    // Another run may have taken its place.
    if (kept?.shape !== 1 || kept.at !== at || about === undefined) return
    const next = amendedRun(kept, run.statements)
    await Promise.all([
      store('about').put({ ...about, bytes: next.bytes }, name),
      store('runs').put(next, name),
    ])
  })
}

export async function removeRun(scope: StoredPosition): Promise<void> {
  try {
    await database.run('readwrite', (store) => drop(store, getName(scope)))
  } catch {
    // Unreachable storage is not shown either.
  }
}

/** Deletes outdated runs, and those of users whose session expired. */
async function sweep(user: string): Promise<void> {
  const isStale = await database.run('readonly', async (store) => {
    const known = await listAll(store('about'))
    return staleNames(known, { user, now: Date.now() })
  })
  if (isStale.length === 0) return
  await database.run('readwrite', (store) => Promise.all(isStale.map((name) => drop(store, name))))
}

const drop = (store: (name: string) => Store, name: string) =>
  Promise.all([store('about').delete(name), store('runs').delete(name)])

/** Only this module writes the database, so its records have their shape. */
const readFrom = async <T>(store: Store, name: string) => (await store.get(name)) as T | undefined

const listAll = async (store: Store) => (await store.getAll()) as About[]
