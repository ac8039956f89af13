import type { ReadStatements } from '@basalt/pg-catalog'
import { sql } from 'kysely'

import type { Store } from '../../store/store.ts'
import {
  type Figures,
  keyText,
  type StatementDelta,
  type StatementKey,
} from './statement-deltas.ts'

export type StoredState = { version: number; reading: ReadStatements }

export async function findState(store: Store, projectId: number): Promise<StoredState | null> {
  const row = await store
    .selectFrom('statement_states')
    .select(['version', 'state'])
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row === undefined ? null : { version: row.version, reading: row.state as ReadStatements }
}

/** The ids of stored statements by `keyText`. */
export async function findStatementIds(
  store: Store,
  projectId: number,
  keys: readonly StatementKey[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await store
    .selectFrom('statements')
    .select(['id', 'query_id', 'role_name', 'database_name', 'is_top_level'])
    .where('project_id', '=', projectId)
    .where('query_id', 'in', [...new Set(keys.map(({ query_id: id }) => id))])
    .execute()
  return new Map(rows.map((row) => [keyText(row), row.id]))
}

export type NewStatement = StatementKey & { is_own: boolean; query: string }

export type NewRound = {
  projectId: number
  sampledAt: Date
  /** Of the state that the reading was compared with; null when there was none. */
  version: number | null
  reading: ReadStatements
  newStatements: readonly NewStatement[]
  top: readonly StatementDelta[]
  others: Figures | null
  evictions: number
  isRestart: boolean
}

/** Stores nothing and returns false when another process has stored a round in between. */
export function insertRound(store: Store, round: NewRound): Promise<boolean> {
  return store.transaction().execute(async (tx) => {
    if (!(await replaceState(tx, round))) return false
    const { projectId, sampledAt, version, newStatements, top, others } = round
    // The first reading only is a start.
    if (version === null) return true
    if (newStatements.length > 0) {
      await tx
        .insertInto('statements')
        .values(
          newStatements.map((one) => ({ ...one, project_id: projectId, first_seen_at: sampledAt })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    const at = { project_id: projectId, sampled_at: sampledAt }
    await tx
      .insertInto('statement_rounds')
      .values({ ...at, evictions: String(round.evictions), is_restart: round.isRestart })
      .execute()
    const ids = await findStatementIds(tx, projectId, top)
    const rows = top.map(({ query_id, role_name, database_name, is_top_level, ...figures }) => {
      const id = ids.get(keyText({ query_id, role_name, database_name, is_top_level }))
      if (id === undefined) throw new Error('A statement was not stored')
      return { ...at, statement_id: id, ...figures }
    })
    const all = others === null ? rows : [...rows, { ...at, statement_id: '0', ...others }]
    if (all.length > 0) await tx.insertInto('statement_samples').values(all).execute()
    return true
  })
}

async function replaceState(tx: Store, { projectId, version, reading }: NewRound) {
  const state = JSON.stringify(reading)
  const { numAffectedRows: changed } =
    version === null
      ? await sql`insert into statement_states (project_id, version, state)
          values (${projectId}, 1, ${state}) on conflict do nothing`.execute(tx)
      : await sql`update statement_states set version = version + 1, state = ${state}
          where project_id = ${projectId} and version = ${version}`.execute(tx)
  return changed === 1n
}
