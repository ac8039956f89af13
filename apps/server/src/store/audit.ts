import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { Store } from './store.ts'
import { writtenOnce } from './written-once.ts'

/** Who did something, and from where. */
export type AuditOrigin = {
  actor: {
    kind: 'user' | 'token' | 'staff' | 'system' | 'nobody'
    userId: string | null
    /** What people are shown: an address, the name of a token, of a job. */
    name: string
  }
  requestId: string | null
  address: string | null
  userAgent: string | null
}

type Values = Readonly<Record<string, unknown>>

export type AuditEvent = {
  /** `aggregate.verb` in the past tense, for example `member.role_changed`. */
  action: string
  outcome?: 'done' | 'refused' | 'failed'
  target: { kind: string; id: string; name?: string | null }
  /** Whose log it belongs to; without either it is the install's. */
  organizationId?: number | null
  /** The account, where it concerns a person and no organization. */
  accountId?: string | null
  projectRef?: string | null
  /** Only what changed, and never a secret. */
  before?: Values
  after?: Values
}

/** The install itself, for jobs and starts. */
export const systemOrigin = (name: string): AuditOrigin => ({
  actor: { kind: 'system', userId: null, name },
  requestId: null,
  address: null,
  userAgent: null,
})

export const organizationChain = (id: number): string => `organization:${id}`
export const accountChain = (userId: string): string => `account:${userId}`
const installChain = 'install'

/**
 * Writes one row in the transaction of the change that it tells of: both are kept or
 * neither. Changes of one chain wait for each other, which gives its rows their order.
 * Outside of a transaction the row is kept once this resolves.
 */
export async function recordAudit(
  tx: Store,
  origin: AuditOrigin,
  event: AuditEvent,
): Promise<void> {
  if (!tx.isTransaction) return recordAlone(tx, origin, event)
  const chain = chainOf(event)
  const end = (await endOf(tx, chain)) ?? (await beginChain(tx, chain))
  const row = rowBehind(end, origin, event)
  await tx
    .with('end_of_chain', (query) =>
      query
        .updateTable('audit_chains')
        .set({ last_number: row.number, last_hash: row.hash })
        .where('chain', '=', chain),
    )
    .insertInto('audit_log')
    .values(row)
    .execute()
}

/**
 * One statement is a transaction of its own. It moves the end of the chain only from where it
 * is known to be; where somebody was faster, nothing is written and the row waits for its turn.
 */
async function recordAlone(store: Store, origin: AuditOrigin, event: AuditEvent): Promise<void> {
  const chain = chainOf(event)
  const known = ends.get(store)?.get(chain)
  if (known !== undefined && (await append(store, endNow(known), { origin, event }))) return
  const end = await lookAtEnd(store, chain)
  if (end !== undefined && (await append(store, end, { origin, event }))) return
  await store.transaction().execute((tx) => recordAudit(tx, origin, event))
}

/** Where this process left chains, with what the database's clock is ahead of its own, in ms. */
const ends = new WeakMap<Store, Map<string, ChainEnd & { aheadMs: number }>>()

const endNow = ({ aheadMs, at, ...end }: ChainEnd & { aheadMs: number }): ChainEnd => ({
  ...end,
  at: new Date(Math.max(at.getTime(), Date.now() + aheadMs)),
})

type AuditRow = ReturnType<typeof rowBehind>

const valuesOf = (row: AuditRow) =>
  (Object.keys(auditColumns) as (keyof AuditRow)[]).map(
    (name) => sql`${row[name]}::${sql.raw(auditColumns[name])}`,
  )

const appendRow = writtenOnce(
  (store, row: AuditRow & Pick<ChainEnd, 'last_number' | 'last_hash'>) =>
    sql<{ number: string }>`
      with end_of_chain as (
        update audit_chains set last_number = ${row.number}, last_hash = ${row.hash}
        where chain = ${row.chain} and last_number = ${row.last_number}
          and last_hash = ${row.last_hash}
        returning chain
      )
      insert into audit_log (${sql.join(Object.keys(auditColumns).map((name) => sql.ref(name)))})
      select ${sql.join(valuesOf(row))}
      from end_of_chain
      returning number`.compile(store),
)

/** False when the chain ends somewhere else by now. */
async function append(
  store: Store,
  end: ChainEnd,
  { origin, event }: { origin: AuditOrigin; event: AuditEvent },
): Promise<boolean> {
  const aheadMs = end.at.getTime() - Date.now()
  const row = rowBehind(end, origin, event)
  const { chain, at } = row
  const rows = await appendRow(store, {
    ...row,
    last_number: end.last_number,
    last_hash: end.last_hash,
  })
  const known = ends.get(store) ?? new Map<string, ChainEnd & { aheadMs: number }>()
  ends.set(store, known)
  known.delete(chain)
  if (rows.length !== 1) return false
  known.set(chain, { last_number: row.number, last_hash: row.hash, at, aheadMs })
  const [oldest] = known.keys()
  if (known.size > mostEnds && oldest !== undefined) known.delete(oldest)
  return true
}

const mostEnds = 1000

/** The columns of the log, and what the values of each are. */
const auditColumns: Record<keyof AuditRow, string> = {
  chain: 'text',
  number: 'bigint',
  at: 'timestamptz',
  action: 'text',
  outcome: 'text',
  actor_kind: 'text',
  actor_user_id: 'uuid',
  actor_name: 'text',
  organization_id: 'int',
  project_ref: 'text',
  target_kind: 'text',
  target_id: 'text',
  target_name: 'text',
  before: 'text',
  after: 'text',
  request_id: 'text',
  ip_address: 'text',
  user_agent: 'text',
  hash: 'bytea',
}

function rowBehind(end: ChainEnd, origin: AuditOrigin, event: AuditEvent) {
  const row = {
    chain: chainOf(event),
    number: String(BigInt(end.last_number) + 1n),
    // PostgreSQL keeps microseconds; the hash must cover what is read back.
    at: new Date(Math.floor(end.at.getTime())),
    action: event.action,
    outcome: event.outcome ?? ('done' as const),
    actor_kind: origin.actor.kind,
    actor_user_id: origin.actor.userId,
    actor_name: origin.actor.name,
    organization_id: event.organizationId ?? null,
    project_ref: event.projectRef ?? null,
    target_kind: event.target.kind,
    target_id: event.target.id,
    target_name: event.target.name ?? null,
    before: event.before === undefined ? null : JSON.stringify(event.before),
    after: event.after === undefined ? null : JSON.stringify(event.after),
    request_id: origin.requestId,
    ip_address: origin.address,
    user_agent: origin.userAgent,
  }
  return { ...row, hash: auditHash(end.last_hash, row) }
}

type ChainEnd = { last_number: string; last_hash: Buffer; at: Date }

/** Where the chain ends at this moment. */
async function lookAtEnd(store: Store, chain: string): Promise<ChainEnd | undefined> {
  const { rows } = await sql<ChainEnd>`
    select last_number, last_hash, clock_timestamp() as at from audit_chains
    where chain = ${chain}`.execute(store)
  return rows[0]
}

/** Where the chain ends, which is nobody else's to move until the transaction ends. */
async function endOf(tx: Store, chain: string): Promise<ChainEnd | undefined> {
  const { rows } = await sql<ChainEnd>`
    select last_number, last_hash, clock_timestamp() as at from audit_chains
    where chain = ${chain} for update`.execute(tx)
  return rows[0]
}

async function beginChain(tx: Store, chain: string): Promise<ChainEnd> {
  await tx
    .insertInto('audit_chains')
    .values({ chain })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const end = await endOf(tx, chain)
  if (end === undefined) throw new Error(`The audit chain ${chain} is gone`)
  return end
}

/** Something that was tried and not done; it has no change to share a transaction with. */
export const recordAttempt = (
  store: Store,
  origin: AuditOrigin,
  event: AuditEvent & { outcome: 'refused' | 'failed' },
): Promise<void> => store.transaction().execute((tx) => recordAudit(tx, origin, event))

/** Whose log an event belongs to, as the name of its chain. */
export function chainOf({
  organizationId,
  accountId,
}: Pick<AuditEvent, 'organizationId' | 'accountId'>): string {
  if (typeof organizationId === 'number') return organizationChain(organizationId)
  return typeof accountId === 'string' ? accountChain(accountId) : installChain
}

/** The parts of a row that its hash covers; `before` and `after` as JSON text. */
export type HashedRow = {
  chain: string
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
  before: string | null
  after: string | null
  request_id: string | null
  ip_address: string | null
  user_agent: string | null
}

/** SHA-256 of the hash before and of every column, in this order. */
export function auditHash(previous: Buffer, row: HashedRow): Buffer {
  const columns = [
    row.chain,
    row.number,
    row.at.toISOString(),
    row.action,
    row.outcome,
    row.actor_kind,
    row.actor_user_id,
    row.actor_name,
    row.organization_id,
    row.project_ref,
    row.target_kind,
    row.target_id,
    row.target_name,
    row.before,
    row.after,
    row.request_id,
    row.ip_address,
    row.user_agent,
  ]
  return createHash('sha256').update(previous).update(JSON.stringify(columns)).digest()
}
