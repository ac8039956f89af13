import type { Log } from '../log.ts'
import { type AuditRetention, removeOldAudit } from '../store/audit-retention.ts'
import type { Store } from '../store/store.ts'
import { every } from './timers.ts'

const hourMs = 60 * 60 * 1000

/** Once an hour, rows of the audit log go that are older than their organization's plan keeps. */
export function watchAuditRetention(services: {
  store: Store
  retention: AuditRetention
  log: Log
}): () => Promise<void> {
  const { store, retention, log } = services
  return every(
    hourMs,
    async () => {
      const removed = await removeOldAudit(store, retention)
      if (removed > 0) log.info({ removed }, 'Old rows of the audit log were removed')
    },
    log,
  )
}
