import type { PoolConfig } from 'pg'

import { openJobs } from '../jobs.ts'

/** The first argument of the process, as JSON. */
export type Start = { connection: PoolConfig }

/** A server that claims a job of the task `slow`, and completes it only when it has lost it. */
const { connection } = JSON.parse(process.argv[2] ?? '') as Start

openJobs({
  connection,
  log: { warn: () => undefined, error: () => undefined },
  stopMs: 1000,
}).run({
  schedules: [],
  tasks: [
    {
      name: 'slow',
      run: async (payload, signal) => {
        process.stdout.write(`claimed ${JSON.stringify(payload)}\n`)
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        process.stdout.write('lost\n')
      },
    },
  ],
})
setInterval(() => undefined, 60_000)
