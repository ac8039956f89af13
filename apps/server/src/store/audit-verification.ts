import { sql } from 'kysely'

import { auditHash, type HashedRow } from './audit-rows.ts'
import type { Store } from './store.ts'

/** The result of verifying a whole chain. */
export type ChainReport = {
  chain: string
  isWhole: boolean
  /** Number of verified rows. */
  checked: number
  firstNumber: string
  lastNumber: string
  /** The stored hash of the chain's end, in hexadecimal digits. */
  headHash: string
  /** The first number that does not verify, and the reason. */
  broken: { number: string; reason: string } | null
}

type Progress = (checked: number, total: number) => Promise<void> | void
type Row = HashedRow & { hash: Buffer; microseconds: number }
type Chain = {
  chain: string
  first_number: string
  first_hash: Buffer
  last_number: string
  last_hash: Buffer
}

const batch = 1000

export async function listChains(store: Store): Promise<string[]> {
  const rows = await store.selectFrom('audit_chains').select('chain').orderBy('chain').execute()
  return rows.map(({ chain }) => chain)
}

/**
 * Recomputes every hash of a chain in its current state: rows that are written in the meantime are
 * ignored. An empty chain is valid.
 */
export async function verifyChain(
  store: Store,
  chain: string,
  onProgress: Progress = () => undefined,
): Promise<ChainReport> {
  const appearance = (tx: Store) => inspect(tx, chain, onProgress)
  if (store.isTransaction) return appearance(store)
  return store
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(appearance)
}

async function inspect(tx: Store, chain: string, onProgress: Progress): Promise<ChainReport> {
  const found = await tx
    .selectFrom('audit_chains')
    .selectAll()
    .where('chain', '=', chain)
    .executeTakeFirst()
  const ends = found ?? emptyChain(chain)
  const { checked, broken } = await follow(tx, ends, onProgress)
  return {
    chain,
    isWhole: broken === null,
    checked,
    firstNumber: ends.first_number,
    lastNumber: ends.last_number,
    headHash: ends.last_hash.toString('hex'),
    broken,
  }
}

const emptyChain = (chain: string): Chain => ({
  chain,
  first_number: '1',
  first_hash: Buffer.alloc(0),
  last_number: '0',
  last_hash: Buffer.alloc(0),
})

async function follow(tx: Store, ends: Chain, onProgress: Progress) {
  const last = BigInt(ends.last_number)
  const total = Number(last - BigInt(ends.first_number) + 1n)
  let previous = ends.first_hash
  let expected = BigInt(ends.first_number)
  let checked = 0
  const failed = (number: bigint | string, reason: string) => ({
    checked,
    broken: { number: String(number), reason },
  })
  for (;;) {
    const rows = await rowsFrom(tx, ends.chain, checked === 0 ? null : expected)
    for (const row of rows) {
      const fault = getFault(row, { expected, last, previous })
      if (fault !== null) return failed(fault.number, fault.reason)
      previous = row.hash
      expected += 1n
      checked += 1
    }
    await onProgress(checked, total)
    if (rows.length < batch) break
  }
  if (expected !== last + 1n) return failed(expected, 'This entry is missing')
  if (!previous.equals(ends.last_hash)) {
    return failed(last, 'The end of the chain is not the hash of its last entry')
  }
  return { checked, broken: null }
}

type Expected = { expected: bigint; last: bigint; previous: Buffer }

function getFault(row: Row, { expected, last, previous }: Expected) {
  const number = BigInt(row.number)
  if (number > last || number < expected) {
    return { number, reason: 'This entry is not part of the chain' }
  }
  if (number !== expected) return { number: expected, reason: 'This entry is missing' }
  const isIntact =
    // Rows are written with whole milliseconds, and the hash covers no more than that.
    row.microseconds === 0 &&
    Number.isFinite(Number(row.at)) &&
    auditHash(previous, row).equals(row.hash)
  return isIntact ? null : { number, reason: 'This entry was changed after it was written' }
}

async function rowsFrom(tx: Store, chain: string, from: bigint | null): Promise<Row[]> {
  return tx
    .selectFrom('audit_log')
    .selectAll()
    .select(
      sql<number>`case when isfinite(at) then extract(microseconds from at)::int % 1000 else 0 end`.as(
        'microseconds',
      ),
    )
    .where('chain', '=', chain)
    .$if(from !== null, (query) => query.where('number', '>=', String(from)))
    .orderBy('number')
    .limit(batch)
    .execute()
}
