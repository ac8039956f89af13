import { account } from '../areas/account/routes.ts'
import { advisors } from '../areas/advisors/routes.ts'
import { alerts } from '../areas/alerts/routes.ts'
import { audit } from '../areas/audit/routes.ts'
import { billing } from '../areas/billing/routes.ts'
import { columnPrivileges } from '../areas/column-privileges/routes.ts'
import { contact } from '../areas/contact/routes.ts'
import { cron } from '../areas/cron/routes.ts'
import { database } from '../areas/database/routes.ts'
import { design } from '../areas/design/routes.ts'
import { extensions } from '../areas/extensions/routes.ts'
import { gateway } from '../areas/gateway/routes.ts'
import { integrations } from '../areas/integrations/routes.ts'
import { joining } from '../areas/join/routes.ts'
import { logChanges } from '../areas/log-changes/routes.ts'
import { logDrains } from '../areas/log-drains/routes.ts'
import { logExplorer } from '../areas/log-explorer/routes.ts'
import { logs } from '../areas/logs/routes.ts'
import { migrations } from '../areas/migrations/routes.ts'
import { newProject } from '../areas/new-project/routes.ts'
import { observability } from '../areas/observability/routes.ts'
import { operatorBilling } from '../areas/operator-billing/routes.ts'
import { operator } from '../areas/operator/routes.ts'
import { organizationSettings } from '../areas/organization-settings/routes.ts'
import { organization } from '../areas/organization/routes.ts'
import { organizations } from '../areas/organizations/routes.ts'
import { outbox } from '../areas/outbox/routes.ts'
import { policyTester } from '../areas/policy-tester/routes.ts'
import { previews } from '../areas/previews/routes.ts'
import { pricing } from '../areas/pricing/routes.ts'
import { projectExport } from '../areas/project-export/routes.ts'
import { projectHome } from '../areas/project-home/routes.ts'
import { projectSettings } from '../areas/project-settings/routes.ts'
import { queryPerformance } from '../areas/query-performance/routes.ts'
import { queues } from '../areas/queues/routes.ts'
import { schemaDiagram } from '../areas/schema-diagram/routes.ts'
import { signIn } from '../areas/sign-in/routes.ts'
import { singleSignOn } from '../areas/single-sign-on/routes.ts'
import { sqlEditor } from '../areas/sql-editor/routes.ts'
import { status } from '../areas/status/routes.ts'
import { support } from '../areas/support/routes.ts'
import { tableEditor } from '../areas/table-editor/routes.ts'
import { team } from '../areas/team/routes.ts'
import { usage } from '../areas/usage/routes.ts'
import { vault } from '../areas/vault/routes.ts'
import { webhooks } from '../areas/webhooks/routes.ts'
import { wrappers } from '../areas/wrappers/routes.ts'
import type { Area } from '../lib/routes/area.ts'

/** Every area of the dashboard. The router, the navigation and the build read this list. */
export const areas: readonly Area[] = [
  projectHome,
  tableEditor,
  sqlEditor,
  database,
  migrations,
  extensions,
  wrappers,
  webhooks,
  columnPrivileges,
  policyTester,
  schemaDiagram,
  advisors,
  queryPerformance,
  integrations,
  queues,
  cron,
  logExplorer,
  logs,
  projectSettings,
  projectExport,
  gateway,
  logDrains,
  vault,
  alerts,
  observability,
  logChanges,
  organizations,
  newProject,
  organization,
  team,
  usage,
  billing,
  audit,
  organizationSettings,
  singleSignOn,
  account,
  support,
  pricing,
  contact,
  outbox,
  status,
  operator,
  operatorBilling,
  previews,
  signIn,
  joining,
  design,
]
