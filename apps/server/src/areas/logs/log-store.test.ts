import { type LogStore, systemLogStore } from '@basalt/logs'
import { describeLogStore } from '@basalt/logs-testkit'

import { systemDatabase } from '../../testing/system-database.ts'

describeLogStore('PostgreSQL', async () => {
  const system = await systemDatabase()
  const opened: LogStore[] = []
  const open = () => {
    const store = systemLogStore({ connection: system.address })
    opened.push(store)
    return store
  }
  return {
    store: open(),
    openAgain: open,
    async dispose() {
      await Promise.all(opened.map((one) => one.close()))
      await system.drop()
    },
  }
})
