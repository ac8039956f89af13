#!/bin/sh
# PostgreSQL 18 and the driver pg 8.23.1: EXPLAIN (GENERIC_PLAN) is documented to plan a statement with
# parameter placeholders regardless of their values. That holds only while no values are sent. If the
# same text is sent with bound values, as every driver does for a query with parameters, the plan is
# made for those values: estimates follow them, their text stands in the conditions, and null removes
# the table from the plan. PREPARE and EXPLAIN EXECUTE with plan_cache_mode = force_generic_plan gives
# the generic plan in both cases.
. "$(dirname "$0")/server.sh"
install_packages pg@8.23.1
start_server
run_node <<'JS'
import pg from 'pg'

const client = new pg.Client()
await client.connect()
const { rows } = await client.query('show server_version')
console.log(`PostgreSQL ${rows[0].server_version}`)
await client.query(`
  create table items (id int primary key, kind text);
  insert into items
    select g, case when g % 1000 = 0 then 'rare' else 'common' end from generate_series(1, 100000) g;
  create index on items (kind);
  analyze items;`)

async function explain(text, values) {
  const { rows: answer } = await client.query(text, values)
  const { Plan: plan } = answer[0]['QUERY PLAN'][0]
  const condition = plan['Index Cond'] ?? plan['Filter'] ?? plan['One-Time Filter'] ?? plan.Plans?.[0]['Index Cond']
  return `${plan['Node Type']}, ${plan['Plan Rows']} rows, ${condition}`
}
const generic = 'explain (generic_plan, format json) select * from items where kind = $1'
const found = {
  'without values': await explain(generic),
  'bound to rare': await explain(generic, ['rare']),
  'bound to common': await explain(generic, ['common']),
  'bound to null': await explain(generic, [null]),
}
await client.query(`prepare by_kind (text) as select * from items where kind = $1;
  set plan_cache_mode = force_generic_plan`)
found['EXECUTE with null'] = await explain('explain (format json) execute by_kind (null)')
await client.end()
for (const [name, plan] of Object.entries(found)) console.log(`${name}: ${plan}`)
const isSame =
  found['without values'].endsWith('(kind = $1)') &&
  found['EXECUTE with null'] === found['without values'] &&
  new Set(Object.values(found)).size === 4 &&
  found['bound to rare'].includes("'rare'") &&
  found['bound to common'].includes("'common'") &&
  found['bound to null'].endsWith('false')
console.log(isSame ? 'As described.' : 'The behaviour has changed.')
process.exit(isSame ? 0 : 1)
JS
