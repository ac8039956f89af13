#!/bin/sh
# PostgreSQL 18: a trigger AFTER UPDATE OF a generated column fires only for updates of the columns
# that its expression reads, until the table has any BEFORE UPDATE row trigger. From then on it fires
# for every update, even if the BEFORE trigger changes nothing, and for stored and virtual columns
# alike. A trigger that is added for another purpose so multiplies the calls of the first one.
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
  create table items (
    id int primary key, price int, note text,
    gross int generated always as (price * 2) stored,
    half int generated always as (price / 2) virtual
  );
  insert into items (id, price) values (1, 10);
  create table calls (trigger_name text);
  create function record_call() returns trigger language plpgsql as $$
    begin insert into calls values (tg_name); return null; end $$;
  create function keep() returns trigger language plpgsql as 'begin return new; end';
  create trigger of_stored after update of gross on items
    for each row execute function record_call();
  create trigger of_virtual after update of half on items
    for each row execute function record_call();`)

async function callsOf(statement) {
  await client.query('truncate calls')
  await client.query(statement)
  const { rows: calls } = await client.query('select trigger_name from calls order by 1')
  return calls.map((call) => call.trigger_name).join(', ') || 'none'
}
const found = {
  'price, no BEFORE trigger': await callsOf('update items set price = 11'),
  'note, no BEFORE trigger': await callsOf(`update items set note = 'a'`),
}
await client.query(`create trigger unrelated before update of id on items
  for each row execute function keep()`)
found['note, BEFORE UPDATE OF id'] = await callsOf(`update items set note = 'b'`)
await client.query('drop trigger unrelated on items')
found['note, BEFORE trigger dropped'] = await callsOf(`update items set note = 'c'`)
await client.end()
for (const [name, calls] of Object.entries(found)) console.log(`update of ${name}: ${calls}`)
const both = 'of_stored, of_virtual'
const isSame = Object.values(found).join('; ') === [both, 'none', both, 'none'].join('; ')
console.log(isSame ? 'As described.' : 'The behaviour has changed.')
process.exit(isSame ? 0 : 1)
JS
