import { logMigrations } from '@basalt/logs'

import type { Area } from '../../install/area.ts'
import { listRunningRefs } from '../../projects/running-refs.ts'
import { AuditLogFollower } from './audit/audit-log-follower.ts'
import { logChangeFeature } from './changes/log-changes.ts'
import { LogFollower } from './follow/log-follower.ts'
import { logsFeature } from './logs.ts'

export const logsArea: Area = {
  name: 'logs',
  migrations: logMigrations,
  endpoints: (services) => [...logsFeature(services), ...logChangeFeature(services)],
  jobs: ({ logs }) => [
    { name: 'log-retention', pattern: '*/10 * * * *', run: () => logs.removeOld() },
    { name: 'log-hours', pattern: '6-59/10 * * * *', run: () => logs.countHours() },
  ],
  start: (services) =>
    new LogFollower({ ...services, listRefs: () => listRunningRefs(services.store) }).start(),
  bufferSchedules: ({ logs }) => [
    // Rows that were not stored while the store was away.
    { name: 'log-rows', pattern: '*/5 * * * * *', run: () => logs.flush() },
    { name: 'log-space', pattern: '*/10 * * * * *', run: () => logs.checkSpace() },
  ],
  schedules: (services) => {
    const audit = new AuditLogFollower(services)
    return [{ name: 'audit-log-rows', pattern: '*/5 * * * * *', run: () => audit.round() }]
  },
  flush: ({ logs }) => logs.flush(),
}
