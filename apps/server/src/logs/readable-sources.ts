import { isPreviewInPlan } from '@basalt/catalog'
import { ApiError } from '@basalt/contract/errors'
import type { LogSource } from '@basalt/logs'

import type { Store } from '../store/store.ts'

/** Rows of the audit log need it, too: logs have no right of their own for them. */
export const auditRight = { action: 'read:Read', resource: 'notification_logs.audit' } as const

/**
 * The sources without those that the caller may not read.
 *
 * @throws ApiError 403 when none is left.
 */
export function readableSources<Source extends LogSource>(
  readsAudit: boolean,
  sources: readonly Source[],
): readonly Source[] {
  if (readsAudit) return sources
  const readable = sources.filter((source) => source !== 'audit_logs')
  if (readable.length === 0) {
    throw new ApiError('forbidden', 'You need additional permissions to see the audit log')
  }
  return readable
}

/**
 * SPEC.md section 6: several sources in one view are for the Team plan and above.
 *
 * @throws ApiError 402 for another plan.
 */
export async function checkUnifiedPlan(
  store: Store,
  organizationId: number | undefined,
  sources: readonly LogSource[],
): Promise<void> {
  if (sources.length === 1 || organizationId === undefined) return
  const { plan } = await store
    .selectFrom('organizations')
    .select('plan')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (isPreviewInPlan('unified-logs', plan)) return
  throw new ApiError(
    'payment_required',
    'All sources in one view require the Team plan. Choose one source, or upgrade the organization.',
  )
}
