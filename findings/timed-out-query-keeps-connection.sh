#!/bin/sh
# pg 8.23.1 with its pool: `query_timeout` rejects the query, but PostgreSQL continues to run it. A
# client that is released in `finally`, as the documentation shows, returns to the pool, and its
# next user waits for the late answer. The writes of the query are committed although its promise
# was rejected. (`pool.query` closes the connection instead.)
. "$(dirname "$0")/server.sh"
install_packages pg@8.23.1
start_server
run_node <<'JS'
import { readFileSync } from 'node:fs'

import pg from 'pg'

const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version
const pool = new pg.Pool({ max: 1, query_timeout: 300 })
const pidOf = (client) => client.processID

async function withClient(work) {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

const outcome = (promise) => promise.then(() => 'answered', (error) => error.message)

const server = await withClient((client) => client.query('show server_version'))
console.log(`PostgreSQL ${server.rows[0].server_version}, pg ${version('pg')}, pg-pool ${version('pg-pool')}`)
await withClient((client) => client.query('create table written (id int)'))

let first
const slow = await withClient((client) => {
  first = pidOf(client)
  return outcome(
    client.query('with waited as (select pg_sleep(2)) insert into written select 1 from waited'),
  )
})
console.log(`the slow insert: ${slow}`)

let second
const next = await withClient((client) => {
  second = pidOf(client)
  return outcome(client.query('select 1'))
})
console.log(`the next query, select 1: ${next}, on ${first === second ? 'the same' : 'another'} connection`)

await new Promise((resolve) => setTimeout(resolve, 2500))
const { rows } = await withClient((client) => client.query('select count(*)::int as n from written'))
console.log(`rows that the rejected insert has written: ${rows[0].n}`)
const isSame =
  slow === 'Query read timeout' && next === 'Query read timeout' && first === second && rows[0].n === 1
console.log(isSame ? 'As described.' : 'The behaviour has changed.')
process.exit(isSame ? 0 : 1)
JS
