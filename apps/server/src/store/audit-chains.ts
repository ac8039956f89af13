import { sql } from 'kysely'

import { type AuditRow, type ChainEnd, type Recorded, rowsBehind } from './audit-rows.ts'
import type { Store } from './store.ts'

/** The current ends of chains, by name; empty chains are left out. */
export async function listEnds(
  store: Store,
  chains: readonly string[],
): Promise<Map<string, ChainEnd>> {
  const { rows } = await sql<ChainEnd & { chain: string }>`
    select chain, last_number, last_hash, clock_timestamp() as at from audit_chains
    where chain = any(${chains})`.execute(store)
  return new Map(rows.map(({ chain, ...end }) => [chain, end]))
}

/**
 * Appends rows to their chain, which is locked until the transaction ends. Returns the last of
 * them.
 */
export async function appendBehind(
  tx: Store,
  chain: string,
  recorded: readonly Recorded[],
): Promise<AuditRow | undefined> {
  const end = (await lockedEnd(tx, chain)) ?? (await startedChain(tx, chain))
  const rows = rowsBehind(end, recorded)
  const last = rows.at(-1)
  if (last === undefined) return undefined
  await tx
    .with('end_of_chain', (query) =>
      query
        .updateTable('audit_chains')
        .set({ last_number: last.number, last_hash: last.hash })
        .where('chain', '=', chain),
    )
    .insertInto('audit_log')
    .values(rows)
    .execute()
  return last
}

async function lockedEnd(tx: Store, chain: string): Promise<ChainEnd | undefined> {
  const { rows } = await sql<ChainEnd>`
    select last_number, last_hash, clock_timestamp() as at from audit_chains
    where chain = ${chain} for update`.execute(tx)
  return rows[0]
}

async function startedChain(tx: Store, chain: string): Promise<ChainEnd> {
  await tx
    .insertInto('audit_chains')
    .values({ chain })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const end = await lockedEnd(tx, chain)
  if (end === undefined) throw new Error(`The audit chain ${chain} is missing`)
  return end
}
