#!/bin/sh
# pg-cursor 2.22.0 with pg 8.23.1: an error that PostgreSQL reports after CommandComplete, such as
# that of a deferred constraint at the implicit commit, is delivered neither to the callback of
# `read` nor as an event: the call never returns.
. "$(dirname "$0")/server.sh"
install_packages pg@8.23.1 pg-cursor@2.22.0
start_server
run_node <<'JS'
import { readFileSync } from 'node:fs'

import pg from 'pg'
import Cursor from 'pg-cursor'

const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version
const client = new pg.Client()
const events = []
client.on('error', (error) => events.push(`client error: ${error.message}`))
await client.connect()
const { rows } = await client.query('show server_version')
console.log(`PostgreSQL ${rows[0].server_version}, pg ${version('pg')}, pg-cursor ${version('pg-cursor')}`)
await client.query('create table parent (id int primary key)')
await client.query(
  'create table child (parent_id int references parent deferrable initially deferred)',
)
const insert = 'insert into child values (1)'
const plain = await client.query(insert).then(() => 'no error', (error) => error.code)
console.log(`client.query: ${plain}`)

const cursor = client.query(new Cursor(insert))
const read = await Promise.race([
  cursor.read(10).then((found) => `${found.length} rows`, (error) => `error ${error.code}`),
  new Promise((resolve) => setTimeout(resolve, 3000, 'nothing within 3 s')),
])
console.log(`cursor.read: ${read}`)
console.log(`events: ${events.join('; ') || 'none'}`)
const other = new pg.Client()
await other.connect()
const state = await other.query('select state from pg_stat_activity where pid = $1', [client.processID])
console.log(`the session is ${state.rows[0].state} to PostgreSQL`)
const isSame = plain === '23503' && read === 'nothing within 3 s' && events.length === 0
console.log(isSame ? 'As described.' : 'The behaviour has changed.')
process.exit(isSame ? 0 : 1)
JS
