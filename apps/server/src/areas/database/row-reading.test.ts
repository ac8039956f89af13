import { databaseQuery } from '@basalt/contract/database/query'
import { databaseTables } from '@basalt/contract/database/tables'
import { databaseViewers } from '@basalt/contract/database/viewers'
import type { RowView } from '@basalt/pg-model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { grantRole } from '../../demo/demo.ts'
import {
  type ConnectedClient,
  createProject,
  signUp,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../../testing/test-install.ts'

let install: TestInstall
let client: ConnectedClient
let reader: ConnectedClient
let ref: string
let id: number

async function run(query: string): Promise<string[]> {
  const errors: string[] = []
  await client.stream(
    databaseQuery.run,
    { params: { ref }, body: { query } },
    { onLine: (line) => void (line.type === 'error' && errors.push(line.message)) },
  )
  return errors
}

const requested = (view: RowView) => ({ view: JSON.stringify(view) })

const listNames = async (view: RowView, as = client) => {
  const page = await as.call(databaseTables.rows, { params: { ref, id }, query: requested(view) })
  return page.rows.map(([, name]) => name)
}

beforeAll(async () => {
  install = await startTestInstall()
  const owner = await signUpOwner(install)
  client = owner.client
  ref = (await createProject(client, owner.organization.slug)).ref
  const member = await signUp(install)
  await grantRole(install.store, {
    email: member.email,
    organizationSlug: owner.organization.slug,
    assignment: { role: 'Read-only', project_roles: [] },
  })
  reader = member.client
  reader.connections.set(ref, client.connections.get(ref) ?? '')
  const errors = await run(`
    create table notes (id int primary key, name text, owner text);
    insert into notes values (1, 'one', 'ann'), (2, 'two', 'bob'), (3, 'three', 'ann');
    create role loner nologin;
    revoke loner from current_user;
    create role tester nologin;
    grant select on notes to tester;
    grant select on notes to anon, authenticated;
    alter table notes enable row level security;
    create policy "own" on notes for select to authenticated
      using (owner = current_setting('request.jwt.claims', true)::jsonb ->> 'sub');
    create policy "one" on notes for select to anon using (id = 1);`)
  if (errors.length > 0) throw new Error(errors.join())
  const { tables } = await client.call(databaseTables.list, {
    params: { ref },
    query: { search: 'notes' },
  })
  id = tables[0]?.id ?? 0
})
afterAll(() => install.close())

describe('reading as an impersonated role', () => {
  const ann = { role: 'authenticated', claims: { sub: 'ann' } }

  test('returns the rows of a query by that role', async () => {
    expect(await listNames({})).toEqual(['one', 'two', 'three'])
    expect(await listNames({ as: { role: 'anon' } })).toEqual(['one'])
    expect(await listNames({ as: ann })).toEqual(['one', 'three'])
    expect(await listNames({ as: { ...ann, claims: { sub: 'bob' } } })).toEqual(['two'])
    expect(await listNames({})).toEqual(['one', 'two', 'three'])
  })

  test('also applies to the count, a cell and the plan', async () => {
    const params = { ref, id }
    const count = await client.call(databaseTables.count, { params, query: requested({ as: ann }) })
    expect(count).toEqual({ count: '2' })
    const cell = (key: string) =>
      client.call(databaseTables.cell, {
        params,
        query: { column: 'name', key: JSON.stringify([key]), ...requested({ as: ann }) },
      })
    expect(await cell('3')).toEqual({ value: 'three' })
    await expect(cell('2')).rejects.toMatchObject({ code: 404 })
    const plan = await client.call(databaseTables.plan, {
      params,
      query: requested({ as: ann, where: 'nope = 1' }),
    })
    expect(plan.refusal).toEqual({ message: 'column "nope" does not exist', position: 1 })
  })

  test('offers the roles that this connection may set', async () => {
    const { roles, setup_sql: missing } = await client.call(databaseViewers.list, {
      params: { ref },
    })
    expect(missing).toBeNull()
    const names = ['anon', 'authenticated', 'postgres', 'service_role', 'tester']
    expect(roles.map(({ name }) => name)).toEqual(names)
    expect(roles.find(({ name }) => name === 'postgres')?.bypasses_policies).toBe(true)
    const again = client.call(databaseViewers.setUp, { params: { ref } })
    await expect(again).rejects.toMatchObject({ code: 409 })
    const seen = await reader.call(databaseViewers.list, { params: { ref } })
    expect(seen.roles.map(({ name }) => name)).not.toContain('postgres')
    const created = reader.call(databaseViewers.setUp, { params: { ref } })
    await expect(created).rejects.toMatchObject({ code: 403 })
  })

  test('missing roles of the application are created as the shown SQL says', async () => {
    const failed = await run(`revoke usage on schema public from service_role;
      drop role authenticator, service_role`)
    expect(failed).toEqual([])
    const before = await client.call(databaseViewers.list, { params: { ref } })
    expect(before.setup_sql?.split('\n')).toEqual([
      'create role "service_role" nologin noinherit bypassrls;',
      'grant "service_role" to current_user with set true;',
      'grant usage on schema public to "service_role";',
      'create role "authenticator" login noinherit;',
      'grant "anon", "authenticated", "service_role" to "authenticator" with set true;',
    ])
    const after = await client.call(databaseViewers.setUp, { params: { ref } })
    expect(after.setup_sql).toBeNull()
    expect(after.roles).toContainEqual({ name: 'service_role', bypasses_policies: true })
  })

  test('a missing role is granted to the login that exists', async () => {
    expect(
      await run('revoke usage on schema public from service_role; drop role service_role'),
    ).toEqual([])
    const before = await client.call(databaseViewers.list, { params: { ref } })
    expect(before.setup_sql?.split('\n').at(-1)).toBe(
      'grant "service_role" to "authenticator" with set true;',
    )
    const after = await client.call(databaseViewers.setUp, { params: { ref } })
    expect(after.setup_sql).toBeNull()
  })

  test('cannot write, with any expression', async () => {
    await run(`create function public.spoil() returns boolean language sql volatile
      as $$ insert into notes values (9, 'spoilt', 'ann') returning true $$`)
    const spoilt = listNames({ where: 'spoil()' })
    await expect(spoilt).rejects.toMatchObject({ code: 422, sql: { sqlstate: '25006' } })
    expect(await listNames({})).toHaveLength(3)
  })

  test('refuses a role that does not exist, or may not be set, with a message', async () => {
    const nobody = listNames({ as: { role: 'no"body' } })
    await expect(nobody).rejects.toMatchObject({
      code: 400,
      message: 'The role "no"body" does not exist',
    })
    await expect(listNames({ as: { role: 'loner' } })).rejects.toMatchObject({ code: 403 })
    await expect(listNames({ as: { role: 'basalt_control' } })).rejects.toMatchObject({ code: 403 })
    await expect(listNames({ as: ann }, reader)).rejects.toMatchObject({ code: 403 })
  })
})

test('a search that takes longer than 5 s ends with an instruction', async () => {
  await run(`create function public.slow(int) returns text language plpgsql
    as $$ begin perform pg_sleep(1.5); return 'x'; end $$;
    create view crawling as select i as id, slow(i) as name from generate_series(1, 20) i`)
  const { tables } = await client.call(databaseTables.list, {
    params: { ref },
    query: { search: 'crawling' },
  })
  const params = { ref, id: tables[0]?.id ?? 0 }
  const query = requested({ search: { text: 'y', columns: ['name'] } })
  const started = Date.now()
  await expect(client.call(databaseTables.rows, { params, query })).rejects.toMatchObject({
    code: 422,
    message:
      'The search took longer than 5 s. Search fewer columns, or add a filter that has an index.',
  })
  expect(Date.now() - started).toBeGreaterThan(4900)
})

test('a jump to a row returns the start of its page, where the rows before end', async () => {
  const params = { ref, id }
  const page = await client.call(databaseTables.rows, { params, query: { row: 2, limit: 1 } })
  expect(page).toMatchObject({ from: ['2'], is_exact: true, has_more: true })
  expect(page.rows[0]?.[1]).toBe('two')
  const before = await client.call(databaseTables.rows, {
    params,
    query: { from: JSON.stringify(page.from), direction: 'backward' },
  })
  expect(before.rows.map(([, name]) => name)).toEqual(['one'])
  const beyond = await client.call(databaseTables.rows, { params, query: { row: 99 } })
  expect(beyond).toMatchObject({ rows: [], has_more: false })
})
