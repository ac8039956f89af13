import type { Context } from '../http/context.ts'
import { type AuditEvent, recordAttempt } from '../store/audit.ts'
import type { Store } from '../store/store.ts'

/** The audit entry of work in a project's database. */
export type Work = {
  action: string
  target: { kind: string; id: string; name?: string }
  details: Readonly<Record<string, unknown>>
}

/**
 * The project's database and the audit log are two databases, which no transaction spans: the entry
 * is written before the statement runs, and states that. A failure gets another entry.
 */
export const recordBefore = (store: Store, context: Context, { details, ...event }: Work) =>
  context.audit(store, { ...event, after: { ...details, written: 'before it ran' } })

/** The audit entry of completed work. */
export const getEvent = (
  { organization, project }: Context,
  { details, ...event }: Work,
): AuditEvent => ({
  ...event,
  organizationId: organization?.id ?? null,
  projectRef: project?.ref ?? null,
  after: details,
})

export const recordFailure = (store: Store, context: Context, work: Work): Promise<void> =>
  recordAttempt(store, context.origin, { ...getEvent(context, work), outcome: 'failed' })
