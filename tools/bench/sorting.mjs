import { performance } from 'node:perf_hooks'

import { Client } from 'pg'

import { startInstall, temporaryDataDirectory } from '../install/running-install.mjs'
import { startFloorPage } from './floor-page.mjs'
import { prepareTeam } from './sql-team.mjs'
import { measure, measurePairs } from './statistics.mjs'

const rows = 10_000_000
const pairs = 3

/**
 * The first page of a large table by a column without an index, compared with a server that only
 * runs the query.
 */
export async function measureSorting() {
  const data = temporaryDataDirectory()
  const install = await startInstall(data.path)
  try {
    const team = await prepareTeam(install.url, { size: 1, plan: 'team' })
    const tableId = await fill(team.databaseUrl)
    const floor = await startFloorPage(team.databaseUrl)
    try {
      return await measurePages(team, tableId, `${floor.url}/sorted`)
    } finally {
      await floor.stop()
    }
  } finally {
    await install.stop()
    data.remove()
  }
}

/** @param {string} connectionString */
async function fill(connectionString) {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    await client.query(
      `create table narrow as
       select id, (id::bigint * 7919 % 1000003)::int as value from generate_series(1, ${rows}) id`,
    )
    await client.query('alter table narrow add primary key (id)')
    await client.query('vacuum analyze narrow')
    const { rows: found } = await client.query("select 'narrow'::regclass::oid::int as id")
    return Number(found[0].id)
  } finally {
    await client.end()
  }
}

/**
 * @param {Awaited<ReturnType<typeof prepareTeam>>} team
 * @param {number} tableId
 * @param {string} floorUrl
 */
async function measurePages({ owner, project }, tableId, floorUrl) {
  const view = encodeURIComponent(JSON.stringify({ sort: [{ column: 'value' }] }))
  const path = `/platform/pg-meta/${project.ref}/tables/${tableId}/rows?limit=100&view=${view}`
  const headers = { 'x-connection-encrypted': project.connectionString }
  const page = async () => (await owner.call('GET', path, { headers })).rows
  const sorted = async () => (await fetch(floorUrl)).json()
  const [own, floors] = [await page(), await sorted()]
  if (String(own[0]) !== String(floors[0])) {
    throw new Error(`The pages begin with ${own[0]} and ${floors[0]}`)
  }
  const figures = await measurePairs(
    () => timed(page),
    () => timed(sorted),
    pairs,
  )
  return [measure({ name: 'Sort 10,000,000 narrow rows', unit: 'ms', figures, target: 1.5 })]
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}
