import { type LogLevel, type NewLogRow, redactText } from '@basalt/logs'

import type { StoredAuditRow } from './audit-entries.ts'

const levels: Readonly<Record<string, LogLevel>> = { refused: 'warning', failed: 'error' }

/**
 * An entry of the audit log as a row of the source `audit_logs`. Values before and after the change
 * stay in the audit log, where they are checked by its hashes.
 */
export function toAuditLogRow(ref: string, entry: StoredAuditRow): NewLogRow {
  const { action, outcome, actor_kind: kind } = entry
  const actor = redactText(entry.actor_name)
  const target = redactText(entry.target_name ?? entry.target_id)
  const end = outcome === 'done' ? '' : ` | ${outcome}`
  return {
    ref,
    source: 'audit_logs',
    at: entry.at.getTime(),
    level: levels[outcome] ?? 'info',
    message: `${action} | ${entry.target_kind} ${target} | ${actor}${end}`,
    request_id: entry.request_id,
    metadata: {
      action,
      actor: {
        id: entry.actor_user_id,
        email: kind === 'user' || kind === 'staff' ? actor : null,
        token: kind === 'token',
      },
      target,
      ip_address: entry.ip_address,
    },
  }
}
