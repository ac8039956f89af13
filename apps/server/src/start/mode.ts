import { join } from 'node:path'

import type { Capability } from '@basalt/contract/route'
import type { ProjectEngine } from '@basalt/engine'

import { accountIdentity, ownerIdentity } from '../areas/account/sessions.ts'
import { defaultName, startDefaultProject } from '../areas/project/default-project.ts'
import { memberPermissions, ownerPermissions } from '../http/permissions.ts'
import type { InstallParts } from '../install/install-parts.ts'
import type { ProjectLifecycle } from '../projects/lifecycle.ts'
import { keepsEverything, retentionByPlan } from '../store/audit-retention.ts'
import type { Store } from '../store/store.ts'
import type { Config } from './config.ts'
import type { StartContext } from './start-context.ts'

type ModeParts = Pick<InstallParts, 'identity' | 'permissions' | 'capabilities' | 'auditRetention'>

/** Services of projects that every install runs. */
const services = ['logs', 'cron', 'vault', 'webhooks'] as const

/** The two modes as capabilities and ports, so that no other code has to know them. */
export function modeParts(config: Config, store: Store): ModeParts {
  if (config.mode === 'self-hosted') {
    return {
      identity: ownerIdentity(store, config.adminPassword !== null),
      permissions: ownerPermissions(store, defaultName),
      capabilities: [
        ...services,
        ...(config.adminPassword === null ? [] : (['admin-password'] as const)),
        ...assistant(config),
      ],
      auditRetention: keepsEverything,
    }
  }
  return {
    identity: accountIdentity(store),
    permissions: memberPermissions(store),
    auditRetention: retentionByPlan,
    capabilities: [
      'accounts',
      'organizations',
      'projects',
      'billing',
      ...services,
      'telemetry',
      'consent',
      config.smtpUrl === null ? 'outbox' : 'email-verification',
      ...assistant(config),
      ...(config.discussionsUrl === null ? [] : (['community'] as const)),
      ...(config.github === null ? [] : (['github-sign-in'] as const)),
    ],
  }
}

const assistant = ({ model }: Config): Capability[] => (model === null ? [] : ['assistant'])

type Started = { store: Store; engine: ProjectEngine; lifecycle: ProjectLifecycle }

/** Goes on with the work of an earlier process, and starts the project that a mode always has. */
export async function resumeWork(
  { config, vault, logger }: StartContext,
  started: Started,
): Promise<void> {
  await started.lifecycle.resume()
  if (config.mode !== 'self-hosted') return
  await startDefaultProject({
    ...started,
    ownerPassword: vault.derive('default-project'),
    connectionFile:
      config.projectDatabaseUrl === null ? join(config.dataDir, 'project-connection') : null,
    log: logger,
  })
}
