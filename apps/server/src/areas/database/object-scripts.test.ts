import { databaseMigrations } from '@basalt/contract/database/migrations'
import {
  databaseFunctionScripts as functions,
  databasePolicyScripts as policies,
  databaseTriggerScripts as triggers,
} from '@basalt/contract/database/object-scripts'
import { databaseFunctions } from '@basalt/contract/database/objects/functions'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'

type Routes = typeof functions | typeof policies | typeof triggers
type Of = { id: number; version: string }

let fixtures: ProjectFixtures
beforeAll(async () => {
  fixtures = await projectFixtures()
  await fixtures.run(
    'create table public."Odd notes" (id int, owner text, changed_at timestamptz)',
    'create function public.stamp() returns trigger language plpgsql as $$ begin return new; end $$',
    `create trigger "Stamp it" before update on public."Odd notes"
       for each row when (old.* is distinct from new.*) execute function public.stamp()`,
    'alter table public."Odd notes" disable trigger "Stamp it"',
    `comment on trigger "Stamp it" on public."Odd notes" is 'It stays'`,
    `create policy own on public."Odd notes" for update to public
       using (owner = current_user) with check (id > 0)`,
    'create function public.double(value int) returns int language sql as $$ select value * 2 $$',
  )
})
afterAll(() => fixtures.close())

const params = () => ({ ref: fixtures.ref })
const read = (routes: Routes, id: number) =>
  fixtures.owner.call(routes.read as typeof functions.read, { params: { ...params(), id } })
const check = (routes: Routes, sql: string) =>
  fixtures.owner.call(routes.check as typeof functions.check, { params: params(), body: { sql } })
const run = (routes: Routes, sql: string, of?: Of) =>
  fixtures.owner.call(routes.run as typeof functions.run, {
    params: params(),
    body: { sql, ...(of !== undefined && { of: { id: of.id, version: of.version } }) },
  })
const lastMigration = async () => {
  const [last] = await fixtures.owner.call(databaseMigrations.list, { params: params() })
  if (last === undefined) throw new Error('No migration was recorded')
  return last
}

async function findId(query: string): Promise<number> {
  const db = await fixtures.install.engine.open(fixtures.ref, 'owner')
  const [row] = await db.query<{ id: number }>(`select (${query})::oid::int8::float8 as id`)
  return row?.id ?? 0
}

const triggerId = () => findId(`select oid from pg_trigger where tgname = 'Stamp it'`)
const policyId = () => findId(`select oid from pg_policy where polname = 'own'`)

test('a trigger is dropped and created again with its state, and the migration restores it', async () => {
  const before = await read(triggers, await triggerId())
  expect(before.subject).toBe('trigger "Stamp it" on "public"."Odd notes"')
  await expect(run(triggers, before.sql, before)).rejects.toMatchObject({
    fields: { sql: 'There are no changes to apply' },
  })
  const done = await run(
    triggers,
    before.sql.replace('BEFORE UPDATE', 'BEFORE INSERT OR UPDATE').replace(/ WHEN \(.*\)$/mu, ''),
    before,
  )
  expect(done).toMatchObject({
    id: await triggerId(),
    effects: [{ action: 'change', subject: before.subject }],
    has_reverse: true,
  })
  const after = await read(triggers, done.id ?? 0)
  expect(after.sql).toContain('BEFORE INSERT OR UPDATE')
  expect(after.sql).toContain('disable trigger "Stamp it"')
  expect(after.sql).toContain("'It stays'")
  const { statements, rollback } = await lastMigration()
  expect(statements).toHaveLength(4)
  await fixtures.run(...(rollback ?? []))
  expect((await read(triggers, await triggerId())).version).toBe(before.version)
})

test('a policy is changed by its text, together with row-level security, and back', async () => {
  const before = await read(policies, await policyId())
  const done = await run(
    policies,
    `${before.sql.replace('current_user', "'nobody'").replace('CURRENT_USER', "'nobody'")}
     alter table public."Odd notes" enable row level security;
     create policy every on public."Odd notes" for select using (true)`,
    before,
  )
  expect(done.effects).toEqual([
    { action: 'change', subject: before.subject },
    { action: 'create', subject: 'policy "every" on "public"."Odd notes"' },
  ])
  expect((await read(policies, done.id ?? 0)).sql).toContain('nobody')
  const { rollback } = await lastMigration()
  expect(rollback).toContain('alter table "public"."Odd notes" disable row level security')
  await fixtures.run(...(rollback ?? []))
  expect((await read(policies, await policyId())).version).toBe(before.version)
})

test('a function is created, changed and dropped, and errors are reported at their position', async () => {
  const sql = `create function public.half(value int) returns int language plpgsql as $$
begin
  retrun value / 2;
end $$`
  const broken = await check(functions, sql)
  expect(broken.fault?.position).toBe(sql.indexOf('retrun'))
  await expect(run(functions, sql)).rejects.toMatchObject({
    kind: 'sql_error',
    fields: { sql: expect.stringMatching(/^line 3: syntax error/u) },
    sql: { position: sql.indexOf('retrun') + 1 },
  })
  const right = sql.replace('retrun', 'return')
  const subject = 'function "public"."half"(integer)'
  expect(await check(functions, right)).toEqual({
    fault: null,
    effects: [{ action: 'create', subject }],
    warnings: [],
  })
  const { id } = await run(functions, right)
  expect((await lastMigration()).rollback).toEqual([`drop ${subject}`])
  const half = await read(functions, id ?? 0)
  expect(half.sql).toMatch(/^CREATE OR REPLACE FUNCTION public\.half/u)
  const changed = await run(functions, half.sql.replace('/ 2', '/ 3'), half)
  expect(changed).toMatchObject({ id, effects: [{ action: 'change', subject }] })
  const dropped = await run(functions, 'drop function public.half')
  expect(dropped).toEqual({ id: null, effects: [{ action: 'drop', subject }], has_reverse: true })
  await fixtures.run(...((await lastMigration()).rollback ?? []))
  await run(functions, 'drop function public.half')
})

test('a text is refused when somebody changed its object since it was read', async () => {
  const id = await findId(`select 'public.double(int)'::regprocedure`)
  const before = await read(functions, id)
  await fixtures.run(`comment on function public.double is 'Changed'`)
  await expect(run(functions, before.sql.replace('* 2', '+ value'), before)).rejects.toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('Someone else changed this function'),
  })
  const { design } = await fixtures.owner.call(databaseFunctions.read, {
    params: { ...params(), id },
  })
  expect(design).toMatchObject({ comment: 'Changed', body: ' select value * 2 ' })
})

test.each([
  [
    functions,
    'create function public.f() returns int return 1; select 1',
    'functions and procedures',
  ],
  [functions, 'drop function public.double(int) cascade', 'CASCADE'],
  [functions, 'commit', 'functions and procedures'],
  [functions, 'do $$ begin end $$', 'functions and procedures'],
  [functions, 'comment on table public."Odd notes" is null', 'functions and procedures'],
  [triggers, 'create function public.f() returns int return 1', 'triggers'],
  [triggers, 'alter table public."Odd notes" disable trigger all', 'triggers'],
  [
    triggers,
    'alter table public."Odd notes" disable trigger "Stamp it", drop column id',
    'triggers',
  ],
  [policies, 'alter table public."Odd notes" drop column id', 'policies'],
  [policies, 'drop policy own on public."Odd notes" cascade', 'CASCADE'],
  [policies, '-- nothing', 'Enter a statement'],
])('%# a statement of another kind is refused before anything runs', async (routes, sql, text) => {
  await expect(run(routes, sql)).rejects.toMatchObject({
    kind: 'invalid_request',
    fields: { sql: expect.stringContaining(text) },
  })
  expect((await check(routes, sql)).fault?.message).toContain(text)
})

test('a text that is about to run is tried first, and one that is edited takes no locks', async () => {
  const tried = (sql: string) =>
    fixtures.owner.call(policies.check, { params: params(), body: { sql, tries: true } })
  const sql = 'alter policy own on public."Odd notes" using (id > 1)'
  const before = await read(policies, await policyId())
  expect(await tried(sql)).toEqual({
    fault: null,
    effects: [{ action: 'change', subject: before.subject }],
    // The owner of the project bypasses policies, so none hides rows from it.
    warnings: [],
  })
  expect((await read(policies, before.id)).version).toBe(before.version)
  const broken = sql.replace('(id', '(missing')
  await expect(tried(broken)).rejects.toMatchObject({
    sql: { position: broken.indexOf('missing') + 1 },
  })
  expect(await check(policies, broken)).toEqual({ fault: null, effects: null, warnings: [] })
})

test('objects of PostgreSQL and of Basalt are locked', async () => {
  const id = await findId(`select 'pg_catalog.lower(text)'::regprocedure`)
  expect((await read(functions, id)).locked).toBe('It belongs to PostgreSQL')
  await fixtures.run('create schema if not exists basalt')
  await expect(
    run(functions, 'create function basalt.own() returns int return 1'),
  ).rejects.toMatchObject({
    kind: 'conflict',
    message: 'function "basalt"."own"(): It belongs to Basalt, so it cannot be changed here.',
  })
})
