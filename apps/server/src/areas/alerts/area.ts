import { alertHistoryDays } from '@basalt/contract/alerts/alerts'

import { type Area, everyHour, everyMinute } from '../../install/area.ts'
import { alertReadingFeature } from './alert-reading.ts'
import { deleteOldEvents } from './alert-store.ts'
import { alertFeature } from './alerts.ts'
import { deliverNotifications } from './deliver.ts'
import { evaluateRules } from './evaluate.ts'
import alerts from './migrations/0036-alerts.sql?raw'

const dayMs = 86_400_000

export const alertsArea: Area = {
  name: 'alerts',
  migrations: [{ name: '0036-alerts', sql: alerts }],
  endpoints: (services) => [...alertFeature(services), ...alertReadingFeature(services)],
  jobs: (services) => [
    { name: 'alerts', pattern: everyMinute, run: () => evaluateRules(services) },
    {
      name: 'alert-history',
      pattern: everyHour,
      run: () => {
        const { store, clock } = services
        return deleteOldEvents(store, new Date(clock().getTime() - alertHistoryDays * dayMs))
      },
    },
  ],
  schedules: (services) => [
    {
      name: 'alert-delivery',
      pattern: '*/5 * * * * *',
      run: () => deliverNotifications(services),
    },
  ],
}
