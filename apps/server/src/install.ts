import type { AddressInfo } from 'node:net'

import type { Install } from '@basalt/contract/utility'
import { getRelyingParty, openIdConnect } from '@basalt/identity'
import { runServerSchedules } from '@basalt/jobs'

import { accessFeature } from './areas/account/access.ts'
import { adminSignInFeature } from './areas/account/admin-sign-in.ts'
import { confirmationFeature } from './areas/account/confirmation.ts'
import { consentFeature } from './areas/account/consent.ts'
import { deletionFeature } from './areas/account/deletion.ts'
import { emailFeature } from './areas/account/email.ts'
import { githubFeature } from './areas/account/github.ts'
import { passkeyFeature } from './areas/account/passkeys.ts'
import { passwordFeature } from './areas/account/password.ts'
import { previewFeature } from './areas/account/previews.ts'
import { profileFeature } from './areas/account/profile.ts'
import { createProofs } from './areas/account/proofs.ts'
import { recoveryFeature } from './areas/account/recovery.ts'
import { secondFactorFeature } from './areas/account/second-factors.ts'
import { secondStepFeature } from './areas/account/second-step.ts'
import { sessionListFeature } from './areas/account/session-list.ts'
import { signInFeature } from './areas/account/sign-in.ts'
import { ssoFeature } from './areas/account/sso.ts'
import { telemetryFeature } from './areas/account/telemetry.ts'
import { assistantFeature } from './areas/assistant/assistant.ts'
import { billingFeature } from './areas/billing/billing.ts'
import type { BillingFeatureServices } from './areas/billing/services.ts'
import { paymentWebhook, paymentWebhookPath } from './areas/billing/webhook.ts'
import { cellFileFeature } from './areas/database/cell-files.ts'
import { ChangeReports } from './areas/database/change-reports.ts'
import { changeFeature } from './areas/database/changes.ts'
import { columnPrivilegeFeature } from './areas/database/column-privileges.ts'
import { completionFeature } from './areas/database/completion.ts'
import { definitionFeature } from './areas/database/definitions.ts'
import { exportFeature } from './areas/database/export.ts'
import { historyFeature } from './areas/database/history.ts'
import { importFeature } from './areas/database/imports.ts'
import { migrationFeature } from './areas/database/migrations.ts'
import { queryFeature } from './areas/database/query.ts'
import { referenceFeature } from './areas/database/references.ts'
import { rowExportFeature } from './areas/database/row-export.ts'
import { rowReadingFeature } from './areas/database/row-reading.ts'
import { sessionFeature } from './areas/database/sessions.ts'
import { SessionPool } from './areas/database/sessions/session-pool.ts'
import { tableChangeFeature } from './areas/database/table-changes.ts'
import { tableFeature } from './areas/database/tables.ts'
import { trashFeature } from './areas/database/trash.ts'
import { viewerFeature } from './areas/database/viewers.ts'
import { gatewayFeature } from './areas/gateway/gateway.ts'
import { createGatewayService, type GatewayService } from './areas/gateway/service.ts'
import { incidentFeature } from './areas/operator/incidents.ts'
import { noticeFeature } from './areas/operator/notices.ts'
import { auditFeature } from './areas/organization/audit.ts'
import { invitationFeature } from './areas/organization/invitations.ts'
import { joiningFeature } from './areas/organization/joining.ts'
import { memberFeature } from './areas/organization/members.ts'
import { organizationFeature } from './areas/organization/organizations.ts'
import { customRoleFeature } from './areas/organization/roles.ts'
import { organizationSettingsFeature } from './areas/organization/settings.ts'
import { singleSignOnFeature } from './areas/organization/single-sign-on.ts'
import { databasePasswordFeature } from './areas/project/database-password.ts'
import { DiskGuard } from './areas/project/disk-guard.ts'
import { HomeBlockReader } from './areas/project/home-block-reader.ts'
import { homeBlockFeature } from './areas/project/home-blocks.ts'
import { ProjectLifecycle } from './areas/project/lifecycle.ts'
import { listPlacements } from './areas/project/placement.ts'
import { projectFeature } from './areas/project/projects.ts'
import { snippetFolderFeature } from './areas/project/snippet-folders.ts'
import { snippetFeature } from './areas/project/snippets.ts'
import { createStatusMonitor, type StatusMonitor } from './areas/status/monitor.ts'
import { statusPage, statusStyle, statusStylePath } from './areas/status/status-page.ts'
import { statusFeature } from './areas/status/status.ts'
import { utilityFeature } from './areas/status/utility.ts'
import { attachmentFeature } from './areas/support/attachments.ts'
import { operatorSupportFeature } from './areas/support/operator-support.ts'
import { salesFeature } from './areas/support/sales.ts'
import { supportFeature } from './areas/support/support.ts'
import { testimonialFeature } from './areas/support/testimonials.ts'
import { createEgressMeter, type EgressMeter } from './billing/egress-meter.ts'
import { settle } from './billing/spend-state-job.ts'
import { type App, buildApp } from './http/app.ts'
import { mountDashboard } from './http/dashboard.ts'
import { mountGateway } from './http/gateway.ts'
import { mountMetrics } from './http/metrics.ts'
import { createOpenCalls, type OpenCalls } from './http/open-calls.ts'
import { mountRawEndpoint } from './http/raw-endpoint.ts'
import type { Endpoint } from './http/route.ts'
import { mountStatusPage } from './http/status-page.ts'
import type { InstallParts } from './install-parts.ts'
import { liftBilling, runBilling } from './jobs/billing.ts'
import { watchProjectHealth } from './jobs/project-health.ts'
import { installSchedules, serverSchedules } from './jobs/schedules.ts'
import { engineWithDeadlines } from './limits/statement-deadline.ts'
import { activeSessions } from './store/sessions.ts'
import { type TelemetryDestination, telemetryDestination } from './telemetry/destination.ts'

export type RunningInstall = {
  app: App
  lifecycle: ProjectLifecycle
  egress: EgressMeter
  blocks: HomeBlockReader
  reports: ChangeReports
  disks: DiskGuard
  gateway: GatewayService
  listen(address: { host: string; port: number }): Promise<AddressInfo>
  /** Ends requests and jobs; clusters are the caller's. */
  close(): Promise<void>
}

/**
 * The backlog of the listener. Beyond it the kernel drops the first packet of any client, which is
 * sent again only after a second; the kernel may have a lower limit of its own.
 */
const maxUnaccepted = 4096

/** Builds an install and resumes the work of an earlier process. */
export function createInstall(parts: InstallParts): RunningInstall {
  const { store, engine, logger } = parts
  const install: Install = {
    capabilities: [...parts.capabilities],
    placements: listPlacements(engine),
    development: parts.development,
    version: parts.version,
    disabled_features: [...parts.disabledFeatures],
    support_email: parts.supportEmail,
  }
  const lifecycle = new ProjectLifecycle({ store, engine, log: logger })
  const disks = new DiskGuard({ ...parts, log: logger })
  const openCalls = createOpenCalls((ids) => activeSessions(store, ids))
  const destination = getDestination(parts)
  const monitor = createStatusMonitor({
    ...parts,
    sendsMail: !parts.capabilities.includes('outbox'),
    log: logger,
  })
  const egress = createEgressMeter(parts.clock)
  const blocks = new HomeBlockReader({ ...parts, log: logger })
  const reports = new ChangeReports({ ...withDeadlines(parts), log: logger })
  const gateway = createGatewayService({ ...parts, log: logger })
  const services = { lifecycle, disks, monitor, reports, egress, destination, blocks, gateway }
  const app = buildApp(
    { ...parts, egress, openCalls, capabilities: new Set(parts.capabilities) },
    listEndpoints({ ...parts, ...services, openCalls }, install, lifecycle),
  )
  mountForOthers(app, parts, { ...services, install })
  const work = startWork(parts, services)

  return {
    app,
    lifecycle,
    egress,
    blocks,
    reports,
    disks,
    gateway,
    async listen(address) {
      await app.http.listen({ ...address, backlog: maxUnaccepted })
      work.runJobs()
      // Listening on a host and port, so the address is never a path.
      return app.http.server.address() as AddressInfo
    },
    async close() {
      await app.http.close()
      await work.stop()
    },
  }
}

type Worked = Omit<Parameters<typeof serverSchedules>[0], 'store' | 'egress'> & {
  egress: EgressMeter
  blocks: HomeBlockReader
  gateway: GatewayService
}

/**
 * Starts this server's own schedules; the jobs of the install follow when the system database
 * answers.
 */
function startWork(parts: InstallParts, worked: Worked) {
  const { store, engine, logger, jobs } = parts
  const { lifecycle, monitor, egress, destination, blocks, gateway } = worked
  const billing = billingJob(parts, lifecycle)
  const firstLook = monitor.check().catch((error: unknown) => {
    logger.error({ err: error }, 'The first check of the install failed')
  })
  const stopWatching = watchProjectHealth({ store, engine, lifecycle, log: logger })
  const metered = isMetered(parts) ? egress : null
  const schedules = serverSchedules({ ...worked, egress: metered, store })
  const stopSchedules = runServerSchedules(schedules, logger)
  return {
    runJobs: () =>
      jobs.run({ schedules: installSchedules({ ...parts, blocks, billing, gateway }) }),
    async stop() {
      stopWatching()
      await Promise.all([firstLook, stopSchedules(), jobs.close()])
      // What was counted or collected since.
      await Promise.allSettled([
        metered?.save(store),
        destination?.flush(),
        gateway.requests.flush(),
      ])
    },
  }
}

/** Statements of background work have a deadline. */
const withDeadlines = (parts: InstallParts): InstallParts => ({
  ...parts,
  engine: engineWithDeadlines(parts.engine, parts.resources.limits.statementMs),
})

type Others = {
  lifecycle: ProjectLifecycle
  monitor: StatusMonitor
  install: Install
  gateway: GatewayService
}

/** The APIs of projects, the dashboard, metrics, the status page, and events of the payment provider. */
function mountForOthers(app: App, parts: InstallParts, others: Others) {
  const { lifecycle, monitor, install, gateway } = others
  mountGateway(app.http, gateway.gateway, parts.resources)
  if (parts.dashboardDirectory !== null) {
    const { preloadMs } = parts.resources.limits
    mountDashboard(app, { directory: parts.dashboardDirectory, install, preloadMs })
  }
  mountMetrics(app, parts)
  mountStatusPage(app.http, {
    html: () => statusPage(monitor.current(), parts.clock()),
    style: statusStyle,
    stylePath: statusStylePath,
  })
  if (!parts.payments.takesCards) return
  mountRawEndpoint(
    app.http,
    {
      path: paymentWebhookPath,
      signatureHeader: 'stripe-signature',
      receive: paymentWebhook(getBilling(parts, lifecycle)),
    },
    parts.resources,
  )
}

type EndpointParts = InstallParts & {
  openCalls: OpenCalls
  destination: TelemetryDestination | null
  blocks: HomeBlockReader
  reports: ChangeReports
  disks: DiskGuard
  monitor: StatusMonitor
  gateway: GatewayService
}

function listEndpoints(
  parts: EndpointParts,
  install: Install,
  lifecycle: ProjectLifecycle,
): Endpoint[] {
  const { store, vault, engine, publicUrl } = parts
  const accounts = {
    ...parts,
    verifiesEmail: parts.capabilities.includes('email-verification'),
  }
  return [
    ...utilityFeature({ store, install }),
    ...signInFeature(accounts),
    ...recoveryFeature(accounts),
    ...adminSignInFeature(parts),
    ...accountSecurityFeatures(accounts),
    ...(parts.github === null
      ? []
      : githubFeature({ store, vault, publicUrl, provider: parts.github })),
    ...ssoFeatures(parts),
    ...profileFeature(parts),
    ...accessFeature(parts),
    ...emailFeature(parts),
    ...deletionFeature(parts),
    ...supportFeatures(parts),
    ...telemetryFeature(parts),
    ...statusFeature(parts),
    ...operatorFeatures(parts),
    ...consentFeature(parts),
    ...previewFeature(parts),
    ...testimonialFeature(parts),
    ...organizationFeature(parts),
    ...billingFeature(getBilling(parts, lifecycle)),
    ...memberFeature({ store }),
    ...invitationFeature(parts),
    ...joiningFeature({ store }),
    ...customRoleFeature({ store }),
    ...organizationSettingsFeature({
      store,
      disabledFeatures: parts.disabledFeatures,
      removeProject: (ref) => lifecycle.remove(ref),
    }),
    ...auditFeature(parts),
    ...projectFeature({ ...parts, lifecycle }),
    ...databasePasswordFeature(parts),
    ...snippetFeature({ store }),
    ...snippetFolderFeature({ store }),
    ...homeBlockFeature(parts),
    ...gatewayFeature(parts.gateway),
    ...databaseFeatures({ ...parts, engine, store }),
    ...assistantFeatures(withDeadlines(parts)),
  ]
}

/** Features inside the database of a project. */
function databaseFeatures(
  parts: Pick<InstallParts, 'engine' | 'store' | 'scripts' | 'sqlSessions' | 'resources'> & {
    reports: ChangeReports
  },
): Endpoint[] {
  const pool = new SessionPool({ ...parts.sqlSessions, resources: parts.resources })
  return [
    ...tableFeature(parts),
    ...migrationFeature(parts),
    ...tableChangeFeature(parts),
    ...trashFeature(parts),
    ...columnPrivilegeFeature(parts),
    ...completionFeature(parts),
    ...definitionFeature(parts),
    ...changeFeature(parts),
    ...historyFeature(parts),
    ...rowReadingFeature(parts),
    ...viewerFeature(parts),
    ...queryFeature({ ...parts, pool, holdMs: parts.sqlSessions?.holdMs }),
    ...sessionFeature({ ...parts, pool }),
    ...exportFeature(parts),
    ...importFeature(parts),
    ...rowExportFeature(parts),
    ...referenceFeature(parts),
    ...cellFileFeature(parts),
  ]
}

function billingJob(parts: InstallParts, lifecycle: ProjectLifecycle) {
  if (!parts.capabilities.includes('billing')) return null
  const services = getBilling(withDeadlines(parts), lifecycle)
  return isMetered(parts) ? () => runBilling(services) : () => liftBilling(services)
}

const isMetered = ({ capabilities, disabledFeatures }: InstallParts) =>
  capabilities.includes('billing') && !disabledFeatures.includes('billing:all')

function getBilling(parts: InstallParts, lifecycle: ProjectLifecycle) {
  const services = { ...parts, lifecycle, log: parts.logger }
  return {
    ...services,
    settle: (organizationId: number) => settle(services, organizationId, parts.clock()),
  } satisfies BillingFeatureServices
}

function getDestination({ telemetryUrl, logger }: InstallParts): TelemetryDestination | null {
  return telemetryUrl === null ? null : telemetryDestination({ url: telemetryUrl, log: logger })
}

function operatorFeatures(parts: InstallParts & { monitor: StatusMonitor }): Endpoint[] {
  const services = { ...parts, onChange: () => parts.monitor.refresh() }
  return [...incidentFeature(services), ...noticeFeature(services)]
}

function assistantFeatures({ model, logger, ...parts }: InstallParts): Endpoint[] {
  return model === null ? [] : assistantFeature({ ...parts, model, log: logger })
}

const supportFeatures = (parts: InstallParts): Endpoint[] => [
  ...supportFeature(parts),
  ...attachmentFeature(parts),
  ...operatorSupportFeature(parts),
  ...salesFeature(parts),
]

function ssoFeatures({ store, vault, outside, publicUrl }: InstallParts): Endpoint[] {
  const services = { store, vault, outside, publicUrl, openId: openIdConnect(outside) }
  return [...ssoFeature(services), ...singleSignOnFeature(services)]
}

/** Features that verify identity; they share the count of failed proofs. */
function accountSecurityFeatures(
  accounts: InstallParts & { verifiesEmail: boolean; openCalls: OpenCalls },
): Endpoint[] {
  const party = getRelyingParty(accounts.publicUrl, 'Basalt')
  const proofs = createProofs({ vault: accounts.vault, party })
  const services = { ...accounts, proofs }
  return [
    ...secondStepFeature(services),
    ...confirmationFeature(services),
    ...secondFactorFeature(services),
    ...passkeyFeature(services),
    ...passwordFeature(services),
    ...sessionListFeature(services),
  ]
}
