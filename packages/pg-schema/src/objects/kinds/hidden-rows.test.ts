import type { PolicyDesign } from '@basalt/pg-model'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { findFault } from '../find-fault.ts'
import { warnOfHiddenRows } from './hidden-rows.ts'
import { policies } from './policies.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    'create role author',
    'grant author to current_user',
    'grant usage, create on schema public to author',
    'create table public.memos (id int, is_active boolean)',
    'insert into public.memos values (1, true), (2, false)',
    'alter table public.memos owner to author',
  )
})
afterAll(() => database.dispose())

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
  row_security: 'forced',
}

/** As a role that policies hold for; the owner of a project bypasses them. */
const warnAuthor = (from: PolicyDesign | null, to: PolicyDesign | null) =>
  warnOfHiddenRows(
    {
      snapshot: (work) =>
        database.db.snapshot(async (tx) => {
          await tx.text('set local role author')
          return work(tx)
        }),
    },
    from,
    to,
  )
const warnCreate = (part: Partial<PolicyDesign>) => warnAuthor(null, { ...design, ...part })
const hidden = ['The connected role author will no longer see some rows of memos.']

test('a policy that hides rows from its author is warned of', async () => {
  expect(await warnCreate({})).toEqual(hidden)
  expect(await warnCreate({ using: 'true' })).toEqual([])
  expect(await warnCreate({ using: null })).toEqual(hidden)
  expect(await warnCreate({ using: 'true', roles: ['postgres'] })).toEqual(hidden)
})

test('the owner of the table is not warned unless row-level security is forced', async () => {
  expect(await warnCreate({ row_security: 'on' })).toEqual([])
  expect(await warnCreate({ row_security: 'off' })).toEqual([])
})

test('an expression with an error is no warning: saving reports it', async () => {
  expect(await warnCreate({ using: 'missing > 1' })).toEqual([])
})

test('only rows that the author sees now are warned of, together with the other policies', async () => {
  await database.db.transaction(async (tx) => {
    await tx.text('set local role author')
    await tx.text('alter table public.memos enable row level security, force row level security')
    await tx.text('create policy active on public.memos for select using (is_active)')
    await tx.text('create policy first on public.memos for select using (id = 1)')
  })
  expect(await warnAuthor(design, { ...design, using: 'id = 2' })).toEqual([])
  expect(await warnAuthor(design, null)).toEqual([])
  expect(await warnCreate({ name: 'second', is_permissive: false, using: 'id = 2' })).toEqual(
    hidden,
  )
})

test('a mistake in an expression is found at its offset', async () => {
  const check = (part: Partial<PolicyDesign>) =>
    findFault(database.db, policies.checks?.({ ...design, ...part }) ?? [])
  expect(await check({ using: 'id > 0 and isactive -- why' })).toEqual({
    field: 'using',
    message: 'column "isactive" does not exist',
    position: 11,
  })
  expect(await check({ using: null, check: 'id >' })).toMatchObject({ field: 'check' })
})
