#!/bin/sh
# graphile-worker 0.17.3 on PostgreSQL 18.4: the completion of a job does not check who holds it. A
# process cannot tell a killed worker from one that did not run for a while, so the job of worker A
# is released by `force_unlock_workers`, and worker B claims and runs it. When the task of A returns
# after all, the row of the job is deleted while B still runs it: if B is killed now, nobody runs
# the job again. A failure of A would be ignored, because its statement compares `locked_by`.
export NODE_NO_WARNINGS=1
. "$(dirname "$0")/server.sh"
install_packages graphile-worker@0.17.3 pg@8.23.1
start_server
run_node <<'JS'
import { readFileSync } from 'node:fs'

import { Logger, run } from 'graphile-worker'
import pg from 'pg'

const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version
const pgPool = new pg.Pool()
pgPool.on('error', () => undefined)
pgPool.on('connect', (client) => client.on('error', () => undefined))
const { rows: servers } = await pgPool.query('show server_version')
console.log(`PostgreSQL ${servers[0].server_version}, graphile-worker ${version('graphile-worker')}`)
const silent = new Logger(() => () => undefined)
const log = []
const gates = new Map()

const start = async (name) => {
  const finished = new Promise((resolve) => gates.set(name, resolve))
  return run({
    pgPool,
    logger: silent,
    concurrency: 1,
    pollInterval: 50,
    noHandleSignals: true,
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList: {
      work: async () => {
        log.push(`${name} runs`)
        await finished
        log.push(`${name} returns`)
      },
    },
  })
}
const until = async (condition) => {
  for (let at = 0; at < 200 && !(await condition()); at += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const jobs = async () =>
  (await pgPool.query('select locked_by from graphile_worker.jobs')).rows

const a = await start('A')
await pgPool.query(`select graphile_worker.add_job('work')`)
await until(() => log.includes('A runs'))
const [{ locked_by: first }] = await jobs()

const b = await start('B')
await pgPool.query('select graphile_worker.force_unlock_workers(array[$1])', [first])
await until(() => log.includes('B runs'))
const [{ locked_by: second }] = await jobs()
console.log(`the job is held by another worker: ${second !== null && second !== first}`)

gates.get('A')()
await until(async () => (await jobs()).length === 0)
const left = await jobs()
console.log(`B has returned: ${log.includes('B returns')}`)
console.log(`jobs in the queue: ${left.length}`)

const isAsObserved = second !== first && left.length === 0 && !log.includes('B returns')
gates.get('B')()
await Promise.all([a.stop(), b.stop()])
await pgPool.end()
console.log(isAsObserved ? 'As described.' : 'The behaviour has changed.')
process.exit(isAsObserved ? 0 : 1)
JS
