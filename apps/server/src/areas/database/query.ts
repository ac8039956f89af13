import { createHash, randomUUID } from 'node:crypto'

import { ownSchemas, protectedSchemas, systemSchemas } from '@basalt/catalog'
import { databaseQuery } from '@basalt/contract/database/query'
import type { QueryRun } from '@basalt/contract/database/query-runs'
import { ApiError } from '@basalt/contract/errors'
import type { InputOf } from '@basalt/contract/route'
import {
  type DatabaseSession,
  EngineError,
  type ProjectDatabase,
  type ProjectEngine,
  type TextField,
} from '@basalt/engine'
import {
  storedBySession,
  nameTypes as nameResultTypes,
  traceFields,
  type WrittenBefore,
  writtenBefore,
} from '@basalt/pg-catalog'
import type { ReadStatement } from '@basalt/pg-grammar'
import { type LexicalRules, standardRules } from '@basalt/pg-sql'

import { recordBefore, recordFailure } from '../../change-reports/recorded.ts'
import type { ScriptReader } from '../../grammar/script-reader.ts'
import { type DataContext, getPrincipal, getProject } from '../../http/context.ts'
import { type Endpoint, serveStream } from '../../http/route.ts'
import type { Resources } from '../../limits/resources.ts'
import { databaseFor, roleFor } from '../../projects/connection.ts'
import type { Vault } from '../../secrets/vault.ts'
import { beginRun, endRun } from '../../store/query-runs.ts'
import type { Store } from '../../store/store.ts'
import { decideAboutHeld, type Ended, type Held, rolledBack } from './sessions/hold.ts'
import { watchLocks } from './sessions/lock-watch.ts'
import {
  type Emit,
  type Outcome,
  runStatements,
  type ScriptStatement,
  warning,
} from './sessions/run-statements.ts'
import { advice } from './sessions/script-advice.ts'
import { endingIn, readRest, readRun } from './sessions/script-reading.ts'
import {
  getAccount,
  type Entered,
  type SessionPool,
  sessionOwner,
} from './sessions/session-pool.ts'
import { applySettings, listSettings } from './sessions/session-settings.ts'
import type { SqlSession } from './sessions/sql-session.ts'
import { applyVaultKey, hideVaultTexts, readVaultKey } from './sessions/vault-key.ts'
import { countKinds } from './statement-kinds.ts'

/** Schemas whose tables cannot be edited by rows. */
const closed: readonly string[] = [...systemSchemas, ...ownSchemas, ...protectedSchemas]

type QueryServices = {
  engine: ProjectEngine
  store: Store
  vault: Vault
  scripts: ScriptReader
  pool: SessionPool
  resources: Resources
  /** How long a held transaction waits for its decision. */
  holdMs?: number | undefined
}

type Body = InputOf<typeof databaseQuery.run>['body']
type Work = Parameters<typeof recordBefore>[2]

type Started = {
  services: QueryServices
  context: DataContext
  body: Body
  statements: readonly ScriptStatement[]
  db: ProjectDatabase
  entered: Entered
  emit: Emit
  work: Work
  /** Ends the run's use of its session, once. */
  leave: (how: { isBroken: boolean }) => void
}

type Ran = Started & { session: SqlSession; connection: DatabaseSession }

/** Runs scripts: each statement on its own, as a script's author would in psql. */
export function queryFeature(services: QueryServices): Endpoint[] {
  const { engine, pool, scripts } = services
  return [
    serveStream(databaseQuery.run, async ({ body }, context, emit) => {
      const db = await databaseFor(engine, context)
      // Before the script is parsed: a refused run must be cheap.
      const entered = await pool.enter(placeOf(context, body), {
        db,
        account: getAccount(context),
        signal: context.signal,
        onQueued: (queueStatus) => void emit({ type: 'queued', ...queueStatus }).catch(() => {}),
      })
      const leave = leaving(pool, entered)
      try {
        const rules = await rulesIn(entered, body.query)
        const { statements, warnings, sent } = await readRun({ db, scripts, rules }, body)
        const ending = body.hold === undefined ? undefined : endingIn(sent)
        if (ending !== undefined) throw new ApiError('invalid_request', ending)
        if (warnings.length > 0) {
          context.changedNothing()
          await emit({ type: 'ask', warnings })
          await emit({ type: 'end' })
          return
        }
        const work = getWork(context, body, sent)
        await noted({ services, context, body, statements, db, entered, emit, work, leave })
        await emit({ type: 'end' })
      } finally {
        leave({ isBroken: false })
      }
    }),
  ]
}

/**
 * The next waiting run gets the connection as soon as this one has finished with it, without
 * waiting for its cleanup or its records.
 */
function leaving(pool: SessionPool, { session, connected, giveUp }: Entered): Started['leave'] {
  let hasEnded = false
  return (how) => {
    if (hasEnded) return
    hasEnded = true
    giveUp()
    void connected
      .catch(() => {})
      .then(() => pool.leave(session, how))
      .catch(() => {})
  }
}

/**
 * How the session reads literals. Only a script with a backslash depends on that and waits for the
 * connection; a failed connection is reported where the run needs it.
 */
async function rulesIn({ connected }: Entered, script: string): Promise<LexicalRules> {
  if (!script.includes('\\')) return standardRules
  const connection = await connected.catch(() => undefined)
  return connection === undefined
    ? standardRules
    : { hasStandardStrings: connection.hasStandardStrings() }
}

const placeOf = (context: DataContext, body: Body) => ({
  owner: sessionOwner(context),
  ref: getProject(context).ref,
  id: body.session ?? null,
  role: roleFor(context),
})

const getOwner = (context: DataContext) => ({
  projectId: getProject(context).id,
  userId: getPrincipal(context).userId,
})

/** The hash identifies the text without revealing it. */
const getWork = (context: DataContext, body: Body, sent: readonly ReadStatement[]) => ({
  action: 'sql.run',
  target: { kind: 'database', id: getProject(context).ref },
  details: {
    statements: countKinds(sent),
    sha256: createHash('sha256').update(body.query).digest('hex'),
    ...(body.hold !== undefined && { held: body.hold }),
    ...(getProject(context).auditsSqlText && { text: hideVaultTexts(body.query) }),
    ...(body.settings?.as !== undefined && { as: body.settings.as.role }),
  },
})

/** A run is recorded in log and history before it starts, and its end in both. */
async function noted(started: Started): Promise<void> {
  const { services, context, body, work } = started
  const { store } = services
  const id = randomUUID()
  const run = {
    id,
    sql: hideVaultTexts(body.written ?? body.query),
    role: body.settings?.as?.role ?? null,
    is_held: body.hold !== undefined,
  }
  try {
    // Records are written while the run waits for its connection.
    const [connecting, ...noting] = await Promise.allSettled([
      connectedFor(started),
      recordBefore(store, context, work),
      beginRun(store, getOwner(context), run),
    ])
    const refused = noting.find((one) => one.status === 'rejected')
    if (refused !== undefined) throw refused.reason
    if (connecting.status === 'rejected') throw connecting.reason
    await carriedOut({ ...started, ...connecting.value }, id)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const isCancelled = error instanceof EngineError && error.kind === 'cancelled'
    const state = isCancelled ? 'cancelled' : 'failed'
    const end = { duration_ms: null, rows: null, state, error: message } as const
    await Promise.allSettled([recordFailure(store, context, work), endRun(store, id, end)])
    throw error
  }
}

async function connectedFor({ services, context, entered, body }: Started) {
  const { session } = entered
  const [connection, vaultKey] = await Promise.all([
    entered.connected,
    readVaultKey(services, context, body.query),
  ])
  if (session.connection !== connection) {
    throw new ApiError('conflict', 'This session has ended')
  }
  await applySettings(session, body.settings ?? {})
  await applyVaultKey(session, vaultKey)
  return { session, connection }
}

async function carriedOut(ran: Ran, id: string): Promise<void> {
  const { services, context, body, session, connection, emit, work, leave } = ran
  const startedAt = performance.now()
  const hold =
    body.hold === undefined
      ? undefined
      : { mode: body.hold, startedAt, earlier: await beginHeld(session, connection) }
  const unwatch = watchLocks({ connection, outside: ran.db, emit, isOwn: ownIn(ran) })
  const outcome = await listStatements(ran).finally(unwatch)
  const ended = hold === undefined ? null : await endedHeld(ran, outcome, hold)
  const duration = Math.round((performance.now() - startedAt) * 100) / 100
  if (ended !== null) await emit({ type: 'decided', ...ended }).catch(() => {})
  const ending = [
    endRun(services.store, id, {
      duration_ms: duration,
      rows: outcome.rows,
      state: getState(outcome, ended),
      error: outcome.message?.slice(0, 2000) ?? null,
    }),
  ]
  if (outcome.failedAt !== null) {
    const details = { ...work.details, failed_at: outcome.failedAt }
    ending.push(recordFailure(services.store, context, { ...work, details }))
  }
  const written = Promise.all(ending)
  // The caller that decided about a held run waits for its end. After an error only PostgreSQL's
  // next message has the state of the connection.
  if (hold !== undefined || outcome.failedAt !== null) await written
  await Promise.all([
    settle(ran, outcome).finally(() => leave({ isBroken: outcome.isBroken })),
    written,
  ])
}

/** Other tabs of the same caller are known by the processes that serve them. */
const ownIn =
  ({ services, context }: Ran) =>
  (pid: number): boolean => {
    const place = { owner: sessionOwner(context), ref: getProject(context).ref }
    return services.pool.of(place).some(({ connection }) => connection?.processId() === pid)
  }

async function beginHeld(
  { transaction }: SqlSession,
  connection: DatabaseSession,
): Promise<WrittenBefore> {
  if (transaction !== 'none') {
    throw new ApiError('conflict', 'Commit or roll back the open transaction of this session first')
  }
  await connection.text('begin')
  return writtenBefore(connection)
}

function listStatements(ran: Ran): Promise<Outcome> {
  const { services, db, session, statements, connection, emit, context, body } = ran
  const { scripts, resources } = services
  return runStatements(statements, {
    connection,
    emit,
    signal: context.signal,
    nameTypes: (fields: readonly TextField[]) => nameResultTypes(db, fields),
    // Other sessions may see a different version of the rows.
    trace: async (fields, sources) =>
      body.settings?.as === undefined ? traceFields(db, { fields, sources, closed }) : null,
    values: body.values,
    isReadOnly: body.settings?.read_only === true,
    maxMs: session.place.role === 'read-only' ? resources.limits.readerStatementMs : null,
    splitAgain: (from, rules) =>
      readRest({ db, scripts, rules }, { ...body, from, isHeld: body.hold !== undefined }),
  })
}

async function endedHeld(
  { services, context, db, session, connection, emit, work }: Ran,
  outcome: Outcome,
  hold: Pick<Held, 'mode' | 'startedAt' | 'earlier'>,
): Promise<Ended | null> {
  if (outcome.failedAt !== null) return rolledBack(connection, 'A statement of the run failed')
  const ended = await decideAboutHeld({
    session,
    db,
    connection,
    emit,
    signal: context.signal,
    ...hold,
    holdMs: services.holdMs,
    beforeCommit: () => recordBefore(services.store, context, { ...work, action: 'sql.committed' }),
  })
  if (ended?.outcome === 'rolled_back' && ended.reason !== undefined) {
    const details = { ...work.details, rolled_back: ended.reason }
    await recordFailure(services.store, context, { ...work, details })
  }
  return ended
}

function getState(outcome: Outcome, ended: Ended | null): QueryRun['state'] {
  if (outcome.isCancelled) return 'cancelled'
  if (outcome.failedAt !== null) return 'failed'
  return ended?.outcome ?? 'done'
}

/** Determines the state of the session after the run, and reports it. */
async function settle({ session, connection, emit, statements }: Ran, outcome: Outcome) {
  if (outcome.isBroken) return
  if (session.place.id === null) {
    const last = Math.max(0, statements.length - 1)
    if (session.transaction !== 'none' && outcome.failedAt === null)
      await emit(warning(last, advice.staysOpen))
    return
  }
  if (outcome.hasSettings !== false) session.hasSettings = outcome.hasSettings === true
  session.keeps = session.transaction === 'none' ? await storedBy(session, connection) : []
  session.look()
  await emit({ type: 'session', state: session.stateAtRest }, 'with-end')
}

async function storedBy(session: SqlSession, connection: DatabaseSession): Promise<string[]> {
  // For a role without access to the catalog, or with a timeout of milliseconds, the session is
  // kept to be safe.
  const stored = await storedBySession(connection, listSettings(session.applied)).catch(() => [
    'settings',
  ])
  return session.hasSettings ? [...new Set([...stored, 'settings'])] : stored
}
