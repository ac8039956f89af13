import { accessTokens } from '@basalt/contract/account/access-tokens'
import { createClient } from '@basalt/contract/client'
import { databasePolicies } from '@basalt/contract/database/objects/policies'
import { databasePolicyGains as routes } from '@basalt/contract/database/objects/policy-gains'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'

let fixtures: ProjectFixtures
let params: { ref: string }

const design = {
  schema: 'public',
  table: 'memos',
  name: 'own',
  comment: null,
  command: 'select' as const,
  is_permissive: true,
  roles: [],
  using: `owner = current_setting('request.jwt.claims')::json ->> 'sub'`,
  check: null,
  row_security: 'on' as const,
}
const body = { change: { action: 'create' as const, design }, claims: { sub: 'ada' } }

beforeAll(async () => {
  fixtures = await projectFixtures()
  params = { ref: fixtures.ref }
  await fixtures.run(
    'create table public.memos (id int primary key, owner text)',
    `insert into public.memos values (1, 'ada'), (2, 'ben')`,
    'grant select on public.memos to anon, authenticated',
  )
})
afterAll(() => fixtures.close())

const state = async () => {
  const db = await fixtures.install.engine.open(fixtures.ref, 'owner')
  const { rows } = await db.text(
    `select relrowsecurity, (select count(*) from pg_policy),
       (select count(*) from pg_class where relname like 'basalt_policy_%')
     from pg_class where oid = 'public.memos'::regclass`,
  )
  return rows[0]
}

test('the rows that each role gains and loses are compared, and nothing is changed', async () => {
  const before = await state()
  const { roles, rows } = await fixtures.owner.call(routes.compare, { params, body })
  const lost = (role: string) =>
    roles.find((one) => one.role === role)?.operations.map((one) => one.lost_examples)
  expect(rows).toBe(2)
  expect(lost('anon')).toEqual([
    [
      ['1', 'ada'],
      ['2', 'ben'],
    ],
  ])
  expect(lost('authenticated')).toEqual([[['2', 'ben']]])
  expect(await state()).toEqual(before)
})

test('a policy that does not exist, and an unfinished expression are refused', async () => {
  const compare = (
    change: Parameters<typeof fixtures.owner.call<typeof routes.compare>>[1]['body']['change'],
  ) => fixtures.owner.call(routes.compare, { params, body: { change, claims: null } })
  await expect(compare({ action: 'drop', id: 1, cascade: false })).rejects.toMatchObject({
    code: 404,
  })
  await expect(
    compare({ action: 'create', design: { ...design, using: 'missing' } }),
  ).rejects.toMatchObject({ code: 400, message: 'column "missing" does not exist' })
})

test('it needs the rights to change policies and to read rows', async () => {
  const { client } = await fixtures.member('Read-only')
  await expect(client.call(routes.compare, { params, body })).rejects.toMatchObject({ code: 403 })
  await client.call(databasePolicies.preview, { params, body: body.change })
  const { token } = await fixtures.owner.call(accessTokens.create, {
    body: { name: 'writer', kind: 'fine-grained', scopes: ['database_write'] },
  })
  const writer = createClient({
    baseUrl: fixtures.install.url,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${token}`)
      headers.set('x-connection-encrypted', fixtures.owner.connections.get(fixtures.ref) ?? '')
      return fetch(input, { ...init, headers })
    },
  })
  await expect(writer.call(routes.compare, { params, body })).rejects.toMatchObject({
    code: 403,
    message: 'You need additional permissions to read rows',
  })
})
