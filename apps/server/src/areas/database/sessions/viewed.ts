import { ApiError } from '@basalt/contract/errors'
import { EngineError, type ProjectDatabase, type Queryable, type Snapshot } from '@basalt/engine'
import type { RowView, RowViewer } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

/** How long a search through a whole table may take. */
const searchLimitMs = 5000

/**
 * Runs the work with the view's role and claims, for every way of reading rows alike. Expressions
 * of the user, and impersonated roles, run in a read-only transaction.
 */
export function viewing<T>(
  db: ProjectDatabase,
  view: RowView,
  work: (db: Queryable) => Promise<T>,
): Promise<T> {
  const isSearch = view.search !== undefined && view.search.text !== ''
  if (view.as === undefined && view.where === undefined && !isSearch) return work(db)
  return db
    .snapshot(async (tx) => {
      if (isSearch) await tx.query(`set local statement_timeout = ${searchLimitMs}`)
      if (view.as !== undefined) await impersonate(tx, view.as, { isLocal: true })
      return work(tx)
    })
    .catch((error: unknown) => {
      throw isSearch && isTimeout(error) ? tooSlow(error) : error
    })
}

/** Like `viewing`, with a consistent snapshot and without a timeout. */
export const viewingMoment = <T>(
  db: ProjectDatabase,
  viewer: RowViewer | undefined,
  work: (db: Snapshot) => Promise<T>,
): Promise<T> =>
  db.snapshot(async (tx) => {
    if (viewer !== undefined) await impersonate(tx, viewer, { isLocal: true })
    return work(tx)
  })

const isTimeout = (error: unknown): error is EngineError =>
  error instanceof EngineError && error.kind === 'statement' && error.sql?.sqlstate === '57014'

const tooSlow = (cause: EngineError) =>
  new ApiError(
    'sql_error',
    'The search took longer than 5 s. Search fewer columns, or add a filter that has an index.',
    { sql: cause.sql, cause },
  )

/**
 * Impersonates a role, for the transaction or for the session. The settings are those that policies
 * of such platforms read.
 */
export async function impersonate(
  tx: Queryable,
  { role, claims }: RowViewer,
  { isLocal }: { isLocal: boolean },
): Promise<void> {
  const known = await tx.query('select from pg_roles where rolname = $1', [role])
  if (known.length === 0) throw new ApiError('invalid_request', `The role "${role}" does not exist`)
  const full = JSON.stringify({ role, ...claims })
  await tx.query("select set_config('request.jwt.claims', $1, $2)", [full, isLocal])
  const scope = isLocal ? 'local' : 'session'
  await tx.query(`set ${scope} role ${quoteIdent(role)}`).catch((cause: unknown) => {
    const message = `Cannot act as "${role}": the role of this connection is not a member of it`
    throw new ApiError('forbidden', message, { cause })
  })
}
