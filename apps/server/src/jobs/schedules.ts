import type { Schedule } from '@basalt/jobs'

import type { ChangeReports } from '../areas/database/change-reports.ts'
import type { GatewayService } from '../areas/gateway/service.ts'
import type { DiskGuard } from '../areas/project/disk-guard.ts'
import type { HomeBlockReader } from '../areas/project/home-block-reader.ts'
import type { ProjectLifecycle } from '../areas/project/lifecycle.ts'
import type { StatusMonitor } from '../areas/status/monitor.ts'
import type { EgressMeter } from '../billing/egress-meter.ts'
import type { InstallParts } from '../install-parts.ts'
import { removeOldAudit } from '../store/audit-retention.ts'
import { deleteOldRuns } from '../store/query-runs.ts'
import { deleteExpiredSessions } from '../store/sessions.ts'
import type { TelemetryDestination } from '../telemetry/destination.ts'

const everyMinute = '* * * * *'
const everyHour = '0 * * * *'

type Servers = Pick<InstallParts, 'store' | 'auditRetention' | 'logger'> & {
  blocks: HomeBlockReader
  gateway: GatewayService
  /** Null where nothing is billed. */
  billing: (() => Promise<void>) | null
}

/** Runs once for all servers of an install: one of them claims each time in the system database. */
export function installSchedules(parts: Servers): Schedule[] {
  const { store, auditRetention, logger, blocks, gateway, billing } = parts
  return [
    { name: 'home-blocks', pattern: everyMinute, run: () => blocks.readDue() },
    { name: 'expired-sessions', pattern: everyHour, run: () => deleteExpiredSessions(store) },
    {
      name: 'run-history',
      pattern: everyMinute,
      run: async () => {
        const deleted = await deleteOldRuns(store)
        if (deleted > 0) logger.info({ deleted }, 'Old runs of the SQL editor were deleted')
      },
    },
    {
      name: 'gateway-retention',
      pattern: '*/10 * * * *',
      run: async () => void (await gateway.removeOld()),
    },
    {
      name: 'audit-retention',
      pattern: everyHour,
      run: async () => {
        const removed = await removeOldAudit(store, auditRetention)
        if (removed > 0) logger.info({ removed }, 'Old entries of the audit log were deleted')
      },
    },
    ...(billing === null ? [] : [{ name: 'billing', pattern: everyMinute, run: billing }]),
  ]
}

type OneServer = Pick<InstallParts, 'store'> & {
  lifecycle: ProjectLifecycle
  disks: DiskGuard
  monitor: StatusMonitor
  reports: ChangeReports
  gateway: GatewayService
  /** Null where nothing is measured. */
  egress: EgressMeter | null
  destination: TelemetryDestination | null
}

/**
 * Runs on each server, because it covers what only this server has: its clusters and their disks,
 * its status page, and its buffers in memory. It continues while the system database is down.
 */
export function serverSchedules(parts: OneServer): Schedule[] {
  const { store, lifecycle, disks, monitor, reports, gateway, egress, destination } = parts
  return [
    { name: 'disks', pattern: '*/2 * * * * *', run: () => disks.check() },
    { name: 'project-health', pattern: '*/5 * * * * *', run: () => lifecycle.checkHealth() },
    { name: 'status', pattern: '*/30 * * * * *', run: () => monitor.check() },
    // Requests that were not logged while the system database was away.
    { name: 'gateway-log', pattern: '*/10 * * * * *', run: () => gateway.requests.flush() },
    { name: 'change-reports', pattern: everyMinute, run: () => reports.takeUp() },
    ...(egress === null
      ? []
      : // Before the billing of the next minute.
        [{ name: 'egress', pattern: '45 * * * * *', run: () => egress.save(store) }]),
    ...(destination === null
      ? []
      : [{ name: 'telemetry', pattern: '*/10 * * * * *', run: () => destination.flush() }]),
  ]
}
