import type { DrainDestination, LogDrain } from '@basalt/contract/logs/drains'
import { sql } from 'kysely'

import type { Store } from '../../store/store.ts'

export type StoredDrain = {
  id: string
  ref: string
  name: string
  config: DrainDestination
  sealed_secrets: string
  sources: LogDrain['sources']
  is_enabled: boolean
  created_at: Date
  next_attempt_at: Date
  failures: number
  last_error: string | null
  last_sent_at: Date | null
  sent_rows: string
  dropped_rows: string
}

const drainsOf = (store: Store) =>
  store
    .selectFrom('log_drains')
    .innerJoin('projects', 'projects.id', 'log_drains.project_id')
    .selectAll('log_drains')
    .select('projects.ref')
    .orderBy('log_drains.name')
    .$castTo<StoredDrain>()

export const listDrains = (store: Store, projectId: number): Promise<StoredDrain[]> =>
  drainsOf(store).where('project_id', '=', projectId).execute()

export const findDrain = (store: Store, projectId: number, id: string) =>
  drainsOf(store)
    .where('project_id', '=', projectId)
    .where('log_drains.id', '=', id)
    .executeTakeFirst()

export type DrainValues = {
  name: string
  config: DrainDestination
  sealed_secrets: string
  sources: LogDrain['sources']
}

const columnsOf = ({ config, ...values }: DrainValues) => ({
  ...values,
  config: JSON.stringify(config),
})

export async function insertDrain(store: Store, projectId: number, values: DrainValues) {
  const { id } = await store
    .insertInto('log_drains')
    .values({ project_id: projectId, ...columnsOf(values) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changed settings are tried at once. */
const tryNow = { next_attempt_at: sql<Date>`now()`, failures: 0, last_error: null }

export const updateDrain = (store: Store, id: string, values: DrainValues) =>
  store
    .updateTable('log_drains')
    .set({ ...columnsOf(values), ...tryNow })
    .where('id', '=', id)
    .execute()

export const enableDrain = (store: Store, id: string, isEnabled: boolean) =>
  store
    .updateTable('log_drains')
    .set({ is_enabled: isEnabled, ...tryNow })
    .where('id', '=', id)
    .execute()

export const deleteDrain = (store: Store, id: string) =>
  store.deleteFrom('log_drains').where('id', '=', id).execute()

export const listEnabledTargets = (store: Store) =>
  store
    .selectFrom('log_drains')
    .innerJoin('projects', 'projects.id', 'log_drains.project_id')
    .select(['log_drains.id', 'projects.ref', 'log_drains.sources'])
    .where('is_enabled', '=', true)
    .execute()

const claimSeconds = 60

/** Drains that are due, which no other server sends to until the claim is over. */
export async function claimDrains(store: Store, limit: number): Promise<StoredDrain[]> {
  const claimed = await store
    .updateTable('log_drains')
    .set({ claimed_until: sql`now() + ${claimSeconds} * interval '1 second'` })
    .where('id', 'in', (query) =>
      query
        .selectFrom('log_drains')
        .select('id')
        .where('is_enabled', '=', true)
        .where('next_attempt_at', '<=', sql<Date>`now()`)
        .where((when) =>
          when.or([
            when('claimed_until', 'is', null),
            when('claimed_until', '<', sql<Date>`now()`),
          ]),
        )
        .orderBy('next_attempt_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  if (claimed.length === 0) return []
  const ids = claimed.map(({ id }) => id)
  return drainsOf(store).where('log_drains.id', 'in', ids).execute()
}

export const renewClaim = (store: Store, id: string, sentRows: number) =>
  store
    .updateTable('log_drains')
    .set((set) => ({
      claimed_until: sql`now() + ${claimSeconds} * interval '1 second'`,
      sent_rows: set('sent_rows', '+', String(sentRows)),
      last_sent_at: sql`now()`,
      failures: 0,
      last_error: null,
    }))
    .where('id', '=', id)
    .execute()

type Release = { id: string; afterMs: number; error: string | null; failures: number }

export const releaseDrain = (store: Store, { id, afterMs, error, failures }: Release) =>
  store
    .updateTable('log_drains')
    .set({
      claimed_until: null,
      next_attempt_at: sql`now() + ${afterMs} * interval '1 millisecond'`,
      last_error: error,
      failures,
    })
    .where('id', '=', id)
    .execute()

export const addDropped = (store: Store, id: string, rows: number) =>
  store
    .updateTable('log_drains')
    .set((set) => ({ dropped_rows: set('dropped_rows', '+', String(rows)) }))
    .where('id', '=', id)
    .execute()
