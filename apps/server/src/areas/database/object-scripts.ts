import {
  databaseFunctionScripts,
  databasePolicyScripts,
  databaseTriggerScripts,
  type ScriptEffect,
} from '@basalt/contract/database/object-scripts'
import { ApiError } from '@basalt/contract/errors'
import type { ProjectDatabase, ProjectEngine, Queryable } from '@basalt/engine'
import type { Jobs } from '@basalt/jobs'
import { defaultRules } from '@basalt/pg-catalog'
import type { ReadStatement } from '@basalt/pg-grammar'
import {
  type Effect,
  findObject,
  findRefused,
  functionScripts,
  inLockedSnapshot,
  inLockedTrial,
  inRolledBackTransaction,
  isInterrupted,
  ObjectConflict,
  ObjectMissing,
  policyScripts,
  readObjectDesign,
  recordChange,
  reverseScript,
  runSteps,
  ScriptError,
  type ScriptKind,
  shownSteps,
  subjectOf,
  toMigrationName,
  triggerScripts,
  tryScript,
  writeScript,
} from '@basalt/pg-schema'

import { recordBefore, recordFailure } from '../../change-reports/recorded.ts'
import type { ScriptReader } from '../../grammar/script-reader.ts'
import type { DataContext } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Log } from '../../process/log.ts'
import { databaseFor } from '../../projects/connection.ts'
import type { Store } from '../../store/store.ts'
import { asApiError, explained } from './objects.ts'

type Services = {
  engine: ProjectEngine
  store: Store
  jobs: Jobs
  log: Log
  scripts: ScriptReader
}

const kinds = [
  [databaseFunctionScripts, functionScripts],
  [databasePolicyScripts, policyScripts],
  [databaseTriggerScripts, triggerScripts],
] as const

/** Functions, triggers and policies as SQL: reading, checking and running it. */
export const objectScriptFeature = (services: Services): Endpoint[] =>
  kinds.flatMap(([routes, kind]) => kindEndpoints(services, routes, kind))

/** The routes of the kinds differ in their paths only. */
type Routes = (typeof kinds)[number][0]
type Script = { sql: string; of?: { id: number; version: string } | undefined }

function kindEndpoints(services: Services, routes: Routes, kind: ScriptKind) {
  const { engine, scripts } = services
  return [
    serve(routes.read as typeof databaseFunctionScripts.read, async ({ params }, context) => {
      const db = await databaseFor(engine, context)
      return explained(kind.kind, undefined, () =>
        inLockedSnapshot(db, (tx) => readScript(tx, kind, params.id)),
      )
    }),
    serve(routes.check as typeof databaseFunctionScripts.check, async ({ body }, context) => {
      const db = await databaseFor(engine, context)
      const statements = await listStatements(scripts, db, body.sql)
      if (!body.tries) return check(db, kind, statements)
      const fault = findFault(kind, statements)
      if (fault !== null) throw refused(body.sql, fault)
      const effects = await tried(db, { kind, script: body, statements })
      const warnings = await listWarnings(db, kind, effects)
      return { fault: null, effects: effects.map(describe), warnings }
    }),
    serve(routes.run as typeof databaseFunctionScripts.run, async ({ body }, context) =>
      run(services, context, { kind, script: body }),
    ),
  ]
}

async function readScript(tx: Queryable, kind: ScriptKind, id: number) {
  const row = await findObject<{ id: number; locked: string | null }>(tx, kind.kind, id)
  const found = row === null ? null : await readObjectDesign(tx, kind.kind, id)
  if (row === null || found === null)
    throw new ApiError('not_found', `This ${kind.kind.noun} does not exist`)
  const { design, version } = found
  const subject = subjectOf(kind.kind, design)
  const sql = await writeScript(tx, kind, { id, design })
  return { id, subject, version, sql, locked: row.locked }
}

async function listStatements(scripts: ScriptReader, db: Queryable, sql: string) {
  return (await scripts.read(sql, await defaultRules(db, sql))).statements
}

type Fault = { message: string; position: number }
type Unplaced = { message: string; position: null }

function findFault(kind: ScriptKind, statements: readonly ReadStatement[]): Fault | null {
  const broken = statements.find(({ error }) => error !== undefined)?.error
  if (broken !== undefined) return { message: broken.message, position: broken.start }
  return findRefused(kind, statements)
}

async function check(db: ProjectDatabase, kind: ScriptKind, statements: readonly ReadStatement[]) {
  const fault = findFault(kind, statements)
  const untried = { fault, effects: null, warnings: [] }
  if (fault !== null || kind.kind.triesSteps !== true) return untried
  try {
    const effects = await inRolledBackTransaction(db, async (tx) => {
      await tx.text("set local lock_timeout = '500ms'")
      await tx.text("set local statement_timeout = '5s'")
      return tryScript(tx, kind, statements)
    })
    return { fault: null, effects: effects.map(describe), warnings: [] }
  } catch (error) {
    if (error instanceof ScriptError)
      return { ...untried, fault: { message: error.message, position: error.position } }
    if (isInterrupted(error)) return untried
    throw error
  }
}

async function listWarnings(
  db: ProjectDatabase,
  { kind }: ScriptKind,
  effects: readonly Effect[],
): Promise<string[]> {
  const warnings = new Set<string>()
  for (const { before, after } of effects) {
    const found = await kind.warn?.(db, before?.design ?? null, after?.design ?? null)
    for (const one of found ?? []) warnings.add(one)
  }
  return [...warnings]
}

function describe({ before, after }: Effect): ScriptEffect {
  if (before === null) return { action: 'create', subject: after?.subject ?? '' }
  return { action: after === null ? 'drop' : 'change', subject: (after ?? before).subject }
}

type Request = { kind: ScriptKind; script: Script }

async function run(services: Services, context: DataContext, { kind, script }: Request) {
  const { engine, store } = services
  const db = await databaseFor(engine, context)
  const statements = await listStatements(services.scripts, db, script.sql)
  const fault = findFault(kind, statements)
  if (fault !== null) throw refused(script.sql, fault)
  const effects = await tried(db, { kind, script, statements })
  const { work, name } = describeWork(kind, { script, statements, effects })
  await recordBefore(store, context, work)
  let hasReverse = false
  try {
    await runSteps(db, {
      steps: statements.map(({ text }) => ({
        fragment: [{ text, field: 'sql' }],
        lock: null,
        runs: 'in transaction',
      })),
      before: (tx) => checkVersions(tx, kind, effects),
      after: async (tx) => {
        const steps = await reverseScript(tx, kind, effects)
        const rollback = steps === null ? null : shownSteps(steps).map(({ sql }) => sql)
        hasReverse = rollback !== null
        await recordChange(tx, { name, statements: statements.map(({ text }) => text), rollback })
      },
    })
  } catch (error) {
    await recordFailure(store, context, work)
    throw asApiError(error, { schema: null, name: work.target.name })
  }
  return {
    id: await findId(db, { kind, script, effects }),
    effects: effects.map(describe),
    has_reverse: hasReverse,
  }
}

type Trial = Request & { statements: readonly ReadStatement[] }

/** The effects of the statements, which are taken back. Objects that are locked stay as they are. */
async function tried(db: ProjectDatabase, { kind, script, statements }: Trial): Promise<Effect[]> {
  const effects = await inLockedTrial(db, async (tx) => {
    if (script.of !== undefined) await checkVersion(tx, kind, script.of)
    return tryScript(tx, kind, statements)
  }).catch((error: unknown) => {
    if (error instanceof ScriptError) throw atPosition(script.sql, error)
    throw asApiError(error, { schema: null, name: `a table or ${kind.kind.noun} of this text` })
  })
  for (const one of effects.flatMap(({ before, after }) => [before, after])) {
    if (one === null || one.locked === null) continue
    throw new ApiError('conflict', `${one.subject}: ${one.locked}, so it cannot be changed here.`)
  }
  if (effects.length > 0 && effects.every(isSame))
    throw refused(script.sql, { message: 'There are no changes to apply', position: null })
  return effects
}

const isSame = ({ before, after }: Effect): boolean => before?.version === after?.version

async function checkVersions(tx: Queryable, kind: ScriptKind, effects: readonly Effect[]) {
  for (const { before } of effects) if (before !== null) await checkVersion(tx, kind, before)
}

async function checkVersion(
  tx: Queryable,
  { kind }: ScriptKind,
  { id, version }: { id: number; version: string },
): Promise<void> {
  const found = await readObjectDesign(tx, kind, id)
  if (found === null) throw new ObjectMissing(`This ${kind.noun} no longer exists.`)
  if (found.version === version) return
  throw new ObjectConflict(
    `Someone else changed this ${kind.noun}, so nothing was done. Copy your text and open it again to see its current definition.`,
  )
}

type Ran = Trial & { effects: readonly Effect[] }

const actions = { create: 'created', change: 'changed', drop: 'dropped' } as const

function describeWork(kind: ScriptKind, { script, statements, effects }: Omit<Ran, 'kind'>) {
  const { noun } = kind.kind
  const found = effects.map(describe)
  const first = found.find(({ action }) => action !== 'drop') ?? found[0]
  const action = first?.action ?? (script.of === undefined ? 'create' : 'change')
  const name = found.map(({ subject }) => subject).join(', ') || kind.nouns
  const verb = action === 'change' ? 'alter' : action
  return {
    name: toMigrationName(verb, first?.subject ?? noun),
    work: {
      action: `${noun}.${actions[action]}`,
      target: { kind: noun, id: name, name },
      details: { statements: statements.map(({ text }) => text) },
    },
  }
}

/** An object that was dropped and created again has another oid than the one that was tried. */
async function findId(
  db: Queryable,
  { kind, script, effects }: Omit<Ran, 'statements'>,
): Promise<number | null> {
  const own = effects.find(({ before }) => before !== null && before.id === script.of?.id)
  const shown = own ?? effects.find(({ before }) => before === null) ?? effects[0]
  if (shown === undefined) return script.of?.id ?? null
  const { before, after } = shown
  if (after === null) return null
  if (before?.id === after.id) return after.id
  const rows = await db.query<{ id: number }>(
    `select id::int8::float8 as id from (${kind.kind.list.all}) x where name = $1 order by x.id desc`,
    [after.design.name],
  )
  for (const { id } of rows) {
    const found = await readObjectDesign(db, kind.kind, id)
    if (found !== null && subjectOf(kind.kind, found.design) === after.subject) return id
  }
  return null
}

const refused = (sql: string, { message, position }: Fault | Unplaced) =>
  new ApiError('invalid_request', message, { fields: { sql: atLine(sql, position, message) } })

function atPosition(sql: string, error: ScriptError) {
  const { cause, position, message } = error
  const detail = cause.sql?.detail === undefined ? message : `${message}: ${cause.sql.detail}`
  return new ApiError('sql_error', detail, {
    fields: { sql: atLine(sql, position, detail) },
    sql: { ...cause.sql, sqlstate: cause.sql?.sqlstate ?? '', position: position + 1 },
    cause: error,
  })
}

function atLine(sql: string, position: number | null, message: string): string {
  if (position === null || !sql.includes('\n')) return message
  return `line ${sql.slice(0, position).split('\n').length}: ${message}`
}
