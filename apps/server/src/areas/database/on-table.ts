import { ApiError } from '@basalt/contract/errors'
import type { ProjectDatabase } from '@basalt/engine'
import { findTarget, RowError, type RowTarget } from '@basalt/pg-rows'

/** Tables of a database whose catalog entry is remembered at most. */
const maxKnown = 200
const known = new WeakMap<object, Map<number, RowTarget>>()

/**
 * Names and types come from the current catalog, never from the caller. The work only reads: for a
 * recently read table it starts while the catalog is queried, and is repeated when the table has
 * changed.
 */
export async function onTable<T>(
  db: ProjectDatabase,
  id: number,
  work: (target: RowTarget) => Promise<T>,
): Promise<T> {
  const before = remembered(db).get(id)
  const started = before === undefined ? undefined : settled(work(before))
  const target = await findTarget(db, id)
  remember(db, id, target)
  if (target === null) throw new ApiError('not_found', 'This table does not exist')
  try {
    if (started === undefined || !isSame(before, target)) return await work(target)
    const result = await started
    if ('error' in result) throw result.error
    return result.value
  } catch (error) {
    if (error instanceof RowError)
      throw new ApiError('invalid_request', error.message, { cause: error })
    throw error
  }
}

type Settled<T> = { value: T } | { error: unknown }

const settled = <T>(work: Promise<T>): Promise<Settled<T>> =>
  work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )

const isSame = (one: RowTarget | undefined, other: RowTarget): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

function remembered(db: ProjectDatabase): Map<number, RowTarget> {
  const tables = known.get(db.shared) ?? new Map<number, RowTarget>()
  known.set(db.shared, tables)
  return tables
}

/** A least recently used cache of tables. */
function remember(db: ProjectDatabase, id: number, target: RowTarget | null): void {
  const tables = remembered(db)
  tables.delete(id)
  if (target !== null) tables.set(id, target)
  const [oldest] = tables.keys()
  if (tables.size > maxKnown && oldest !== undefined) tables.delete(oldest)
}
