import { openJobs } from '@basalt/jobs'
import type { Logger } from 'pino'

import { installMigrations } from './areas.ts'
import { auditCommand, operatorCommand } from './commands/commands.ts'
import { createInstall, type RunningInstall } from './install.ts'
import { initialLimits } from './limits/limits.ts'
import { createResources } from './limits/resources.ts'
import { giveUpStart, keepHeapSmall, stopOnSignals, Undo } from './process/process-life.ts'
import { noteSecretKey, requireSecretKey } from './secrets/secret-key.ts'
import { createVault } from './secrets/vault.ts'
import { connectForCommand } from './start/command-database.ts'
import type { Config } from './start/config.ts'
import { configuredParts } from './start/configured-parts.ts'
import { claimDataDirectory, readLocatedConfig } from './start/data-directory.ts'
import { openEngine } from './start/engine.ts'
import { describeStartFault, listenFault } from './start/faults.ts'
import { openLogStore } from './start/log-store.ts'
import { modeParts, resumeWork } from './start/mode.ts'
import { locateProgramFiles } from './start/program-files.ts'
import { checkSecretKey } from './start/secret-key-check.ts'
import type { StartContext } from './start/start-context.ts'
import { connectSystemDatabase, openSystemStore } from './start/system-database.ts'
import { openTracing } from './start/tracing.ts'
import { openWorkers } from './start/workers.ts'
import type { Store } from './store/store.ts'

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
  const workers = openWorkers(context)
  const { scripts } = workers
  const logParts = await openLogStore(context, { connection, scripts })
  const install = createInstall({
    ...modeParts(config, store),
    ...configuredParts(context, store),
    ...workers,
    store,
    vault,
    engine,
    ...logParts,
    resources,
    logger,
    tracing,
    jobs: openJobs({ connection, log: logger, stopMs: config.limits.stopMs / 4 }),
  })
  undo.add(() => install.lifecycle.idle())
  undo.add(() => install.close())
  await resumeWork(context, { store, engine, lifecycle: install.lifecycle })

  const url = await listen(config, install)
  return { url, dataDir: config.dataDir, store, logger, stop: () => undo.run() }
}

async function listen(config: Config, install: RunningInstall): Promise<string> {
  try {
    const { port } = await install.listen(config)
    return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
  } catch (error) {
    throw listenFault(error, config)
  }
}
