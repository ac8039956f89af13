import { EngineError, type ProjectDatabase, type Queryable } from '@basalt/engine'

import { DesignError } from './design.ts'
import { locateError } from './locate-error.ts'
import { type Holder, lockHolders } from './lock-holders.ts'
import { inRolledBackTransaction } from './rolled-back.ts'
import { type Rule, type Step, toShownSql, toSql } from './steps.ts'

/** Another session holds a lock that the change needs. The step changed nothing. */
export class LockedError extends Error {
  override readonly name = 'LockedError'
  readonly holders: readonly Holder[]

  constructor(holders: readonly Holder[], cause: unknown) {
    super('Another session holds a lock that this change needs', { cause })
    this.holders = holders
  }
}

/** A step after the transaction failed: the committed part stays. */
export class PartlyDoneError extends Error {
  override readonly name = 'PartlyDoneError'
}

const lockTimeout = "set local lock_timeout = '5s'"

type Run = {
  steps: readonly Step[]
  /** Names of the design's columns in their order, to find the one an error is about. */
  columns?: readonly { name: string }[]
  /** The table whose lock holders are reported after a lock timeout. */
  tableId?: number | undefined
  /** Runs in the first transaction before anything else, and can stop it. */
  before?: ((tx: Queryable) => Promise<void>) | undefined
  /** Runs in the last transaction after everything else in it. */
  after?: ((tx: Queryable) => Promise<void>) | undefined
}

/**
 * Runs the steps in order; neighbouring transactional steps share a transaction. A rule with
 * violating rows is left out, and the others continue.
 *
 * @throws DesignError when PostgreSQL's error names a field, LockedError after 5 s of waiting,
 *   PartlyDoneError when only steps after the first transaction failed.
 */
export async function runSteps(db: ProjectDatabase, run: Run): Promise<void> {
  const groups = listGroups(run.steps)
  const last = groups.findLastIndex((group) => group[0]?.runs === 'in transaction')
  const refused = new Map<Rule, string>()
  for (const [index, group] of groups.entries()) {
    const { runs, rule, fragment = [] } = group[0] ?? {}
    if (rule !== undefined && refused.has(rule)) continue
    try {
      if (runs === 'alone') await runAlone(db, group, run)
      else {
        await inLockedTransaction(db, run.tableId, async (tx) => {
          if (index === 0) await run.before?.(tx)
          for (const one of group) await runStep(tx, one, run)
          if (index === last) await run.after?.(tx)
        })
      }
    } catch (error) {
      const reported = await explained(db, error, run)
      if (index === 0) throw reported
      if (rule === undefined) {
        throw new PartlyDoneError(
          `The change was saved, but “${toShownSql(fragment)}” failed: ${reported.message}`,
          { cause: error },
        )
      }
      refused.set(rule, await omitted(db, { rule, reported, tableId: run.tableId }))
    }
  }
  if (refused.size > 0) {
    throw new PartlyDoneError([...refused.values(), 'Everything else was saved.'].join(' '))
  }
  if (last === -1 && run.after !== undefined) await db.transaction(run.after)
}

const ofInvalidRows: ReadonlySet<string | undefined> = new Set(['23503', '23514'])

/** Reverts the rule as far as possible, and reports the result. */
async function omitted(db: ProjectDatabase, { rule, reported, tableId }: Refusal): Promise<string> {
  const { name, unfit: invalid, takeBack } = rule
  const failure = reported instanceof DesignError ? reported.cause : reported
  const isInvalid = failure instanceof EngineError && ofInvalidRows.has(failure.sql?.sqlstate)
  const why = isInvalid ? invalid : reported.message
  if (takeBack.length === 0) return `${name} applies to new rows only: ${why}.`
  try {
    // Separate transactions: exclusive locks are released before rows are scanned.
    for (const one of takeBack) {
      await inLockedTransaction(db, tableId, (tx) => tx.text(toSql(one)))
    }
    return `${name} was not saved: ${why}.`
  } catch (error) {
    const fault = error instanceof Error ? error.message : ''
    return `${name} was rejected: ${why}. The previous state could not be restored: ${fault}.`
  }
}

type Refusal = { rule: Rule; reported: Error; tableId: number | undefined }

type Work<T> = (tx: Queryable) => Promise<T>

/**
 * Runs work in one transaction that waits 5 s for its locks.
 *
 * @throws LockedError with the sessions that hold them.
 */
export const inLockedTransaction = <T>(
  db: ProjectDatabase,
  tableId: number | undefined,
  work: Work<T>,
): Promise<T> => namingHolders(db, tableId, () => db.transaction(limitingLocks(work)))

/** The same, and always rolled back. */
export const inLockedTrial = <T>(db: ProjectDatabase, work: Work<T>): Promise<T> =>
  namingHolders(db, undefined, () => inRolledBackTransaction(db, limitingLocks(work)))

/**
 * Reads one state of the database, and waits 5 s for its locks.
 *
 * @throws LockedError with the sessions that hold them.
 */
export const inLockedSnapshot = <T>(db: ProjectDatabase, work: Work<T>): Promise<T> =>
  namingHolders(db, undefined, () => db.snapshot(limitingLocks(work)))

const limitingLocks =
  <T>(work: Work<T>): Work<T> =>
  async (tx) => {
    await tx.text(lockTimeout)
    return work(tx)
  }

async function namingHolders<T>(
  db: ProjectDatabase,
  tableId: number | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isLocked(error) ? new LockedError(await lockHolders(db, tableId), error) : error
  }
}

function listGroups(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = []
  for (const one of steps) {
    const open = groups.at(-1)
    if (one.runs === 'in transaction' && open?.[0]?.runs === 'in transaction') open.push(one)
    else groups.push([one])
  }
  return groups
}

async function runAlone(db: ProjectDatabase, group: readonly Step[], run: Run): Promise<void> {
  const session = await db.session()
  try {
    await session.text("set lock_timeout = '5s'")
    for (const one of group) await runStep(session, one, run)
  } finally {
    await session.release()
  }
}

async function runStep(tx: Queryable, one: Step, { columns = [] }: Run): Promise<void> {
  try {
    await tx.text(toSql(one.fragment))
  } catch (error) {
    const fault = isLocked(error) ? undefined : locateError(error, one, columns)
    if (fault === undefined) throw error
    throw Object.assign(new DesignError(fault), { cause: error })
  }
}

const isLocked = (error: unknown): boolean =>
  error instanceof EngineError && error.sql?.sqlstate === '55P03'

async function explained(db: Queryable, error: unknown, run: Run): Promise<Error> {
  if (!(error instanceof Error)) return new Error('The change failed', { cause: error })
  if (!isLocked(error)) return error
  return new LockedError(await lockHolders(db, run.tableId), error)
}
