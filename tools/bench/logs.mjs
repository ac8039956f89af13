import { performance } from 'node:perf_hooks'

import { Client } from 'pg'
import { runnerImport } from 'vite'

import { inCheckout } from '../bootstrap/checkout.mjs'
import { startInstall, temporaryDataDirectory } from '../install/running-install.mjs'
import { startFloorPage } from './floor-page.mjs'
import { plainLine, requestId, requestRow } from './logs/log-rows.mjs'
import { prepareTeam, teamSettings } from './sql-team.mjs'
import { measure, measurePairs, measureTimes } from './statistics.mjs'

const dayMs = 86_400_000
const hourMs = 3_600_000
/** Rows of a day; further rows are of earlier days. */
const rowsOfDay = 680_000
const batchRows = 5000
const ingestRows = 50_000
/** How often the page reads while it follows a log. */
const followMs = 700

/**
 * The log store of the system database with `rows` rows, a day of 680,000 at most, through the API
 * of an install.
 *
 * @param {{ rows: number }} input
 */
export async function measureLogs({ rows }) {
  const data = temporaryDataDirectory()
  const { embeddedCluster } = await importSource('packages/engine-embedded/src/index.ts')
  const cluster = embeddedCluster({
    dataDir: data.path,
    secretFor: (label) => `secret of ${label}`,
    name: 'logs',
  })
  const { host, port, user, password, database } = await cluster.start()
  const encoded = encodeURIComponent(password)
  const socket = encodeURIComponent(host)
  const systemUrl = `postgresql://${user}:${encoded}@${socket}:${port}/${database}`
  const installData = temporaryDataDirectory()
  const install = await startInstall(installData.path, {
    env: { ...teamSettings, BASALT_SYSTEM_DATABASE_URL: systemUrl },
  })
  try {
    const team = await prepareTeam(install.url, { size: 1, plan: 'team' })
    const { systemLogStore } = await importSource('services/logs/src/index.ts')
    const store = systemLogStore({ connection: { host, port, user, password, database } })
    const client = new Client({ host, port, user, password, database })
    await client.connect()
    try {
      const ingest = await measureIngest(store, client)
      const to = Math.floor(Date.now() / hourMs) * hourMs
      await fill(store, { ref: team.project.ref, rows, to })
      await store.countHours(new Date())
      await client.query('vacuum analyze logs.rows, logs.hours, logs.hour_counts')
      const reader = readerOf(team, to)
      const floor = await startFloorPage(systemUrl)
      try {
        return [
          ingest,
          ...(await measureReading(reader, `${floor.url}/logs?ref=${team.project.ref}`, rows)),
          await measureFollowing(reader, install.url),
        ]
      } finally {
        await floor.stop()
      }
    } finally {
      await client.end()
      await store.close()
    }
  } finally {
    await install.stop()
    installData.remove()
    await cluster.stop()
    data.remove()
  }
}

/** @param {string} path of a module that only Vite can load */
const importSource = async (path) => (await runnerImport(inCheckout(path))).module

/**
 * Batches of the store, compared with a program that copies the same rows to a table without index.
 *
 * @param {{ append(batch: object): Promise<void> }} store
 * @param {Client} client
 */
async function measureIngest(store, client) {
  const { CopyIn } = await importSource('packages/pg-connection/src/index.ts')
  await client.query('create table plain_rows (like logs.rows)')
  const at = Date.now() - hourMs
  let first = 0
  // New requests each time: no two have the same id.
  const nextBatches = () => {
    first += ingestRows
    return Array.from({ length: ingestRows / batchRows }, (_, batch) =>
      Array.from({ length: batchRows }, (_row, index) =>
        requestRow('ingest', first + batch * batchRows + index, at + index),
      ),
    )
  }
  const own = () => {
    const batches = nextBatches()
    return timed(async () => {
      for (const rows of batches) await store.append({ rows, keepDays: () => 28 })
    })
  }
  const plain = () => {
    const batches = nextBatches()
    return timed(async () => {
      for (const rows of batches) {
        const copy = new CopyIn('copy plain_rows from stdin', [
          Buffer.from(rows.map(plainLine).join('')),
        ])
        client.query(copy)
        await copy.done
      }
    })
  }
  const figures = await measurePairs(own, plain, 5)
  // At least 0.7 times the rows of COPY in the same time, and 20,000 rows a second.
  const target = Math.min(1.43, ingestRows / 20 / figures.floor)
  return measure({ name: 'Store 50,000 log rows, floor plain COPY', unit: 'ms', figures, target })
}

/**
 * @param {{ append(batch: object): Promise<void> }} store
 * @param {{ ref: string, rows: number, to: number }} input
 */
async function fill(store, { ref, rows, to }) {
  for (let from = 0; from < rows; from += batchRows) {
    const length = Math.min(batchRows, rows - from)
    const batch = Array.from({ length }, (_, index) => {
      const number = from + index
      return requestRow(ref, number, to - 1 - Math.floor((number * dayMs) / rowsOfDay))
    })
    await store.append({ rows: batch, keepDays: () => 28 })
  }
}

/**
 * @param {Awaited<ReturnType<typeof prepareTeam>>} team
 * @param {number} to
 */
function readerOf({ owner, project }, to) {
  const base = `/platform/projects/${project.ref}/logs`
  return {
    ref: project.ref,
    /**
     * @param {string} path
     * @param {number} lengthMs
     * @param {Record<string, string>} [more]
     */
    read: (path, lengthMs, more = {}) => {
      const from = new Date(to - lengthMs).toISOString()
      const range = { from, to: new Date(to).toISOString(), sources: 'edge_logs', ...more }
      return owner.call('GET', `${base}${path}?${new URLSearchParams(range)}`)
    },
    /** @param {string} path */
    get: (path) => owner.call('GET', `${base}${path}`),
  }
}

/** @typedef {ReturnType<typeof readerOf>} Reader */

/**
 * @param {Reader} reader
 * @param {string} floorUrl
 * @param {number} rows
 */
async function measureReading({ read, get }, floorUrl, rows) {
  const line = async (name, target, work) =>
    measure({ name, unit: 'ms', target, figures: await measureTimes(7, () => timed(work)) })
  const lastHour = () => timed(() => read('', hourMs, { limit: '100' }))
  const plain = () => timed(async () => (await fetch(floorUrl)).json())
  const search = `id=eq.${Math.floor(Math.min(rows, rowsOfDay) * 0.9)}`
  return [
    measure({
      name: 'Last hour of one source, floor plain query',
      unit: 'ms',
      figures: await measurePairs(lastHour, plain, 15),
      target: 1.5,
    }),
    await line('Rows of a request id', 20, () => get(`/requests/${requestId(rows >> 1)}`)),
    await line('Text search over a day, all of its pages', 2000, () => searchAll(read, search)),
    await line('Histogram of a day', 300, () => read('/histogram', dayMs)),
    await line('Facets of a day', 300, () => read('/facets', dayMs - 1)),
    await line('What changed in an hour', 2000, () => read('/changes', hourMs)),
    await line('What changed in 12 hours', 2000, () => read('/changes', dayMs / 2)),
  ]
}

/**
 * @param {Reader['read']} read
 * @param {string} search
 */
async function searchAll(read, search) {
  let cursor = null
  let found = 0
  do {
    const page = await read('', dayMs, { limit: '100', search, ...(cursor !== null && { cursor }) })
    found += page.rows.length
    cursor = page.next_cursor
  } while (cursor !== null)
  if (found === 0) throw new Error(`The search for ${search} found nothing`)
}

/**
 * From a request at the gateway until a page that follows the log shows it.
 *
 * @param {Reader} reader
 * @param {string} url
 */
async function measureFollowing({ ref, read }, url) {
  const figures = await measureTimes(7, async () => {
    const path = `/p/${ref}/bench-${Math.random().toString(36).slice(2)}`
    const began = performance.now()
    await fetch(url + path)
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, followMs))
      const now = Date.now()
      const range = {
        from: new Date(now - 10_000).toISOString(),
        to: new Date(now + 1000).toISOString(),
      }
      const { rows } = await read('', 0, { ...range, limit: '100' })
      if (rows.some((row) => JSON.stringify(row).includes(path.slice(`/p/${ref}`.length)))) break
    }
    return performance.now() - began
  })
  return measure({ name: 'Live tail behind a request', unit: 'ms', figures, target: 1000 })
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}
