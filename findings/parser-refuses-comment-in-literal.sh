#!/bin/sh
# libpg-query 18.1.5, PostgreSQL's parser for Node: it refuses a string constant that continues
# on the next line after a comment, although the PostgreSQL server of the same version accepts it (manual, "String Constants": the parts are separated by whitespace with a newline, and
# comments count as whitespace).
. "$(dirname "$0")/server.sh"
install_packages pg@8.23.1 libpg-query@18.1.5
start_server
run_node <<'JS'
import { readFileSync } from 'node:fs'

import { parse } from 'libpg-query'
import pg from 'pg'

const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version
const client = new pg.Client()
await client.connect()
const { rows } = await client.query('show server_version')
console.log(`PostgreSQL ${rows[0].server_version}, libpg-query ${version('libpg-query')}`)

const scripts = {
  'without a comment': "select 'a'\n'b' as text",
  'with a comment': "select 'a' -- first\n'b' as text",
}
const seen = []
for (const [how, script] of Object.entries(scripts)) {
  const server = await client.query(script).then(
    (result) => `answers ${result.rows[0].text}`,
    (error) => `refuses: ${error.message}`,
  )
  const parser = await parse(script).then(
    () => 'accepts',
    (error) => `refuses: ${error.message}`,
  )
  console.log(`${how}: the server ${server}; the parser ${parser}`)
  seen.push([server, parser.startsWith('refuses')])
}
const isSame = JSON.stringify(seen) === '[["answers ab",false],["answers ab",true]]'
console.log(isSame ? 'As described.' : 'The behaviour has changed.')
process.exit(isSame ? 0 : 1)
JS
