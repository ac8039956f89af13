import { logMigrations } from '@basalt/logs'

import type { Area } from '../../install/area.ts'

export const logsArea: Area = {
  name: 'logs',
  migrations: logMigrations,
  endpoints: () => [],
}
