import { createReadStream, createWriteStream, openAsBlob, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { Client } from 'pg'

import { measure, measurePairs } from './statistics.mjs'

/** @typedef {import('../install/api.mjs').Caller} Caller */
/** @typedef {{ ref: string, connectionString: string }} Project */

const rows = 1_000_000
const pairs = 5
const columns = ['id', 'name', 'amount', 'seen_at', 'is_active', 'note']
const shape = `create table imported (
  id bigint primary key, name text not null, amount numeric not null,
  seen_at timestamptz not null, is_active boolean not null, note text
)`

/**
 * A CSV file of a million rows is imported through the product, and by a COPY of the driver alone;
 * measures the additional memory of the server too.
 *
 * @param {{ caller: Caller, pid: number }} server
 * @param {Project} project
 * @param {string} connectionString of the project's database
 */
export async function measureImports({ caller, pid }, project, connectionString) {
  const path = join(tmpdir(), `basalt-bench-${process.pid}.csv`)
  const client = new Client({ connectionString })
  await client.connect()
  try {
    await pipeline(Readable.from(lines()), createWriteStream(path))
    await client.query(shape)
    const { rows: found } = await client.query("select 'imported'::regclass::oid::int as id")
    const tableId = Number(found[0].id)
    const emptied = () => client.query('truncate imported')
    const memory = { most: 0 }
    const figures = await measurePairs(
      async () => {
        await emptied()
        const watch = setInterval(() => {
          memory.most = Math.max(memory.most, getMemory(pid))
        }, 100)
        try {
          return await timed(() => importFile(caller, { ...project, tableId }, path))
        } finally {
          clearInterval(watch)
        }
      },
      async () => {
        await emptied()
        return timed(() => copyFile(client, path))
      },
      pairs,
    )
    return [
      measure({
        name: 'Import of 1,000,000 rows, floor plain COPY',
        unit: 'ms',
        figures,
        target: 2,
      }),
      measure({
        name: 'Memory of the server while it imports',
        unit: 'MB',
        figures: { median: memory.most, floor: null },
      }),
    ]
  } finally {
    await client.query('drop table if exists imported')
    await client.end()
    rmSync(path, { force: true })
  }
}

function* lines() {
  yield `${columns.join()}\n`
  for (let from = 1; from <= rows; from += 1000) {
    let text = ''
    for (let n = from; n < from + 1000; n++) {
      const day = String(1 + (n % 28)).padStart(2, '0')
      text += `${n},"Name, ${n}",${(n / 7).toFixed(4)},2025-01-${day}T10:00:00Z,${n % 2 === 0},some longer note about row ${n}\n`
    }
    yield text
  }
}

/**
 * @param {Caller} caller
 * @param {Project & { tableId: number }} table
 * @param {string} path
 */
async function importFile(caller, { ref, connectionString, tableId }, path) {
  const headers = { 'x-connection-encrypted': connectionString }
  const started = await caller.call('POST', `/platform/pg-meta/${ref}/tables/${tableId}/imports`, {
    headers,
    body: {
      source: {
        kind: 'delimited',
        encoding: 'utf-8',
        delimiter: ',',
        quote: '"',
        names_line: 1,
        width: columns.length,
      },
      columns: columns.map((name, source) => ({ source, name, empty: 'unquoted' })),
      all_or_nothing: false,
      expected_rows: rows,
      on_conflict: 'fail',
    },
  })
  const response = await fetch(`${caller.url}/platform/pg-meta/${ref}/imports/${started.id}/file`, {
    method: 'POST',
    headers: {
      ...headers,
      origin: caller.url,
      cookie: [...caller.cookies].map((pair) => pair.join('=')).join('; '),
      'content-type': 'application/octet-stream',
    },
    body: await openAsBlob(path),
  })
  const state = await response.json()
  if (state.status !== 'done' || state.inserted !== rows) {
    throw new Error(`The import ended so: ${JSON.stringify(state)}`)
  }
}

/**
 * @param {Client} client
 * @param {string} path
 */
async function copyFile(client, path) {
  const copy = new PlainCopy(
    `copy imported (${columns.join()}) from stdin with (format csv, header)`,
    path,
  )
  client.query(copy)
  await copy.done
}

/** COPY … FROM STDIN, as a query of the driver, without anything around it. */
class PlainCopy {
  /**
   * @param {string} statement
   * @param {string} path
   */
  constructor(statement, path) {
    this.statement = statement
    this.path = path
    this.done = new Promise((resolve, reject) => {
      this.handleReadyForQuery = () => resolve(undefined)
      this.handleError = reject
    })
  }

  /** @param {any} connection */
  submit(connection) {
    connection.query(this.statement)
  }

  /** @param {any} connection */
  async handleCopyInResponse(connection) {
    for await (const chunk of createReadStream(this.path, { highWaterMark: 65_536 })) {
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain) {
        await new Promise((resolve) => connection.stream.once('drain', resolve))
      }
    }
    connection.endCopyFrom()
  }

  handleCommandComplete() {}
  handleRowDescription() {}
  handleDataRow() {}
  handleEmptyQuery() {}
  handlePortalSuspended() {}
}

/** @param {number} pid */
function getMemory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [, kilobytes = 'NaN'] = /^VmRSS:\s+(\d+) kB$/mu.exec(status) ?? []
  return (Number(kilobytes) * 1024) / 1e6
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}
