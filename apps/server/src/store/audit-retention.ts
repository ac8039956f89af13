import type { OrganizationPlan } from '@basalt/catalog'
import { plans } from '@basalt/catalog'

import { organizationChain } from './audit-rows.ts'
import type { Store } from './store.ts'

/** Retention of rows by plan, in hours; null without a limit. */
export type AuditRetention = (plan: OrganizationPlan) => number | null

/** SPEC.md section 9, "Audit trail". */
export const retentionByPlan: AuditRetention = (id) =>
  plans.find((plan) => plan.id === id)?.auditHours ?? null

/** For installs without paid plans: nothing is ever removed. */
export const keepsEverything: AuditRetention = () => null

const hourMs = 3_600_000

/** Before this moment the organization's rows are not shown any more; null shows all. */
export async function oldestShown(
  store: Store,
  organizationId: number,
  retention: AuditRetention,
): Promise<{ hours: number | null; since: Date | null }> {
  const { plan } = await store
    .selectFrom('organizations')
    .select('plan')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const hours = retention(plan)
  return { hours, since: hours === null ? null : new Date(Date.now() - hours * hourMs) }
}

/**
 * Removes rows beyond the retention of the plans and returns their number. Each chain stores its
 * new start, in the same transaction, so that it still verifies.
 */
export async function removeOldAudit(
  store: Store,
  retention: AuditRetention,
  now = new Date(),
): Promise<number> {
  const organizations = await store.selectFrom('organizations').select(['id', 'plan']).execute()
  let removed = 0
  for (const { id, plan } of organizations) {
    const hours = retention(plan)
    if (hours === null) continue
    removed += await shorten(store, organizationChain(id), new Date(now.getTime() - hours * hourMs))
  }
  return removed
}

/** Only from its start: a chain has no gaps, with any clock. */
const shorten = (store: Store, chain: string, before: Date): Promise<number> =>
  store.transaction().execute(async (tx) => {
    const ends = await tx
      .selectFrom('audit_chains')
      .selectAll()
      .where('chain', '=', chain)
      .forUpdate()
      .executeTakeFirst()
    if (ends === undefined) return 0
    const stored = await tx
      .selectFrom('audit_log')
      .select('number')
      .where('chain', '=', chain)
      .where('at', '>=', before)
      .orderBy('number')
      .limit(1)
      .executeTakeFirst()
    const first = stored === undefined ? BigInt(ends.last_number) + 1n : BigInt(stored.number)
    if (first <= BigInt(ends.first_number)) return 0
    const last = await tx
      .selectFrom('audit_log')
      .select('hash')
      .where('chain', '=', chain)
      .where('number', '=', String(first - 1n))
      .executeTakeFirst()
    // Without the row before, the chain is broken already: the rest is kept as evidence.
    if (last === undefined) return 0
    await tx
      .updateTable('audit_chains')
      .set({ first_number: String(first), first_hash: last.hash })
      .where('chain', '=', chain)
      .execute()
    const { numDeletedRows } = await tx
      .deleteFrom('audit_log')
      .where('chain', '=', chain)
      .where('number', '<', String(first))
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
