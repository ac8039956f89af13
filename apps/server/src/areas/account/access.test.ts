import { accessTokens } from '@basalt/contract/account/access-tokens'
import { profiles } from '@basalt/contract/account/profile'
import { organizations } from '@basalt/contract/organization/organizations'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { signUp, startTestInstall, type TestInstall } from '../../testing/test-install.ts'

let install: TestInstall

beforeAll(async () => {
  install = await startTestInstall()
})
afterAll(() => install.close())

test('a session is listed as the current one and ends when it is revoked', async () => {
  const { client } = await signUp(install)
  const sessions = await client.call(profiles.sessions, {})
  expect(sessions).toMatchObject([{ is_current: true, ip_address: '127.0.0.1' }])
  await client.call(profiles.revokeSession, { params: { id: sessions[0]?.id ?? '' } })
  await expect(client.call(profiles.get, {})).rejects.toMatchObject({ code: 401 })
})

test('a user cannot end a session of another user', async () => {
  const [one, other] = [await signUp(install), await signUp(install)]
  const [session] = await one.client.call(profiles.sessions, {})
  const failure = other.client.call(profiles.revokeSession, { params: { id: session?.id ?? '' } })
  await expect(failure).rejects.toMatchObject({ code: 404 })
  await expect(one.client.call(profiles.get, {})).resolves.toBeDefined()
})

test('an access token acts as its owner until it is revoked, and is shown once', async () => {
  const { client, email } = await signUp(install)
  const { token, id } = await client.call(accessTokens.create, { body: { name: 'CI' } })
  const ask = () =>
    fetch(`${install.url}/platform/profile`, { headers: { authorization: `Bearer ${token}` } })

  await expect((await ask()).json()).resolves.toMatchObject({ email })
  const listed = await client.call(accessTokens.list, {})
  expect(JSON.stringify(listed)).not.toContain(token)
  expect(listed[0]?.last_used_at).not.toBeNull()

  await client.call(accessTokens.revoke, { params: { id } })
  expect((await ask()).status).toBe(401)
})

test('organizations are listed by name, ignoring case', async () => {
  const { client } = await signUp(install)
  for (const name of ['beta', 'Alpha', 'gamma']) {
    await client.call(organizations.create, { body: { name } })
  }
  const listed = await client.call(organizations.list, {})
  expect(listed.map(({ name }) => name)).toEqual(['Alpha', 'beta', 'gamma'])
  expect(listed[0]).toMatchObject({ plan: { id: 'free' }, managed_by: 'basalt', role: 'Owner' })
})
