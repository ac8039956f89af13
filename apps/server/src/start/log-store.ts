import {
  clickHouseLogStore,
  clickHouseServer,
  type LogExplorer,
  type LogStore,
  systemLogExplorer,
  systemLogStore,
} from '@basalt/logs'
import type { PoolConfig } from 'pg'

import { readingLimits } from '../limits/resources.ts'
import type { StartContext } from './start-context.ts'

type LogParts = { logStore: LogStore; logExplorer: LogExplorer | null }

/** The log store and queries over it: ClickHouse by its URL, or tables of the system database. */
export async function openLogStore(
  { config, undo, vault, resources }: StartContext,
  connection: PoolConfig,
): Promise<LogParts> {
  if (config.logsUrl !== null) {
    const logStore = clickHouseLogStore(await clickHouseServer(config.logsUrl))
    undo.add(() => logStore.close())
    return { logStore, logExplorer: null }
  }
  const logStore = systemLogStore({ connection })
  undo.add(() => logStore.close())
  const logExplorer = systemLogExplorer({
    connection,
    passwordOf: (ref) => vault.derive(`log-explorer/${ref}`),
    limits: readingLimits(resources),
  })
  undo.add(() => logExplorer.close())
  return { logStore, logExplorer }
}
