import { type Context, projectOf } from '../../http/context.ts'
import { recordAttempt } from '../../store/audit.ts'
import type { Store } from '../../store/store.ts'

/** What a row of the audit log says of work in a project's database. */
export type Work = {
  action: string
  target: { kind: string; id: string; name?: string }
  details: Readonly<Record<string, unknown>>
}

/**
 * The project's database and the audit log are two databases, which no transaction spans:
 * the row is written before the statement runs, and says so. A failure gets another row.
 */
export const recordBefore = (store: Store, context: Context, { details, ...event }: Work) =>
  context.audit(store, { ...event, after: { ...details, written: 'before it ran' } })

export function recordFailure(
  store: Store,
  context: Context,
  { details, ...event }: Work,
): Promise<void> {
  const { organization } = context
  return recordAttempt(store, context.origin, {
    ...event,
    outcome: 'failed',
    organizationId: organization?.id ?? null,
    projectRef: projectOf(context).ref,
    after: details,
  })
}
