import { sql } from 'kysely'

import type { Store } from '../../../store/store.ts'

export type StoredAuditRow = {
  number: string
  at: Date
  action: string
  outcome: string
  actor_kind: string
  actor_user_id: string | null
  actor_name: string
  organization_id: number | null
  project_ref: string | null
  target_kind: string
  target_id: string
  target_name: string | null
  request_id: string | null
  ip_address: string | null
}

/** The chains of organizations, with the number of their last entry. */
export async function listChainEnds(store: Store): Promise<Map<string, string>> {
  const rows = await store
    .selectFrom('audit_chains')
    .select(['chain', 'last_number'])
    .where('chain', 'like', 'organization:%')
    .execute()
  return new Map(rows.map(({ chain, last_number: last }) => [chain, last]))
}

/** Entries after a number, in their order. A chain is locked while it grows, so none comes later. */
export const readEntriesAfter = (
  store: Store,
  chain: string,
  { after, limit }: { after: string; limit: number },
): Promise<StoredAuditRow[]> =>
  store
    .selectFrom('audit_log')
    .select([
      'number',
      'at',
      'action',
      'outcome',
      'actor_kind',
      'actor_user_id',
      'actor_name',
      'organization_id',
      'project_ref',
      'target_kind',
      'target_id',
      'target_name',
      'request_id',
      'ip_address',
    ])
    .where('chain', '=', chain)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()

/** The projects of an organization that still exist. */
export async function listProjectRefs(store: Store, organizationId: number): Promise<string[]> {
  const rows = await store
    .selectFrom('projects')
    .select('ref')
    .where('organization_id', '=', organizationId)
    .where('status', '!=', 'REMOVED')
    .execute()
  return rows.map(({ ref }) => ref)
}

/** Runs work on one server at a time; nothing happens while another server does it. */
export const runAlone = (store: Store, work: () => Promise<void>): Promise<void> =>
  store.transaction().execute(async (tx) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('audit_logs')) as locked`.execute(tx)
    if (rows[0]?.locked === true) await work()
  })
