import { clickHouseLogStore, clickHouseServer, type LogStore, systemLogStore } from '@basalt/logs'
import type { PoolConfig } from 'pg'

import type { StartContext } from './start-context.ts'

/** The log store: ClickHouse by its URL, or tables of the system database. */
export async function openLogStore(
  { config, undo }: StartContext,
  connection: PoolConfig,
): Promise<LogStore> {
  const store =
    config.logsUrl === null
      ? systemLogStore({ connection })
      : clickHouseLogStore(await clickHouseServer(config.logsUrl))
  undo.add(() => store.close())
  return store
}
