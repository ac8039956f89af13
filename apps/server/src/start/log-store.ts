import { type LogStore, systemLogStore } from '@basalt/logs'
import type { PoolConfig } from 'pg'

import type { StartContext } from './start-context.ts'

/** The log store in the system database. */
export function openLogStore({ undo }: StartContext, connection: PoolConfig): LogStore {
  const store = systemLogStore({ connection })
  undo.add(() => store.close())
  return store
}
