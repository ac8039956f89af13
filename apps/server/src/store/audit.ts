import { appendBehind } from './audit-chains.ts'
import { getChain } from './audit-rows.ts'
import { listRecords } from './record-groups.ts'
import type { Store } from './store.ts'

/** The actor and origin of an action. */
export type AuditOrigin = {
  actor: {
    kind: 'user' | 'token' | 'staff' | 'system' | 'nobody'
    userId: string | null
    /** The displayed name: an address, the name of a token, of a job. */
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
  /** The organization or user of the log; without either it is the install's. */
  organizationId?: number | null
  /** The account, where it concerns a person and no organization. */
  accountId?: string | null
  projectRef?: string | null
  /** Only changed values, and never a secret. */
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

/**
 * Writes one row in the transaction of the change that it records: both are committed or neither.
 * Changes of one chain wait for each other, which orders its rows. Outside of a transaction the row
 * is durable once this resolves, and is written together with others recorded at the same time.
 */
export async function recordAudit(
  tx: Store,
  origin: AuditOrigin,
  event: AuditEvent,
): Promise<void> {
  const recorded = { origin, event }
  if (tx.isTransaction) await appendBehind(tx, getChain(event), [recorded])
  else await listRecords(tx).append(recorded)
}

/** Something that was tried and not done; it has no change to share a transaction with. */
export const recordAttempt = (
  store: Store,
  origin: AuditOrigin,
  event: AuditEvent & { outcome: 'refused' | 'failed' },
): Promise<void> => recordAudit(store, origin, event)
