import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readDependencyGraph } from './dependency-graph.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    'create table people (id serial primary key, name text, boss int references people)',
    'create table pets (id int primary key, owner int references people)',
    'create view adults as select id, name from people',
    'create view "Adult ""names""" as select name from adults',
    'create index by_name on people (name)',
    'create policy own on people using (name = current_user)',
    'create function count_people() returns bigint language sql as $$ select count(*) from people $$',
    'create function count_pets() returns bigint language sql as $$ select count(*) from pets $$',
    'create function first_person() returns people language sql begin atomic; select * from people limit 1; end',
    // The function needs the type of the view, and the view calls the function.
    'create view one as select 1 as a',
    'create function take(one) returns int language sql immutable as $$ select 1 $$',
    'create or replace view one as select take(null) as a',
  )
})
afterAll(() => database.dispose())

async function graphOf(name: string) {
  const [row] = await database.db.query<{ id: number }>(
    'select $1::regclass::oid::int8::float8 as id',
    [name],
  )
  const graph = await readDependencyGraph(database.db, 'pg_class', row?.id ?? 0)
  const names = new Map(graph?.nodes.map(({ key, description }) => [key, description]))
  return {
    ...graph,
    id: row?.id,
    roles: Object.fromEntries((graph?.nodes ?? []).map((node) => [node.description, node.role])),
    links: (graph?.edges ?? []).map(({ from, to }) => [names.get(from), names.get(to)]),
  }
}

test('the graph has direct and transitive dependents, and functions that only name the object', async () => {
  const { id, nodes, roles, links, dropped, is_cut: isCut } = await graphOf('people')
  expect(roles).toEqual({
    'table people': 'root',
    'sequence people_id_seq': 'dropped',
    'index by_name': 'dropped',
    'policy own on table people': 'dropped',
    'view adults': 'dropped',
    'view "Adult ""names"""': 'dropped',
    'function first_person()': 'dropped',
    'constraint pets_owner_fkey on table pets': 'dropped',
    'function count_people()': 'named',
  })
  expect(links).toContainEqual(['view adults', 'view "Adult ""names"""'])
  expect(links).not.toContainEqual(['table people', 'view "Adult ""names"""'])
  expect(links.filter(([, to]) => to === 'table people')).toEqual([])
  expect([dropped, isCut]).toEqual([7, false])
  const key = nodes?.find(({ description }) => description.startsWith('constraint'))
  expect(key?.page.type).toBe('table')
  expect(key?.page.id).not.toBe(id)
})

test('the tables of its foreign keys are needed by a table', async () => {
  const { roles, links } = await graphOf('pets')
  expect(roles).toMatchObject({ 'table pets': 'root', 'table people': 'needed' })
  expect(links).toContainEqual(['table people', 'table pets'])
})

test('a cycle ends', async () => {
  const { roles } = await graphOf('one')
  expect(roles).toMatchObject({ 'view one': 'root', 'function take(one)': 'dropped' })
})

test('objects that DROP … CASCADE drops are those of the graph', async () => {
  const { nodes = [] } = await graphOf('people')
  const expected = nodes.flatMap(({ description, role }) =>
    role === 'dropped' ? [description] : [],
  )
  const lost = await database.db.transaction(async (tx) => {
    const read = () =>
      tx.query<{ name: string }>(
        `select pg_describe_object(classid, objid, 0) as name from (
           select 'pg_class'::regclass::oid, oid from pg_class union all
           select 'pg_proc'::regclass, oid from pg_proc union all
           select 'pg_policy'::regclass, oid from pg_policy union all
           select 'pg_constraint'::regclass, oid from pg_constraint where contype = 'f'
         ) x (classid, objid)`,
      )
    const before = await read()
    await tx.query('drop table people cascade')
    const remaining = new Set((await read()).map(({ name }) => name))
    await tx.query('create table people ()')
    return before.flatMap(({ name }) => (remaining.has(name) ? [] : [name]))
  })
  expect(lost).toEqual(expect.arrayContaining(expected))
  await database.run('drop table people')
})

test('an object that does not exist has no graph', async () => {
  expect(await readDependencyGraph(database.db, 'pg_class', 4_000_000_000)).toBeNull()
})
