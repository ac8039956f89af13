import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

import { Client } from 'pg'

import { runSql } from '../install/api.mjs'
import { loadWithRuns } from './sql-load.mjs'

/** @typedef {Awaited<ReturnType<typeof import('./sql-team.mjs').prepareTeam>>} Team */
/** @typedef {{ team: Team, pid: number }} Side */
/**
 * Figures of a running install that need no browser and no baseline, so that two versions can be
 * measured alternately. One reading gives all figures of its part.
 *
 * @typedef {{ name: string, prepare?: (side: Side) => Promise<void>, read: (side: Side) =>
 *   Promise<{ name: string, unit: string, value: number }[]>, }} Part
 */

const clients = 50
const seconds = 4

/** @type {Part} */
const sqlRuns = {
  name: 'sql-runs',
  async read({ team }) {
    const query = 'select 1'
    const many = await loadWithRuns(team.callers.slice(0, clients), team.project, {
      seconds,
      query,
    })
    // Another one each time, for an account may ask for so much in a minute only.
    const [one = team.owner] = team.callers.splice(0, 1)
    team.callers.push(one)
    const alone = await loadWithRuns([one], team.project, { seconds: 1, query })
    return [
      { name: `Runs of ${clients} accounts`, unit: '/s', value: many.perSecond },
      { name: `Run among ${clients} accounts, p99`, unit: 'ms', value: many.p99Ms },
      { name: 'Run of one account', unit: 'ms', value: alone.medianMs },
    ]
  },
}

/** @type {Part} */
const largeRows = {
  name: 'large-rows',
  async read({ team, pid }) {
    const query = "select repeat('x', 1000000) from generate_series(1, 200)"
    const before = residentMegabytes(pid)
    let peak = before
    const looking = setInterval(() => {
      peak = Math.max(peak, residentMegabytes(pid))
    }, 20)
    try {
      await Promise.all(
        team.callers.slice(0, 5).map(async (caller) => {
          const response = await caller.send(
            'POST',
            `/platform/pg-meta/${team.project.ref}/query`,
            {
              body: { query },
              headers: { 'x-connection-encrypted': team.project.connectionString },
            },
          )
          for await (const _ of response.body ?? []) peak = Math.max(peak, residentMegabytes(pid))
        }),
      )
    } finally {
      clearInterval(looking)
    }
    return [
      { name: 'Memory of five results of 200 rows of 1 MB', unit: 'MB', value: peak - before },
    ]
  },
}

/** @param {number} pid */
function residentMegabytes(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [, kilobytes = 'NaN'] = /^VmRSS:\s+(\d+) kB$/mu.exec(status) ?? []
  return (Number(kilobytes) * 1024) / 1e6
}

const rows = 200_000
const states = 97
/** The row that is edited, and its current value in each project. */
const edited = 5000
const stateByProject = new Map()
let edits = 0

/** @type {Part} */
const calls = {
  name: 'calls',
  async prepare({ team }) {
    const client = new Client({ connectionString: team.databaseUrl })
    await client.connect()
    await client.query(
      `create table readings as select id, 'Reading ' || id as label, id % ${states} as state
       from generate_series(1, ${rows}) id`,
    )
    await client.query('alter table readings add primary key (id)')
    await client.query('vacuum analyze readings')
    await client.end()
  },
  async read({ team: { owner, project } }) {
    const [line] = (
      await runSql(owner, project, "select 'readings'::regclass::oid::bigint")
    ).filter(({ type }) => type === 'rows')
    const table = Number(line.rows[0][0])
    const headers = { 'x-connection-encrypted': project.connectionString }
    const path = `/platform/pg-meta/${project.ref}/tables/${table}/rows?limit=100`
    const view = JSON.stringify({
      filter: {
        match: 'all',
        conditions: [{ column: 'id', operator: 'eq', values: [String(edited)] }],
      },
    })
    const call = (query) => () => owner.call('GET', `${path}&${query}`, { headers })
    const edit = async () => {
      const previous = { state: stateByProject.get(project.ref) ?? String(edited % states) }
      const values = { state: String(edits++ % states) }
      const operation = { op: 'update', table, key: [String(edited)], values, previous }
      const { outcome } = await owner.call('POST', `/platform/pg-meta/${project.ref}/changes`, {
        headers,
        body: { id: randomUUID(), operations: [operation] },
      })
      if (outcome !== 'saved') throw new Error(`An edit was answered ${outcome}`)
      stateByProject.set(project.ref, values.state)
    }
    return [
      { name: 'First page of rows', unit: 'ms', value: await middle(call('at=start')) },
      {
        name: 'Filter by key',
        unit: 'ms',
        value: await middle(call(`view=${encodeURIComponent(view)}`)),
      },
      { name: 'Edit of a cell, to saved', unit: 'ms', value: await middle(edit) },
      {
        name: `Query of ${rows} rows, to the last`,
        unit: 'ms',
        value: await timed(() => runSql(owner, project, 'select * from readings')),
      },
    ]
  },
}

/** @type {readonly Part[]} */
export const installParts = [sqlRuns, largeRows, calls]

/** The median of some calls, because a single one is shorter than the noise of the machine. */
async function middle(call) {
  const times = []
  for (let turn = 0; turn < 15; turn++) times.push(await timed(call))
  return times.toSorted((one, other) => one - other)[7] ?? Number.NaN
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}
