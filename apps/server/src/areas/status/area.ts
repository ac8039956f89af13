import { mountStatusPage } from '../../http/status-page.ts'
import type { Area } from '../../install/area.ts'
import { statusPage, statusStyle, statusStylePath } from './status-page.ts'
import { statusFeature } from './status.ts'
import { statusMigrations } from './system-migrations.ts'
import { utilityFeature } from './utility.ts'

export const statusArea: Area = {
  name: 'status',
  migrations: statusMigrations,
  endpoints: (services) => [...utilityFeature(services), ...statusFeature(services)],
  mounts: ({ http }, { monitor, clock }) =>
    mountStatusPage(http, {
      html: () => statusPage(monitor.current(), clock()),
      style: statusStyle,
      stylePath: statusStylePath,
    }),
  schedules: ({ monitor }) => [
    { name: 'status', pattern: '*/30 * * * * *', run: () => monitor.check() },
  ],
  start({ monitor, log }) {
    const firstCheck = monitor.check().catch((error: unknown) => {
      log.error({ err: error }, 'The first check of the install failed')
    })
    return () => firstCheck
  },
}
