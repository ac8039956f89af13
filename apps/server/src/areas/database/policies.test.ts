import { databasePolicies as routes } from '@basalt/contract/database/objects/policies'
import type { PolicyDesign } from '@basalt/pg-model'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'

let fixtures: ProjectFixtures
beforeAll(async () => {
  fixtures = await projectFixtures()
  await fixtures.run(
    'create table public.memos (id int, is_active boolean)',
    'insert into public.memos values (1, true), (2, false)',
  )
})
afterAll(() => fixtures.close())

const design: PolicyDesign = {
  schema: 'public',
  table: 'memos',
  name: 'active',
  comment: null,
  command: 'select',
  is_permissive: true,
  roles: [],
  using: 'is_active',
  check: null,
  row_security: 'on',
}

const create = (part: Partial<PolicyDesign>) => ({
  params: { ref: fixtures.ref },
  body: { action: 'create' as const, design: { ...design, ...part } },
})
test('errors of the expressions are reported at their fields', async () => {
  const fail = (part: Partial<PolicyDesign>) => fixtures.owner.call(routes.apply, create(part))
  await expect(fail({ using: 'missing > 1' })).rejects.toMatchObject({
    fields: { using: expect.stringContaining('missing') },
  })
  await expect(fail({ command: 'all', check: 'id' })).rejects.toMatchObject({
    fields: { check: expect.stringContaining('boolean') },
  })
  await expect(fail({ command: 'all', roles: ['nobody'] })).rejects.toMatchObject({
    fields: { roles: 'role "nobody" does not exist' },
  })
  await expect(fail({ check: 'true' })).rejects.toMatchObject({
    fields: { check: expect.stringContaining('SELECT') },
  })
  await expect(fail({ table: 'nowhere' })).rejects.toMatchObject({
    fields: { table: 'There is no such table in this schema' },
  })
})

test('the list names tables whose policies and row-level security do not fit', async () => {
  await fixtures.run(
    'create schema secure',
    'create table secure."No policy" (id int)',
    'alter table secure."No policy" enable row level security',
    'create table secure.off (id int)',
    'create policy unused on secure.off using (true)',
    'create table secure.fine (id int)',
    'alter table secure.fine enable row level security',
    'create policy used on secure.fine using (true)',
  )
  const { notices } = await fixtures.owner.call(routes.list, {
    params: { ref: fixtures.ref },
    query: { schema: 'secure' },
  })
  const named = notices.map(({ title, objects }) => [
    title,
    objects.map(({ description }) => description),
  ])
  expect(named).toEqual([
    ['Policies without row-level security: PostgreSQL does not apply them', ['secure.off']],
    ['Row-level security without a policy: only the owner sees rows', ['secure."No policy"']],
  ])
})
