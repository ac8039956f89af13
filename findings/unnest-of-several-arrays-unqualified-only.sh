#!/bin/sh
# PostgreSQL 18: FROM unnest(a, b) pairs the elements of several arrays, also with an empty
# search_path, but FROM pg_catalog.unnest(a, b) is the error 42883: no function has two arguments,
# because only the unqualified name is rewritten. A function that qualifies every name for its
# safety has to write ROWS FROM (pg_catalog.unnest(a), pg_catalog.unnest(b)). Its creation in
# plpgsql succeeds, so the error appears when the statement runs first.
. "$(dirname "$0")/server.sh"
install_packages pg@8.23.1
start_server
run_node <<'JS'
import pg from 'pg'

const client = new pg.Client()
await client.connect()
const { rows } = await client.query('show server_version')
console.log(`PostgreSQL ${rows[0].server_version}`)
await client.query(`set search_path = ''`)

async function resultOf(source) {
  try {
    const { rows: pairs } = await client.query(
      `select n, t from ${source} as pairs (n, t)`.replaceAll('A', `'{1,2}'::int[]`)
        .replaceAll('B', `'{x}'::text[]`),
    )
    return pairs.map(({ n, t }) => `${n} ${t}`).join(', ')
  } catch (error) {
    return `${error.code} ${error.message}`
  }
}
await client.query(`create function public.pair() returns void language plpgsql as $$
  begin perform from pg_catalog.unnest('{1}'::int[], '{x}'::text[]); end $$`)
console.log('A function with the qualified call: created')
const called = await client.query('select public.pair()').then(() => 'ran', ({ code }) => code)
console.log(`Its first call: ${called}`)
const found = [
  await resultOf('unnest(A, B)'),
  await resultOf('pg_catalog.unnest(A, B)'),
  await resultOf('rows from (pg_catalog.unnest(A), pg_catalog.unnest(B))'),
]
await client.end()
for (const one of found) console.log(one)
const expected = [
  '1 x, 2 null',
  '42883 function pg_catalog.unnest(integer[], text[]) does not exist',
  '1 x, 2 null',
]
const isSame = called === '42883' && found.join() === expected.join()
console.log(isSame ? 'As described.' : 'The behaviour has changed.')
process.exit(isSame ? 0 : 1)
JS
