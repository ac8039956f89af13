import { createServer } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

import { Client } from 'pg'

import { startInstall, temporaryDataDirectory } from '../install/running-install.mjs'
import { prepareTeam } from './sql-team.mjs'
import { measure, measurePairs, quantile } from './statistics.mjs'

const steadySeconds = 20
const loadSeconds = 60
const inserts = 300
const pairs = 15
/** The install reads the settings of hooks again after this time. */
const hooksKnownMs = 3000

/** Webhooks: from the commit to the request on the wire, alone and under load, and the trigger. */
export async function measureWebhooks() {
  const data = temporaryDataDirectory()
  // The receiver is on this machine.
  const install = await startInstall(data.path, { env: { BASALT_ENV: 'development' } })
  const receiver = await startReceiver()
  try {
    const { databaseUrl } = await prepareTeam(install.url, { size: 1, plan: 'team' })
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      await client.query('create extension basalt_webhooks')
      await client.query('create table sent (id bigint primary key, note text)')
      await client.query('create table plain (id bigint primary key, note text)')
      await client.query(`create trigger hook after insert on sent for each row execute function
        supabase_functions.http_request('${receiver.url}', 'POST', '{}', '{}', '5000')`)
      await insertOne(client, { id: 0, receiver })
      return [
        ...(await measureSteady(client, receiver)),
        ...(await measureLoad(client, receiver)),
        await measureTrigger(client),
      ]
    } finally {
      await client.end()
    }
  } finally {
    receiver.close()
    await install.stop()
    data.remove()
  }
}

/** Notes when the event of each row arrived. */
async function startReceiver() {
  /** @type {Map<number, number>} */
  const arrivals = new Map()
  const server = createServer((request, response) => {
    const at = performance.now()
    let body = ''
    request.setEncoding('utf8').on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const { id } = JSON.parse(body).record
      if (!arrivals.has(id)) arrivals.set(id, at)
      response.end()
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${address.port}/`,
    arrivals,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** @typedef {Awaited<ReturnType<typeof startReceiver>>} Receiver */

/**
 * Until the first event has arrived, the install may not have seen the extension.
 *
 * @param {Client} client
 * @param {{ id: number, receiver: Receiver }} first
 */
async function insertOne(client, { id, receiver }) {
  await client.query('insert into sent values ($1, $2)', [id, 'first'])
  while (!receiver.arrivals.has(id)) await wait(20)
}

/**
 * Single rows, 100 in a second.
 *
 * @param {Client} client
 * @param {Receiver} receiver
 */
async function measureSteady(client, receiver) {
  const count = steadySeconds * 100
  const committed = new Map()
  const begin = performance.now()
  for (let id = 1; id <= count; id++) {
    await wait(Math.max(begin + id * 10 - performance.now(), 0))
    await client.query('insert into sent values ($1, $2)', [id, 'steady'])
    committed.set(id, performance.now())
  }
  const delays = await delaysOf(committed, receiver)
  const name = 'Webhooks: commit to request at 100 rows/s'
  return [
    measure({
      name: `${name}, median`,
      unit: 'ms',
      figures: { median: quantile(delays, 0.5), floor: null },
      target: 30,
    }),
    measure({
      name: `${name}, 99th percentile`,
      unit: 'ms',
      figures: { median: quantile(delays, 0.99), floor: null },
      target: 250,
    }),
  ]
}

/**
 * Transactions of ten rows, 100 in a second: the last quarter is compared with the first one.
 *
 * @param {Client} client
 * @param {Receiver} receiver
 */
async function measureLoad(client, receiver) {
  const transactions = loadSeconds * 100
  const committed = new Map()
  const begin = performance.now()
  for (let turn = 0; turn < transactions; turn++) {
    await wait(Math.max(begin + turn * 10 - performance.now(), 0))
    const first = 1_000_000 + turn * 10
    await client.query(
      `insert into sent select n, 'load' from generate_series($1::int, $2::int) n`,
      [first, first + 9],
    )
    const at = performance.now()
    for (let id = first; id < first + 10; id++) committed.set(id, at)
  }
  const seconds = (performance.now() - begin) / 1000
  const delays = await delaysOf(committed, receiver)
  const quarter = Math.floor(delays.length / 4)
  const figures = {
    median: quantile(delays.slice(-quarter), 0.5),
    floor: quantile(delays.slice(0, quarter), 0.5),
  }
  const rate = Math.round((transactions * 10) / seconds)
  return [
    measure({
      name: `Webhooks: delay in the last quarter of a minute at ${rate} rows/s, against the first`,
      unit: 'ms',
      figures,
      target: 1.5,
    }),
  ]
}

/**
 * In the order of the commits; waits until all have arrived.
 *
 * @param {ReadonlyMap<number, number>} committed
 * @param {Receiver} receiver
 */
async function delaysOf(committed, { arrivals }) {
  const deadline = performance.now() + 120_000
  const missing = () => [...committed.keys()].some((id) => !arrivals.has(id))
  while (missing() && performance.now() < deadline) await wait(50)
  return [...committed].map(([id, at]) => Math.max((arrivals.get(id) ?? deadline) - at, 0))
}

/**
 * The hook is paused, so that no delivery takes the time of the processors.
 *
 * @param {Client} client
 */
async function measureTrigger(client) {
  await client.query(`insert into supabase_functions.hook_settings (table_id, hook, is_paused)
    values ('sent'::regclass, 'hook', true)
    on conflict (table_id, hook) do update set is_paused = true`)
  await wait(hooksKnownMs)
  let id = 100_000_000
  /** @param {string} table */
  const insertInto = async (table) => {
    const begin = performance.now()
    for (let turn = 0; turn < inserts; turn++) {
      id += 1
      await client.query(`insert into ${table} values ($1, $2)`, [id, 'trigger'])
    }
    return performance.now() - begin
  }
  const figures = await measurePairs(
    () => insertInto('sent'),
    () => insertInto('plain'),
    pairs,
  )
  const name = `Webhooks: ${inserts} inserts of one row with the trigger, against none`
  return measure({ name, unit: 'ms', figures, target: 1.25 })
}
