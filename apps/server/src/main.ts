import { openJobs } from '@basalt/jobs'
import type { PoolConfig } from 'pg'
import pino, { type Logger } from 'pino'

import { installMigrations } from './areas.ts'
import { auditCommand, operatorCommand } from './commands/commands.ts'
import { createInstall, type RunningInstall } from './install.ts'
import type { InstallParts } from './install/install-parts.ts'
import { initialLimits } from './limits/limits.ts'
import { createResources } from './limits/resources.ts'
import { requireInstall } from './process/data-directory.ts'
import {
  giveUpStart,
  keepHeapSmall,
  logCrash,
  stopOnSignals,
  Undo,
} from './process/process-life.ts'
import { noteSecretKey, readSecretKey, requireSecretKey } from './secrets/secret-key.ts'
import { createVault } from './secrets/vault.ts'
import { connectForCommand } from './start/command-database.ts'
import type { Config } from './start/config.ts'
import { configuredParts } from './start/configured-parts.ts'
import { claimDataDirectory, readLocatedConfig } from './start/data-directory.ts'
import { attachEngine, openEngine } from './start/engine.ts'
import { describeStartFault, listenFault } from './start/faults.ts'
import { openLogStore } from './start/log-store.ts'
import { modeParts, resumeWork } from './start/mode.ts'
import { locateProgramFiles } from './start/program-files.ts'
import { checkSecretKey } from './start/secret-key-check.ts'
import type { StartContext } from './start/start-context.ts'
import {
  connectSystemDatabase,
  findSystemDatabase,
  joinSystemStore,
  openSystemStore,
} from './start/system-database.ts'
import { openTracing } from './start/tracing.ts'
import { openWorkers } from './start/workers.ts'
import type { Store } from './store/store.ts'
import type { Tracing } from './tracing/tracing.ts'
import { runWorker } from './worker.ts'

/** A server that answers. */
export type Running = {
  url: string
  dataDir: string
  store: Store
  logger: Logger
  stop(): Promise<void>
}

const files = locateProgramFiles(import.meta.url)

/**
 * Starts an install from the environment, prints its address and stops it on Ctrl-C. A fault that
 * the operator can fix is printed without a stack.
 */
export async function main(): Promise<Running> {
  keepHeapSmall()
  const undo = new Undo()
  try {
    const config = readLocatedConfig()
    const running = await start(config, undo)
    stopOnSignals(undo, { stopMs: config.limits.stopMs, logger: running.logger })
    process.stdout.write(`ready ${running.url}\n`)
    return running
  } catch (error) {
    process.stderr.write(`${describeStartFault(error)}\n`)
    return giveUpStart(undo, initialLimits)
  }
}

/** For `npm run audit`; see `auditCommand`. */
export const auditMain = (args: readonly string[]): Promise<number> =>
  auditCommand(args, connectNextToServer)

/** For `npm run operator`; see `operatorCommand`. */
export const operatorMain = (args: readonly string[]): Promise<number> =>
  operatorCommand(args, connectNextToServer)

const connectNextToServer = (undo: Undo) =>
  connectForCommand({ config: readLocatedConfig(), files }, undo)

/**
 * For `npm run worker`: runs jobs next to the server of an install until it is stopped by a signal.
 * It changes no cluster and needs no lock, so any number of workers may run.
 */
export async function workerMain(): Promise<void> {
  keepHeapSmall()
  const undo = new Undo()
  try {
    const config = readLocatedConfig()
    // Several workers cannot rotate one file.
    const logger = pino({ level: 'info' }, pino.destination(2))
    logCrash(logger)
    await startWorker(config, logger, undo)
    stopOnSignals(undo, { stopMs: config.limits.stopMs, logger, hint: 'Others run its jobs.' })
    process.stdout.write('ready\n')
  } catch (error) {
    process.stderr.write(`${describeStartFault(error)}\n`)
    await giveUpStart(undo, initialLimits)
  }
}

async function startWorker(config: Config, logger: Logger, undo: Undo): Promise<void> {
  if (config.systemDatabaseUrl === null) requireInstall(config.dataDir)
  const vault = createVault(readSecretKey(config.dataDir, config.secretKey))
  const resources = createResources(config.limits)
  const context: StartContext = { config, files, logger, vault, resources, undo }
  const connection = await findSystemDatabase(context)
  const store = await joinSystemStore(context, { connection, migrations: installMigrations })
  await checkSecretKey(store, { vault, isNew: false })
  const tracing = await openTracing(context)
  const parts = await openParts(context, { connection, store, tracing })
  undo.add(runWorker({ ...parts, engine: attachEngine(context) }))
}

async function start(config: Config, undo: Undo): Promise<Running> {
  const logger = await claimDataDirectory(config.dataDir, undo)
  const secret = requireSecretKey(config.dataDir, config.secretKey)
  const vault = createVault(secret.key)
  const resources = createResources(config.limits)
  const context: StartContext = { config, files, logger, vault, resources, undo }

  const tracing = await openTracing(context)
  const connection = await connectSystemDatabase(context)
  const migrations = installMigrations
  const store = await openSystemStore(context, { connection, migrations, tracing })
  await checkSecretKey(store, { vault, isNew: secret.isNew })
  noteSecretKey(config.dataDir, secret.key)

  const engine = openEngine(context)
  const parts = await openParts(context, { connection, store, tracing })
  const install = createInstall({ ...parts, engine })
  undo.add(() => install.lifecycle.idle())
  undo.add(() => install.close())
  await resumeWork(context, { store, engine, lifecycle: install.lifecycle })

  const url = await listen(config, install)
  return { url, dataDir: config.dataDir, store, logger, stop: () => undo.run() }
}

type Opened = { connection: PoolConfig; store: Store; tracing: Tracing | null }

/** The parts that servers and workers have alike. */
async function openParts(
  context: StartContext,
  { connection, store, tracing }: Opened,
): Promise<Omit<InstallParts, 'engine'>> {
  const { config, logger, vault, resources } = context
  const workers = openWorkers(context)
  return {
    ...modeParts(config, store),
    ...configuredParts(context, store),
    ...workers,
    ...(await openLogStore(context, { connection, scripts: workers.scripts })),
    store,
    vault,
    resources,
    logger,
    tracing,
    jobs: openJobs({ connection, log: logger, stopMs: config.limits.stopMs / 4 }),
  }
}

async function listen(config: Config, install: RunningInstall): Promise<string> {
  try {
    const { port } = await install.listen(config)
    return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
  } catch (error) {
    throw listenFault(error, config)
  }
}
