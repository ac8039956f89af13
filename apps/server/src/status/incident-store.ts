import type {
  Incident,
  IncidentImpact,
  IncidentStatus,
  StatusComponentId,
} from '@basalt/contract/status'
import { sql } from 'kysely'

import type { Store } from '../store/store.ts'

/** How long the status page shows a resolved incident. */
const shownDays = 14

/** Open incidents and those resolved less than two weeks before; newest first, at most fifty. */
export const listShownIncidents = (store: Store, now: Date): Promise<Incident[]> =>
  readIncidents(store, (query) =>
    query.where((is) =>
      is.or([
        is('resolved_at', 'is', null),
        is('resolved_at', '>', new Date(now.getTime() - shownDays * 86_400_000)),
      ]),
    ),
  )

/** Open ones first, then the others; newest first. */
export async function listIncidents(store: Store): Promise<Incident[]> {
  const all = await readIncidents(store, (query) => query)
  return [
    ...all.filter((one) => one.resolved_at === null),
    ...all.filter((one) => one.resolved_at !== null),
  ]
}

export async function findIncident(store: Store, id: string): Promise<Incident | null> {
  const [incident] = await readIncidents(store, (query) => query.where('id', '=', id))
  return incident ?? null
}

type NewIncident = {
  title: string
  impact: IncidentImpact
  status: IncidentStatus
  components: readonly StatusComponentId[]
  regions: readonly string[]
}

export async function insertIncident(
  tx: Store,
  { components, regions, ...incident }: NewIncident,
  at: Date,
): Promise<string> {
  const { id } = await tx
    .insertInto('incidents')
    .values({
      ...incident,
      components: [...components],
      regions: [...regions],
      started_at: at,
      resolved_at: incident.status === 'resolved' ? at : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function changeIncident(
  tx: Store,
  id: string,
  change: {
    title?: string | undefined
    impact?: IncidentImpact | undefined
    components?: readonly StatusComponentId[] | undefined
    regions?: readonly string[] | undefined
  },
): Promise<void> {
  const { components, regions, ...rest } = change
  await tx
    .updateTable('incidents')
    .set({
      ...rest,
      ...(components !== undefined && { components: [...components] }),
      ...(regions !== undefined && { regions: [...regions] }),
    })
    .where('id', '=', id)
    .execute()
}

/** Adds an update; the incident takes its status. */
export async function insertIncidentUpdate(
  tx: Store,
  id: string,
  update: { status: IncidentStatus; message: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('incident_updates')
    .values({ incident_id: id, ...update })
    .execute()
  await tx
    .updateTable('incidents')
    .set({ status: update.status, resolved_at: update.status === 'resolved' ? update.at : null })
    .where('id', '=', id)
    .execute()
}

export async function listShownNotices(store: Store): Promise<string[]> {
  const rows = await store
    .selectFrom('shown_notices')
    .select('key')
    .orderBy('shown_since')
    .execute()
  return rows.map(({ key }) => key)
}

export async function switchNotice(
  tx: Store,
  notice: { key: string; isOn: boolean; at: Date },
): Promise<void> {
  if (!notice.isOn) {
    await tx.deleteFrom('shown_notices').where('key', '=', notice.key).execute()
    return
  }
  await tx
    .insertInto('shown_notices')
    .values({ key: notice.key, shown_since: notice.at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const listIncidentsFor = (store: Store) => store.selectFrom('incidents')
type IncidentQuery = ReturnType<typeof listIncidentsFor>

async function readIncidents(
  store: Store,
  narrow: (query: IncidentQuery) => IncidentQuery,
): Promise<Incident[]> {
  const rows = await narrow(listIncidentsFor(store))
    .selectAll()
    .select((row) =>
      row
        .selectFrom('incident_updates')
        .whereRef('incident_updates.incident_id', '=', 'incidents.id')
        .select(
          sql<StoredUpdate[]>`coalesce(json_agg(json_build_object(
            'id', incident_updates.id, 'status', incident_updates.status,
            'message', incident_updates.message,
            'at', extract(epoch from incident_updates.at) * 1000)
            order by incident_updates.number desc), '[]')`.as('updates'),
        )
        .as('updates'),
    )
    .orderBy('started_at', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ started_at: start, resolved_at: end, updates, components, ...row }) => ({
    ...row,
    // Only ids of the contract are ever written.
    components: components as StatusComponentId[],
    started_at: start.toISOString(),
    resolved_at: end?.toISOString() ?? null,
    updates: (updates ?? []).map(({ at, ...update }) => ({
      ...update,
      at: new Date(at).toISOString(),
    })),
  }))
}

type StoredUpdate = { id: string; status: IncidentStatus; message: string; at: number }
