import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

import { Client } from 'pg'

import { startInstall, temporaryDataDirectory } from '../install/running-install.mjs'
import { prepareTeam } from './sql-team.mjs'
import { measure, quantile } from './statistics.mjs'

const jobs = 1000
const idleSeconds = 60
/** Jobs that were created with SQL are known after a minute. */
const knownMs = 65_000
const minuteMs = 60_000
/** `/proc` counts in hundredths of a second. */
const ticksPerSecond = 100

/** Cron: the start of 1,000 jobs that are due at the same second, and the cost of idle ones. */
export async function measureCron() {
  const data = temporaryDataDirectory()
  const install = await startInstall(data.path, { env: { BASALT_ENV: 'development' } })
  try {
    const { databaseUrl } = await prepareTeam(install.url, { size: 1, plan: 'team' })
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      return [
        ...(await measureIdle(client, { pid: install.pid, path: data.path })),
        ...(await measureStarts(client)),
      ]
    } finally {
      await client.end()
    }
  } finally {
    await install.stop()
    data.remove()
  }
}

/**
 * @param {Client} client
 * @param {{ pid: number, path: string }} install
 */
async function measureIdle(client, install) {
  const without = await cpuShare(install)
  await client.query('create extension pg_cron')
  await schedule(client, '0 0 1 1 *')
  await wait(knownMs)
  const figures = { median: (await cpuShare(install)) - without, floor: null }
  return [measure({ name: `Cron: CPU of ${jobs} idle jobs`, unit: '%', figures, target: 1 })]
}

/** @param {Client} client */
async function measureStarts(client) {
  await client.query('delete from cron.job')
  await schedule(client, '* * * * *')
  await wait(knownMs + minuteMs)
  const { rows } = await client.query(
    `select extract(epoch from start_time - slot)::float8 * 1000 as lag from cron.job_run_details
     where slot = (select max(slot) from cron.job_run_details where slot < now() - interval '30 s')`,
  )
  const lags = rows.map(({ lag }) => lag ?? minuteMs)
  /** @param {string} name @param {number} share */
  const line = (name, share) =>
    measure({
      name: `Cron: slot to start of ${lags.length} jobs of one slot, ${name}`,
      unit: 'ms',
      figures: { median: quantile(lags, share), floor: null },
      target: 2000,
    })
  return [line('median', 0.5), line('99th percentile', 0.99), line('latest', 1)]
}

/** @param {Client} client @param {string} when */
const schedule = (client, when) =>
  client.query(
    `select cron.schedule('job ' || n, $1, 'select 1') from generate_series(1, $2::int) n`,
    [when, jobs],
  )

/**
 * Of one core, in percent: the server, and the clusters with their sessions.
 *
 * @param {{ pid: number, path: string }} install
 */
async function cpuShare(install) {
  const before = cpuSeconds(install)
  await wait(idleSeconds * 1000)
  return ((cpuSeconds(install) - before) / idleSeconds) * 100
}

/** @param {{ pid: number, path: string }} install */
function cpuSeconds({ pid, path }) {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/u.test(name) ? read(name) : []))
  const own = new Set(
    all.filter((one) => one.pid === pid || one.command.includes(path)).map((one) => one.pid),
  )
  return all
    .filter((one) => own.has(one.pid) || own.has(one.parent))
    .reduce((sum, { seconds }) => sum + seconds, 0)
}

/** A process with its ended children; empty when it has just ended itself. @param {string} name */
function read(name) {
  try {
    const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return [
      { pid: Number(name), parent: Number(fields[1]), command, seconds: ticks / ticksPerSecond },
    ]
  } catch {
    return []
  }
}
