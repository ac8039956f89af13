import { authLogs, authAuditLogs } from './auth.ts'
import { postgresLogs, postgrestLogs, pgUpgradeLogs } from './database.ts'
import { functionEdgeLogs, functionLogs } from './functions.ts'
import { edgeLogs } from './gateway.ts'
import type { LogSourceEntry } from './log-source-entry.ts'
import { cronLogs, webhookLogs, auditLogs } from './own.ts'
import { supavisorLogs, pgbouncerLogs } from './poolers.ts'
import { realtimeLogs } from './realtime.ts'
import { storageLogs } from './storage.ts'

export type { LogSourceEntry } from './log-source-entry.ts'

/** The 12 sources of SPEC.md section 3, and three of Basalt's own. */
export const logSourceCatalog: readonly LogSourceEntry[] = [
  edgeLogs,
  authLogs,
  authAuditLogs,
  storageLogs,
  functionEdgeLogs,
  functionLogs,
  postgresLogs,
  realtimeLogs,
  postgrestLogs,
  supavisorLogs,
  pgbouncerLogs,
  pgUpgradeLogs,
  cronLogs,
  webhookLogs,
  auditLogs,
]
