import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { profiles } from '@basalt/contract/account/profile'
import { signIn } from '@basalt/contract/account/sign-in'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { signUp, startTestInstall, type TestInstall } from '../../testing/test-install.ts'
import { githubProvider } from './github-provider.ts'

/** A server with GitHub's three calls. */
let github: Server
let install: TestInstall
let account = { id: 7, name: 'Octavia', login: 'octavia' }
let emails: { email: string; primary: boolean; verified: boolean }[] = []

beforeAll(async () => {
  github = createServer((request, response) => {
    const answers: Record<string, unknown> = {
      '/login/oauth/access_token': { access_token: 'granted' },
      '/user': account,
      '/user/emails': emails,
    }
    const isAllowed =
      request.url === '/login/oauth/access_token' ||
      request.headers.authorization === 'Bearer granted'
    response.writeHead(isAllowed ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answers[request.url ?? ''] ?? {}))
  })
  await new Promise<void>((resolve) => github.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(github.address() as AddressInfo).port}`
  install = await startTestInstall({
    github: githubProvider({ clientId: 'id', clientSecret: 'secret', webUrl: url, apiUrl: url }),
    capabilities: ['accounts', 'organizations', 'projects', 'github-sign-in', 'outbox'],
  })
})
afterAll(async () => {
  await install.close()
  github.close()
})

/** The state that GitHub returns unchanged. */
const stateIn = (url: string) => new URL(url).searchParams.get('state') ?? ''

async function signInWithGithub(client = install.client()) {
  const { url } = await client.call(signIn.startGithub, { body: { return_to: '/new' } })
  const state = stateIn(url)
  const answer = await client.call(signIn.finishGithub, { body: { code: 'code', state } })
  return { client, answer }
}

test('a verified address creates an account, and finds it the next time', async () => {
  account = { ...account, id: 7 }
  emails = [{ email: 'Octavia@Example.test', primary: true, verified: true }]
  const first = await signInWithGithub()
  expect(first.answer).toEqual({ mfa_required: false, return_to: '/new' })
  const profile = await first.client.call(profiles.get, {})
  expect(profile).toMatchObject({ email: 'octavia@example.test', name: 'Octavia' })
  const second = await signInWithGithub()
  expect((await second.client.call(profiles.get, {})).id).toBe(profile.id)
})

test('an unverified address is refused with a text that the dashboard knows', async () => {
  account = { ...account, id: 8 }
  emails = [{ email: 'new@example.test', primary: true, verified: false }]
  await expect(signInWithGithub()).rejects.toMatchObject({
    message: 'Error sending confirmation mail',
  })
})

test('an account with an unverified address is not taken over', async () => {
  const { email } = await signUp(install)
  account = { ...account, id: 9 }
  emails = [{ email, primary: true, verified: true }]
  await expect(signInWithGithub()).rejects.toMatchObject({ code: 409 })
})

test('an account with a verified address is linked, not created again, with an audit entry', async () => {
  const { email, profile } = await signUp(install)
  const { id } = await install.store
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow()
  account = { ...account, id: 10 }
  emails = [{ email, primary: true, verified: true }]
  const { client } = await signInWithGithub()
  expect((await client.call(profiles.get, {})).id).toBe(profile.id)
  // After that GitHub's user id counts, also when the address has changed there.
  emails = [{ email: 'moved@example.test', primary: true, verified: true }]
  const again = await signInWithGithub()
  expect((await again.client.call(profiles.get, {})).id).toBe(profile.id)
  const rows = await install.store
    .selectFrom('audit_log')
    .select(['action', 'after', 'target_id'])
    .where('chain', '=', `account:${id}`)
    .orderBy('number')
    .execute()
  const said = rows.map(({ action, after }) => `${action} ${after ?? ''}`.trim())
  expect(said.slice(-3)).toEqual([
    'identity.linked',
    'session.started {"method":"github"}',
    'session.started {"method":"github"}',
  ])
  expect(rows.find(({ action }) => action === 'identity.linked')?.target_id).toBe('10')
})

test('a state works once, in the browser that it was created for', async () => {
  account = { ...account, id: 11 }
  emails = [{ email: 'once@example.test', primary: true, verified: true }]
  const client = install.client()
  const { url } = await client.call(signIn.startGithub, { body: {} })
  const body = { code: 'code', state: stateIn(url) }
  const message = 'This sign-in was not started in this browser, or was already used. Start again.'
  const elsewhere = install.client().call(signIn.finishGithub, { body })
  await expect(elsewhere).rejects.toMatchObject({ code: 400, message })
  await client.call(signIn.finishGithub, { body })
  const replayed = client.call(signIn.finishGithub, { body })
  await expect(replayed).rejects.toMatchObject({ code: 400, message })
})

test('a state that this server did not create is refused', async () => {
  const failure = install
    .client()
    .call(signIn.finishGithub, { body: { code: 'code', state: 'v1.forged' } })
  await expect(failure).rejects.toMatchObject({ code: 400 })
})
