import { ApiError } from '@basalt/contract/errors'
import { EngineError, type ProjectEngine, type Queryable } from '@basalt/engine'
import type { TriggerDesign } from '@basalt/pg-model'
import {
  asAnyKind,
  inLockedTransaction,
  LockedError,
  prepareReverse,
  readObjectDesign,
  recordChange,
  shownSteps,
  type Step,
  toMigrationName,
  toRecordedSql,
  triggers,
} from '@basalt/pg-schema'

import { audited } from '../../change-reports/audited.ts'
import type { DataContext } from '../../http/context.ts'
import { databaseFor } from '../../projects/connection.ts'
import type { KeyServices } from '../../vault/vault-keys.ts'
import { removalStatement } from './hook-design.ts'
import { findHook } from './hook-states.ts'
import type { Hook } from './hook-store.ts'
import { trustHook } from './hook-trust.ts'
import { endLostEvents } from './outbox-store.ts'
import { readParts } from './project-outbox.ts'

type Services = KeyServices & { engine: ProjectEngine }

type Plan = {
  steps: Step[]
  /** The statement that stores or removes its settings. */
  settings: string
  /** Of the trigger after the change. */
  design: TriggerDesign
}

export type HookChange = {
  change:
    | { action: 'create'; design: TriggerDesign }
    | { action: 'alter'; id: number; version: string }
    | { action: 'drop'; id: number }
  place: Pick<Hook, 'schema' | 'table' | 'name'> & { table_id?: number }
  /** The current design is that of the new hook where one is created. */
  plan: (tx: Queryable, current: TriggerDesign) => Promise<Plan>
}

const actions = { create: 'created', alter: 'changed', drop: 'removed' } as const

/** Changes trigger and settings in one transaction, with an audit entry and a migration. */
export async function changeHook(
  services: Services,
  context: DataContext,
  one: HookChange,
): Promise<void> {
  const { engine, store } = services
  const db = await databaseFor(engine, context)
  const { schema, table, name: hook, table_id: tableId } = one.place
  const name = `${schema}.${table}.${hook}`
  const work = {
    action: `webhook.${actions[one.change.action]}`,
    target: { kind: 'webhook', id: name, name },
    details: {},
  }
  await audited({ store, context }, work, () =>
    inLockedTransaction(db, tableId, async (tx) => {
      await runChange(tx, one)
      await trustHook(services, tx, { context, place: one.place })
    }),
  ).catch((error: unknown) => {
    throw asApiError(error)
  })
}

async function runChange(tx: Queryable, one: HookChange): Promise<void> {
  const { change, place, plan } = one
  const current = change.action === 'create' ? change.design : await lockHook(tx, change)
  const { steps, settings, design } = await plan(tx, current)
  const reverse = await prepareReverse(
    tx,
    asAnyKind(triggers),
    change.action === 'drop' ? { ...change, cascade: false } : { ...change, design },
  )
  for (const { fragment } of steps) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await tx.query(toRecordedSql(fragment))
  }
  // An earlier hook of this name may have been dropped with SQL.
  if (change.action === 'create') await tx.query(removalStatement(design))
  await tx.query(settings)
  if (change.action !== 'alter') await endLostEvents(tx)
  const back = steps.length === 0 ? null : await reverse(tx)
  await recordChange(tx, {
    name: toMigrationName(change.action, 'webhook', `${place.table}_${place.name}`),
    statements: [...steps.map(({ fragment }) => toRecordedSql(fragment)), settings],
    rollback: back === null ? null : shownSteps(back).map(({ sql }) => sql),
  })
}

/** Simultaneous changes of one hook wait for each other, and the later one sees the earlier one. */
async function lockHook(
  tx: Queryable,
  change: { id: number; version?: string },
): Promise<TriggerDesign> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`triggers ${change.id}`])
  const hook = await knownHook(tx, change.id)
  if (change.version !== undefined && hook.version !== change.version) {
    throw new ApiError(
      'conflict',
      'Someone else changed this webhook, so nothing was done. Reload it to see its current state.',
    )
  }
  const found = await readObjectDesign(tx, triggers, change.id)
  if (found === null) throw missing()
  return found.design
}

const missing = () => new ApiError('not_found', 'This webhook does not exist')

export async function requireHooks(db: Queryable): Promise<void> {
  const { hooks } = await readParts(db)
  if (!hooks) throw new ApiError('conflict', 'Enable webhooks for this project first')
}

export async function knownHook(
  db: Queryable,
  id: number,
): Promise<NonNullable<Awaited<ReturnType<typeof findHook>>>> {
  await requireHooks(db)
  const hook = await findHook(db, id)
  if (hook === undefined) throw missing()
  return hook
}

function asApiError(error: unknown): unknown {
  if (error instanceof LockedError) {
    const message =
      'Nothing was changed: another session has locked the table. Try again when it has finished.'
    return new ApiError('conflict', message, { cause: error, retryAfter: 5 })
  }
  const state = error instanceof EngineError ? error.sql?.sqlstate : undefined
  if (state === '42710') {
    const message = 'The table has a trigger of this name'
    return new ApiError('conflict', message, { cause: error, fields: { name: message } })
  }
  if (state === '42P01' || state === '3F000' || state === '42809') {
    const message = 'Choose a table that exists'
    return new ApiError('conflict', message, { cause: error, fields: { table: message } })
  }
  return error
}
