#!/bin/sh
# PostgreSQL 18: if two sessions run `create schema if not exists` at the same time, one of them
# fails with 23505 (duplicate key in pg_namespace) instead of reporting that the schema exists.
# `create table if not exists` (23505 in pg_type) and `create sequence` fail in the same way.
. "$(dirname "$0")/server.sh"
install_packages pg@8.23.1
start_server
run_node <<'JS'
import pg from 'pg'

const open = async () => {
  const client = new pg.Client()
  await client.connect()
  return client
}
const [one, other] = [await open(), await open()]
const { rows } = await one.query('show server_version')
console.log(`PostgreSQL ${rows[0].server_version}`)

const statements = [
  'create schema if not exists shop',
  'create table if not exists orders (id int)',
  'create sequence if not exists counter',
]
const seen = []
for (const statement of statements) {
  await one.query('begin')
  await one.query(statement)
  const waiting = other.query(statement).then(
    () => 'no error',
    (error) => `${error.code} ${error.table ?? ''} ${error.constraint ?? ''}: ${error.message}`,
  )
  await new Promise((resolve) => setTimeout(resolve, 300))
  await one.query('commit')
  const outcome = await waiting
  const again = await other.query(statement).then(() => 'no error', (error) => error.code)
  console.log(`${statement}\n  at the same time: ${outcome}\n  afterwards: ${again}`)
  seen.push([outcome.slice(0, 5), again])
}
const isSame = seen.every(([outcome, again]) => outcome === '23505' && again === 'no error')
console.log(isSame ? 'As described.' : 'The behaviour has changed.')
process.exit(isSame ? 0 : 1)
JS
