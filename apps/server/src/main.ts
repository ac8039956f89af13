import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Capability } from '@basalt/contract/route'
import { EngineError, type ProjectEngine } from '@basalt/engine'
import {
  DirectoryLockedError,
  embeddedCluster,
  embeddedEngine,
  limitedClient,
  lockDataDirectory,
  reachableByPostgres,
} from '@basalt/engine-embedded'
import { externalEngine } from '@basalt/engine-external'
import { internet, passwordHashes } from '@basalt/identity'
import { openJobs } from '@basalt/jobs'
import type { PoolConfig } from 'pg'
import pino, { type Logger } from 'pino'

import { installMigrations } from './areas.ts'
import { githubProvider } from './areas/account/github-provider.ts'
import { accountIdentity, ownerIdentity } from './areas/account/sessions.ts'
import { openAiCompatibleModel } from './areas/assistant/model/openai-compatible-model.ts'
import { defaultName, startDefaultProject } from './areas/project/default-project.ts'
import { testimonialsFile } from './areas/support/testimonials.ts'
import { auditCommand, operatorCommand } from './commands.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { grammarWorker } from './grammar/grammar-worker.ts'
import { memberPermissions, ownerPermissions } from './http/permissions.ts'
import { createInstall, type RunningInstall } from './install.ts'
import type { InstallParts } from './install/install-parts.ts'
import { initialLimits } from './limits/limits.ts'
import { createResources, readingLimits, type Resources } from './limits/resources.ts'
import { outboxMailer, smtpMailer } from './mail/mailer.ts'
import { operatorPayments } from './payments/operator-payments.ts'
import { stripePayments } from './payments/stripe-payments.ts'
import { systemClock } from './process/clock.ts'
import {
  openLog,
  prepareDataDirectory,
  requireDataSpace,
  requireSystemCluster,
  sharedDataDirectory,
  StartError,
  systemName,
} from './process/data-directory.ts'
import { forwardedErrorReports, loggedErrorReports } from './process/error-reports.ts'
import {
  giveUpStart,
  keepHeapSmall,
  logCrash,
  stopOnSignals,
  Undo,
} from './process/process-life.ts'
import { noteSecretKey, readSecretKey, requireSecretKey } from './secrets/secret-key.ts'
import { strengthInThread } from './secrets/strength-in-thread.ts'
import { createVault, type Vault } from './secrets/vault.ts'
import { diskFault, listenFault, systemDatabaseFault } from './start-faults.ts'
import { keepsEverything, retentionByPlan } from './store/audit-retention.ts'
import { holdSystemDatabase } from './store/instance-lock.ts'
import { MigrationError } from './store/migrations.ts'
import { checkSecretKey } from './store/secret-key-check.ts'
import { openStore, type Store } from './store/store.ts'

/** A server that answers. */
export type Running = Pick<Tools, 'logger'> & Place & { store: Store; stop(): Promise<void> }
type Place = { url: string; dataDir: string }

/**
 * Starts an install from the environment, prints its address and stops it on Ctrl-C. A fault that
 * the operator can fix is printed without a stack.
 */
export async function main(): Promise<Running> {
  keepHeapSmall()
  const undo = new Undo()
  try {
    const config = located(readConfig())
    const running = await start(config, undo)
    stopOnSignals(undo, { stopMs: config.limits.stopMs, logger: running.logger })
    process.stdout.write(`ready ${running.url}\n`)
    return running
  } catch (error) {
    process.stderr.write(`${toText(diskFault(error))}\n`)
    return giveUpStart(undo, initialLimits)
  }
}

/** A fault that the operator can fix needs no stack. */
function toText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const kinds = [ConfigError, StartError, DirectoryLockedError, EngineError, MigrationError]
  return kinds.some((kind) => error instanceof kind) ? error.message : String(error.stack)
}

function located(config: Config): Config {
  if (config.isDataDirChosen || reachableByPostgres(config.dataDir)) return config
  const dataDir = sharedDataDirectory(config.dataDir)
  process.stdout.write(
    `The databases cannot run below ${config.dataDir}: they cannot access its parent directory. Data is kept in ${dataDir}.\n`,
  )
  return { ...config, dataDir }
}

function warnOfSpace(dataDir: string, logger: Logger) {
  const warning = requireDataSpace(dataDir)
  if (warning === null) return
  logger.warn(warning)
  process.stderr.write(`${warning}\n`)
}

async function start(config: Config, undo: Undo): Promise<Running> {
  prepareDataDirectory(config.dataDir)
  const unlock = await lockDataDirectory(config.dataDir)
  undo.add(async () => unlock())
  const logger = openLog(config.dataDir)
  logCrash(logger)
  warnOfSpace(config.dataDir, logger)
  const secret = requireSecretKey(config.dataDir, config.secretKey)
  const vault = createVault(secret.key)

  const resources = createResources(config.limits)
  const tools = { vault, logger, undo, resources }
  const connection = await systemConnection(config, tools)
  const release = await holdSystemDatabase(connection, () => {
    logger.fatal('Another Basalt took over the system database')
    process.exit(1)
  }).catch((error: unknown) => {
    throw systemDatabaseFault(error, config)
  })
  if (release === null) {
    throw new StartError('Another Basalt uses this system database. Stop it first.')
  }
  undo.add(release)
  const { store, close } = await openStore(connection, {
    ...config.limits,
    migrations: installMigrations,
  })
  undo.add(close)
  await checkSecretKey(store, { vault, isNew: secret.isNew })
  noteSecretKey(config.dataDir, secret.key)

  const engine = projectEngine(config, tools)
  undo.add(() => engine.shutdown())
  const strength = strengthInThread(new URL('strength-thread.js', import.meta.url))
  undo.add(() => strength.close())
  const scripts = grammarWorker(new URL('grammar-process.js', import.meta.url))
  undo.add(() => scripts.close())
  const install = createInstall({
    ...(await modeParts(config, store)),
    store,
    vault,
    engine,
    jobs: openJobs({ connection, log: logger, stopMs: config.limits.stopMs / 4 }),
    strength,
    passwords: passwordHashes(),
    scripts,
    logger,
    errorReports: errorReports(config, logger),
    resources,
    ...shared(config, store),
  })
  undo.add(() => install.lifecycle.idle())
  undo.add(() => install.close())
  await resume(config, { store, vault, engine, logger, lifecycle: install.lifecycle })

  const url = await listen(config, install)
  return { url, dataDir: config.dataDir, store, logger, stop: () => undo.run() }
}

/** For `npm run audit`; see `auditCommand`. */
export const auditMain = (args: readonly string[]): Promise<number> =>
  auditCommand(args, nextToTheServer)

/** For `npm run operator`; see `operatorCommand`. */
export const operatorMain = (args: readonly string[]): Promise<number> =>
  operatorCommand(args, nextToTheServer)

/** The system database of a running install; it is started temporarily otherwise. */
async function nextToTheServer(undo: Undo): Promise<PoolConfig> {
  const config = located(readConfig())
  if (config.systemDatabaseUrl !== null) return { connectionString: config.systemDatabaseUrl }
  if (!existsSync(join(config.dataDir, systemName))) {
    throw new StartError(`There is no install in ${config.dataDir}`)
  }
  const vault = createVault(readSecretKey(config.dataDir, config.secretKey))
  const options = { ...embeddedOptions(config, vault, pino({ level: 'silent' })), name: systemName }
  const cluster = embeddedCluster(options)
  const unlock = await lockDataDirectory(config.dataDir).catch((error: unknown) => {
    if (error instanceof DirectoryLockedError) return null
    throw error
  })
  if (unlock === null) {
    undo.add(() => cluster.disconnect())
  } else {
    undo.add(unlock)
    undo.add(() => cluster.stop())
  }
  return cluster.start()
}

type ModeParts = Pick<InstallParts, 'identity' | 'permissions' | 'capabilities' | 'auditRetention'>

/** The only place that knows the two modes: all other code uses capabilities and ports. */
async function modeParts(config: Config, store: Store): Promise<ModeParts> {
  const outbox: Capability[] = config.smtpUrl === null ? ['outbox'] : []
  const assistant: Capability[] = config.model === null ? [] : ['assistant']
  const community: Capability[] = config.discussionsUrl === null ? [] : ['community']
  if (config.mode === 'self-hosted') {
    return {
      identity: ownerIdentity(store, config.adminPassword !== null),
      permissions: ownerPermissions(store, defaultName),
      capabilities: config.adminPassword === null ? assistant : ['admin-password', ...assistant],
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
      'telemetry',
      'consent',
      ...outbox,
      ...assistant,
      ...community,
      ...(config.smtpUrl === null ? [] : (['email-verification'] as const)),
      ...(config.github === null ? [] : (['github-sign-in'] as const)),
    ],
  }
}

function shared(config: Config, store: Store) {
  const { hostname } = new URL(config.publicUrl)
  return {
    mailer:
      config.smtpUrl === null
        ? outboxMailer(store)
        : smtpMailer(config.smtpUrl, `Basalt <no-reply@${hostname}>`),
    github:
      config.github === null
        ? null
        : githubProvider({
            ...config.github,
            webUrl: 'https://github.com',
            apiUrl: 'https://api.github.com',
          }),
    disabledFeatures: config.disabledFeatures,
    adminPassword: config.adminPassword,
    outside: internet({ allowsLoopback: config.development }),
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    supportEmail: config.supportEmail,
    telemetryUrl: config.telemetryUrl,
    discussionsUrl: config.discussionsUrl,
    testimonialsFile: join(config.dataDir, testimonialsFile),
    dataDir: config.dataDir,
    clock: systemClock,
    model: config.model === null ? null : openAiCompatibleModel(config.model),
    payments:
      config.stripe === null
        ? operatorPayments()
        : stripePayments({ ...config.stripe, clock: systemClock }),
    development: config.development,
    version: readVersion(),
    dashboardDirectory: dashboardDirectory(),
    guidesDirectory: fileURLToPath(new URL('../../../docs/guides', import.meta.url)),
  }
}

const errorReports = ({ errorReportUrl: url }: Config, log: Logger) =>
  url === null ? loggedErrorReports(log) : forwardedErrorReports({ url, log })

type Tools = { vault: Vault; logger: Logger; undo: Undo; resources: Resources }

/** The system database: an external one by URL, or a local cluster without a port. */
async function systemConnection(
  config: Config,
  { vault, logger, undo, resources }: Tools,
): Promise<PoolConfig> {
  const Client = limitedClient(readingLimits(resources))
  if (config.systemDatabaseUrl !== null) {
    return { connectionString: config.systemDatabaseUrl, Client }
  }
  requireSystemCluster(config.dataDir)
  const cluster = embeddedCluster({ ...embeddedOptions(config, vault, logger), name: systemName })
  undo.add(() => cluster.stop())
  return { ...(await cluster.start()), Client }
}

function projectEngine(config: Config, { vault, logger, resources }: Tools): ProjectEngine {
  const limits = readingLimits(resources)
  return config.projectDatabaseUrl === null
    ? embeddedEngine({ ...embeddedOptions(config, vault, logger), limits })
    : externalEngine({ databases: { [defaultName]: config.projectDatabaseUrl }, limits })
}

const embeddedOptions = (config: Config, vault: Vault, logger: Logger) => ({
  dataDir: config.dataDir,
  postgresDir: config.postgresDir ?? undefined,
  resolveFrom: fileURLToPath(import.meta.url),
  secretFor: (label: string) => vault.derive(label),
  readerStatementMs: config.limits.readerStatementMs,
  log: ({
    level,
    message,
    ref,
  }: {
    level: 'info' | 'warn' | 'error'
    message: string
    ref?: string | undefined
  }) => logger[level]({ ref }, message),
})

type Resumed = Pick<Tools, 'vault' | 'logger'> &
  Pick<RunningInstall, 'lifecycle'> & { store: Store; engine: ProjectEngine }

async function resume(
  config: Config,
  { vault, engine, store, logger, lifecycle }: Resumed,
): Promise<void> {
  await lifecycle.resume()
  if (config.mode !== 'self-hosted') return
  await startDefaultProject({
    store,
    engine,
    lifecycle,
    ownerPassword: vault.derive('default-project'),
    connectionFile:
      config.projectDatabaseUrl === null ? join(config.dataDir, 'project-connection') : null,
    log: logger,
  })
}

async function listen(config: Config, install: RunningInstall): Promise<string> {
  try {
    const { port } = await install.listen(config)
    return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
  } catch (error) {
    throw listenFault(error, config)
  }
}

function dashboardDirectory(): string | null {
  const directory = fileURLToPath(new URL('../../dashboard/dist', import.meta.url))
  return existsSync(join(directory, 'index.html')) ? directory : null
}

function readVersion(): string {
  const file = fileURLToPath(new URL('../package.json', import.meta.url))
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  return manifest.version
}
