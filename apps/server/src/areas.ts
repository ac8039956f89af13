import { accountArea } from './areas/account/area.ts'
import { advisorsArea } from './areas/advisors/area.ts'
import { alertsArea } from './areas/alerts/area.ts'
import { assistantArea } from './areas/assistant/area.ts'
import { billingArea } from './areas/billing/area.ts'
import { cronArea } from './areas/cron/area.ts'
import { databaseArea } from './areas/database/area.ts'
import { gatewayArea } from './areas/gateway/area.ts'
import { guidesArea } from './areas/guides/area.ts'
import { integrationsArea } from './areas/integrations/area.ts'
import { logDrainsArea } from './areas/log-drains/area.ts'
import { logExplorerArea } from './areas/log-explorer/area.ts'
import { logsArea } from './areas/logs/area.ts'
import { observabilityArea } from './areas/observability/area.ts'
import { operatorArea } from './areas/operator/area.ts'
import { organizationArea } from './areas/organization/area.ts'
import { projectArea } from './areas/project/area.ts'
import { queryPerformanceArea } from './areas/query-performance/area.ts'
import { queuesArea } from './areas/queues/area.ts'
import { statusArea } from './areas/status/area.ts'
import { supportArea } from './areas/support/area.ts'
import { vaultArea } from './areas/vault/area.ts'
import { webhooksArea } from './areas/webhooks/area.ts'
import { wrappersArea } from './areas/wrappers/area.ts'
import type { Area } from './install/area.ts'
import { mergeMigrations, sharedMigrations } from './store/migrations.ts'

/** Every area of the server. */
export const areas: readonly Area[] = [
  accountArea,
  organizationArea,
  billingArea,
  projectArea,
  gatewayArea,
  logsArea,
  logDrainsArea,
  observabilityArea,
  logExplorerArea,
  alertsArea,
  queryPerformanceArea,
  databaseArea,
  vaultArea,
  wrappersArea,
  cronArea,
  integrationsArea,
  queuesArea,
  webhooksArea,
  advisorsArea,
  assistantArea,
  supportArea,
  statusArea,
  guidesArea,
  operatorArea,
]

/** Every migration of the system database: of the tables that areas share, and of each area. */
export const installMigrations = mergeMigrations(
  sharedMigrations,
  ...areas.map(({ migrations = [] }) => migrations),
)
