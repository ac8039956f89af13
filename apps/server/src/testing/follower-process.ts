import { embeddedEngine } from '@basalt/engine-embedded'
import { systemLogStore } from '@basalt/logs'
import type { PoolConfig } from 'pg'

import { LogFollower } from '../areas/logs/follow/log-follower.ts'

/** The first argument of the process, as JSON. */
export type Start = { connection: PoolConfig; dataDir: string; resolveFrom: string; ref: string }

/** Follows the log of one cluster, and prints a line when it begins to store a batch. */
const { connection, ref, ...place } = JSON.parse(process.argv[2] ?? '') as Start
const store = systemLogStore({ connection })
const report = (details: Record<string, unknown>, message: string) =>
  process.stdout.write(`${message}: ${String(details['err'])}\n`)

new LogFollower({
  logs: {
    store,
    hasSpace: () => true,
    append: (batch) => {
      process.stdout.write('storing\n')
      return store.append({ ...batch, keepDays: () => 7 })
    },
  },
  engine: embeddedEngine({ ...place, secretFor: () => 'not used for reading files' }),
  listRefs: async () => [ref],
  clock: () => new Date(),
  log: { info: report, warn: report, error: report },
}).start()
