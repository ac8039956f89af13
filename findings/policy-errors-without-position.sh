#!/bin/sh
# PostgreSQL 18: an error in the expression of a row-level security policy, or of a CHECK constraint
# that ALTER TABLE adds, comes without a position, although the same expression in CREATE TABLE, a
# view, an index predicate and a trigger's WHEN gets one. An editor can mark the wrong word in those
# only.
. "$(dirname "$0")/server.sh"
install_packages pg@8.23.1
start_server
run_node <<'JS'
import pg from 'pg'

const client = new pg.Client()
await client.connect()
const { rows } = await client.query('show server_version')
console.log(`PostgreSQL ${rows[0].server_version}`)
await client.query(`create table notes (id int, owner text);
  create function touch() returns trigger language plpgsql as 'begin return new; end'`)
await client.query('create policy present on notes using (true)')

const statements = {
  'create policy': 'create policy own on notes using (ownr = current_user)',
  'alter policy': 'alter policy present on notes using (ownr = current_user)',
  'add check': 'alter table notes add check (ownr = current_user)',
  'create table': 'create table other (owner text, check (ownr = current_user))',
  view: 'create view mine as select * from notes where ownr = current_user',
  index: "create index mine on notes (id) where ownr = 'me'",
  trigger: "create trigger t before update on notes for each row when (ownr = 'me') execute function touch()",
}
const found = {}
for (const [name, statement] of Object.entries(statements)) {
  const error = await client.query(statement).then(
    () => ({ message: 'no error' }),
    (reason) => reason,
  )
  found[name] = error.position ?? 'none'
  console.log(`${name}: ${error.code} ${error.message}, position ${found[name]}`)
}
await client.end()
const isSame = Object.entries(found).every(
  ([name, position]) => (position === 'none') === /policy$|^add check$/u.test(name),
)
console.log(isSame ? 'As described.' : 'The behaviour has changed.')
process.exit(isSame ? 0 : 1)
JS
