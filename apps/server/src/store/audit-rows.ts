import { createHash } from 'node:crypto'

import type { AuditEvent, AuditOrigin } from './audit.ts'

export const organizationChain = (id: number): string => `organization:${id}`
export const accountChain = (userId: string): string => `account:${userId}`
const installChain = 'install'

/** A row before its position in a chain is known. */
export type Recorded = { origin: AuditOrigin; event: AuditEvent }

/** The end of a chain, and the time by the database's clock. */
export type ChainEnd = { last_number: string; last_hash: Buffer; at: Date }

export type AuditRow = HashedRow & { hash: Buffer }

/** The columns of the log, with their types. */
export const auditColumns: Record<keyof AuditRow, string> = {
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

/** The rows of one chain, each after the one before it. */
export function rowsBehind(end: ChainEnd, recorded: readonly Recorded[]): AuditRow[] {
  const rows: AuditRow[] = []
  let last = end
  for (const one of recorded) {
    const row = rowBehind(last, one)
    rows.push(row)
    last = { at: end.at, last_number: row.number, last_hash: row.hash }
  }
  return rows
}

function rowBehind(end: ChainEnd, { origin, event }: Recorded): AuditRow {
  const row = {
    chain: getChain(event),
    number: String(BigInt(end.last_number) + 1n),
    // PostgreSQL stores microseconds; the hash must cover the value that is read back.
    at: new Date(Math.floor(end.at.getTime())),
    action: event.action,
    outcome: event.outcome ?? ('done' as const),
    actor_kind: origin.actor.kind,
    actor_user_id: origin.actor.userId,
    actor_name: wellFormed(origin.actor.name),
    organization_id: event.organizationId ?? null,
    project_ref: event.projectRef ?? null,
    target_kind: event.target.kind,
    target_id: wellFormed(event.target.id),
    target_name: wellFormed(event.target.name ?? null),
    before: event.before === undefined ? null : JSON.stringify(event.before),
    after: event.after === undefined ? null : JSON.stringify(event.after),
    request_id: origin.requestId,
    ip_address: origin.address,
    user_agent: origin.userAgent,
  }
  return { ...row, hash: auditHash(end.last_hash, row) }
}

/** The driver would write something else for half a character, and the hash would not fit. */
function wellFormed<Text extends string | null>(text: Text): Text {
  return (text?.replaceAll(/\p{Surrogate}/gu, '\uFFFD') ?? null) as Text
}

/** The name of the chain that an event belongs to. */
export function getChain({
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
