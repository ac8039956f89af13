import { performance } from 'node:perf_hooks'

import { Client, Query } from 'pg'

import { measure, measurePairs } from './statistics.mjs'

/** @typedef {import('../install/api.mjs').Caller} Caller */
/** @typedef {{ ref: string, connectionString: string, tableId: number }} MeasuredTable */

const pairs = 15
const longQuery = 'select * from readings order by id limit 100000'
const untouched = { getTypeParser: () => (value) => value }

/**
 * Reads the same rows through the API and through the driver alone.
 *
 * @param {Caller} caller
 * @param {MeasuredTable} table
 * @param {string} connectionString of the project's database
 */
export async function measureQueries(caller, table, connectionString) {
  const client = new Client({ connectionString, types: untouched })
  await client.connect()
  try {
    return [
      ...(await measurePages(caller, table, client)),
      ...(await measureLongResult(caller, table, connectionString)),
    ]
  } finally {
    await client.end()
  }
}

/**
 * @param {Caller} caller
 * @param {MeasuredTable} table
 * @param {Client} client
 */
async function measurePages(caller, table, client) {
  const page = (query) => () =>
    timed(() =>
      caller.call(
        'GET',
        `/platform/pg-meta/${table.ref}/tables/${table.tableId}/rows?limit=100&${query}`,
        { headers: { 'x-connection-encrypted': table.connectionString } },
      ),
    )
  const plain = (name, text) => () =>
    timed(() => client.query({ name, text: `select * from readings ${text}`, rowMode: 'array' }))
  const first = page('at=start')
  const last = page('at=end')
  const key = { column: 'id', operator: 'eq', values: ['500000'] }
  const one = page(
    `view=${encodeURIComponent(JSON.stringify({ filter: { match: 'all', conditions: [key] } }))}`,
  )

  const floors = {
    first: plain('first', 'order by id limit 100'),
    one: plain('one', 'where id = 500000'),
  }
  return [
    measure({
      name: 'First page of rows, floor plain pg',
      unit: 'ms',
      figures: await measurePairs(first, floors.first, pairs),
    }),
    measure({
      name: 'Last page of rows, floor first page',
      unit: 'ms',
      figures: await measurePairs(last, first, pairs * 3),
      target: 1.2,
    }),
    measure({
      name: 'Filter by key, floor plain pg',
      unit: 'ms',
      figures: await measurePairs(one, floors.one, pairs),
    }),
  ]
}

/**
 * @param {Caller} caller
 * @param {MeasuredTable} table
 * @param {string} connectionString
 */
async function measureLongResult(caller, table, connectionString) {
  const ours = {
    first: () => readStream(caller, table, 'first'),
    last: () => readStream(caller, table, 'last'),
  }
  const floor = {
    first: () => readPlain(connectionString, 'first'),
    last: () => readPlain(connectionString, 'last'),
  }
  return [
    measure({
      name: '100,000 rows, to the first, floor plain pg',
      unit: 'ms',
      figures: await measurePairs(ours.first, floor.first, 5),
    }),
    measure({
      name: '100,000 rows, to the last, floor plain pg',
      unit: 'ms',
      figures: await measurePairs(ours.last, floor.last, 5),
    }),
  ]
}

/**
 * @param {Caller} caller
 * @param {MeasuredTable} table
 * @param {'first' | 'last'} target
 */
async function readStream(caller, table, target) {
  const begin = performance.now()
  const response = await caller.send('POST', `/platform/pg-meta/${table.ref}/query`, {
    body: { query: longQuery },
    headers: { 'x-connection-encrypted': table.connectionString },
  })
  let firstMs = 0
  let rows = 0
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const event = JSON.parse(line)
      if (event.type !== 'rows') continue
      firstMs ||= performance.now() - begin
      rows += event.rows.length
    }
  }
  if (rows !== 100_000) throw new Error(`The API answered ${rows} rows of 100000`)
  return target === 'first' ? firstMs : performance.now() - begin
}

/**
 * A new connection each time: those of the pool are open already, which would hide its cost.
 *
 * @param {string} connectionString
 * @param {'first' | 'last'} target
 */
async function readPlain(connectionString, target) {
  const client = new Client({ connectionString, types: untouched })
  await client.connect()
  const begin = performance.now()
  let firstMs = 0
  await new Promise((resolve, reject) => {
    const query = client.query(new Query({ text: longQuery, rowMode: 'array', types: untouched }))
    query.on('row', () => {
      firstMs ||= performance.now() - begin
    })
    query.on('end', resolve)
    query.on('error', reject)
  })
  const lastMs = performance.now() - begin
  await client.end()
  return target === 'first' ? firstMs : lastMs
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}
