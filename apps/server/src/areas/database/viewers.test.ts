import { databaseViewers } from '@basalt/contract/database/viewers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import { signUp } from '../../testing/test-install.ts'

let fixtures: ProjectFixtures

beforeAll(async () => {
  fixtures = await projectFixtures()
})
afterAll(() => fixtures.close())

const listClaims = async (email: string, client = fixtures.owner) =>
  (await client.call(databaseViewers.user, { params: { ref: fixtures.ref }, query: { email } }))
    .claims

describe('the claims of a user by email', () => {
  test('are not found when the database has no users', async () => {
    await expect(listClaims('ann@example.test')).rejects.toMatchObject({
      code: 404,
      message: 'This database has no table auth.users: enter the claims',
    })
  })

  test("are those of that user's token, ignoring the case of the address", async () => {
    await fixtures.run(
      'create schema if not exists auth',
      `create table auth.users (id uuid primary key, email varchar(255), role text, phone text,
         raw_app_meta_data jsonb, raw_user_meta_data jsonb)`,
      `insert into auth.users values ('00000000-0000-4000-8000-000000000007', 'Ann@example.test',
         'authenticated', '', '{"plan": "pro"}', null)`,
    )
    expect(await listClaims(' ann@EXAMPLE.test ')).toEqual({
      sub: '00000000-0000-4000-8000-000000000007',
      email: 'Ann@example.test',
      aud: 'authenticated',
      role: 'authenticated',
      app_metadata: { plan: 'pro' },
    })
    await expect(listClaims("ann' or true --")).rejects.toMatchObject({
      code: 404,
      message: 'No user in auth.users has this email',
    })
    await expect(listClaims(' ')).rejects.toMatchObject({ code: 400 })
  })

  test('are available to users with read access to the database only', async () => {
    const reader = (await fixtures.member('Read-only')).client
    expect(await listClaims('ann@example.test', reader)).toMatchObject({ role: 'authenticated' })
    const { client: outsider } = await signUp(fixtures.install)
    outsider.connections.set(fixtures.ref, fixtures.owner.connections.get(fixtures.ref) ?? '')
    await expect(listClaims('ann@example.test', outsider)).rejects.toMatchObject({ code: 404 })
  })
})
