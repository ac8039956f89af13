import { audit } from '@basalt/contract/organization/audit'

import { type Context, getUserId, getPrincipal } from '../../http/context.ts'
import { type Endpoint, serve, serveStream } from '../../http/route.ts'
import { type AuditFilter, readAllAudit, readAudit } from '../../store/audit-reading.ts'
import { type AuditRetention, oldestShown } from '../../store/audit-retention.ts'
import { organizationChain } from '../../store/audit-rows.ts'
import { verifyChain } from '../../store/audit-verification.ts'
import type { Store } from '../../store/store.ts'
import { csvLines, jsonLines } from './audit-files.ts'

type AuditServices = { store: Store; auditRetention: AuditRetention }

/** Reads the audit log; nothing here changes it. */
export function auditFeature({ store, auditRetention }: AuditServices): Endpoint[] {
  const getScope = async (context: Context, query: Query) => {
    const organizationId = getOrganizationId(context)
    const { hours, since } = await oldestShown(store, organizationId, auditRetention)
    return { scope: { organizationId }, hours, filter: getFilter(query, since) }
  }
  return [
    serve(audit.list, async ({ query }, context) => {
      const { scope, hours, filter } = await getScope(context, query)
      const { rows, cursor } = await readAudit(store, scope, { ...query, filter })
      return { rows, next_cursor: cursor, retention_hours: hours }
    }),
    serveStream(audit.exportCsv, async ({ query }, context, emit) => {
      const { scope, filter } = await getScope(context, query)
      await csvLines(readAllAudit(store, scope, filter), stoppable(context, emit))
    }),
    serveStream(audit.exportJson, async ({ query }, context, emit) => {
      const { scope, filter } = await getScope(context, query)
      await jsonLines(readAllAudit(store, scope, filter), stoppable(context, emit))
    }),
    serveStream(audit.verify, async (_, context, emit) => {
      const chain = organizationChain(getOrganizationId(context))
      const report = await verifyChain(store, chain, (checked, total) => {
        context.signal.throwIfAborted()
        return emit({ type: 'progress', checked, total })
      })
      await emit({
        type: 'result',
        is_whole: report.isWhole,
        checked: report.checked,
        first_number: report.firstNumber,
        last_number: report.lastNumber,
        head_hash: report.headHash,
        broken: report.broken,
      })
    }),
    serve(audit.ofAccount, async ({ query }, context) => {
      // The one person of an install without accounts did everything there is to see.
      const scope =
        getPrincipal(context).userId === null
          ? ('everything' as const)
          : { userId: getUserId(context) }
      const filter = getFilter(query, null)
      const { rows, cursor } = await readAudit(store, scope, { ...query, filter })
      return { rows, next_cursor: cursor, retention_hours: null }
    }),
  ]
}

/** A client that disconnects ends the transfer. */
const stoppable =
  ({ signal }: Context, emit: (text: string) => Promise<void>) =>
  (text: string) => {
    signal.throwIfAborted()
    return emit(text)
  }

type Query = Omit<AuditFilter, 'since' | 'until'> & {
  date_start?: string | undefined
  date_end?: string | undefined
}

function getFilter(query: Query, oldest: Date | null): AuditFilter {
  const { date_start: start, date_end: end, actor, action, project, outcome } = query
  const target = start === undefined ? null : new Date(start)
  const since = oldest !== null && (target === null || target < oldest) ? oldest : target
  const until = end === undefined ? null : new Date(end)
  return { since, until, actor, action, project, outcome }
}

function getOrganizationId({ organization }: Context): number {
  if (organization === null) throw new Error('The route names no organization')
  return organization.id
}
