#!/bin/sh
# PostgreSQL 18: if two sessions set different parameters of one existing role at the same time, the
# second `alter role … set` fails. It fails with 23505 (duplicate key in pg_db_role_setting) if the
# role had no settings yet, and with XX000 (tuple concurrently updated) if it had one. Two
# `alter role … connection limit` fail in the second way, in pg_authid. A repeated statement works.
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

await one.query('create role clerk; create role baker; alter role baker set work_mem = 1000')
const pairs = [
  ['alter role clerk set lock_timeout = 10', 'alter role clerk set statement_timeout = 10', '23505'],
  ['alter role baker set lock_timeout = 10', 'alter role baker set statement_timeout = 10', 'XX000'],
  ['alter role baker connection limit 5', 'alter role baker nologin', 'XX000'],
]
const seen = []
for (const [first, second, code] of pairs) {
  await one.query('begin')
  await one.query(first)
  const waiting = other.query(second).then(
    () => ({ code: 'no error', message: '' }),
    (error) => error,
  )
  await new Promise((resolve) => setTimeout(resolve, 300))
  await one.query('commit')
  const outcome = await waiting
  const again = await other.query(second).then(() => 'no error', (error) => error.code)
  console.log(`${first}\n${second}\n  at the same time: ${outcome.code} ${outcome.message}\n  afterwards: ${again}`)
  seen.push(outcome.code === code && again === 'no error')
}
const isSame = seen.every(Boolean)
console.log(isSame ? 'As described.' : 'The behaviour has changed.')
process.exit(isSame ? 0 : 1)
JS
