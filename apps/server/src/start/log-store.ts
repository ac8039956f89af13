import {
  clickHouseLogExplorer,
  clickHouseLogStore,
  clickHouseServer,
  type LogExplorer,
  type LogStore,
  systemLogExplorer,
  systemLogStore,
} from '@basalt/logs'
import type { PoolConfig } from 'pg'

import type { ScriptReader } from '../grammar/script-reader.ts'
import { readingLimits } from '../limits/resources.ts'
import { explorerFields } from '../logs/explorer-fields.ts'
import type { StartContext } from './start-context.ts'

type LogParts = { logStore: LogStore; logExplorer: LogExplorer }

/** The log store and queries over it: ClickHouse by its URL, or tables of the system database. */
export async function openLogStore(
  { config, undo, vault, resources }: StartContext,
  { connection, scripts }: { connection: PoolConfig; scripts: ScriptReader },
): Promise<LogParts> {
  if (config.logsUrl !== null) {
    const database = await clickHouseServer(config.logsUrl)
    const logStore = clickHouseLogStore(database)
    undo.add(() => logStore.close())
    const parse = (sql: string) => scripts.parts(sql)
    return {
      logStore,
      logExplorer: clickHouseLogExplorer({ database, parse, fields: explorerFields }),
    }
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
