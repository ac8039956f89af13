import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { profiles, signIn } from '@basalt/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { signUp, startTestInstall, type TestInstall } from '../../testing/test-install.ts'
import { githubProvider } from './github-provider.ts'

/** A server that speaks GitHub's three calls. */
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

async function signInWithGithub(client = install.client()) {
  const { url, state } = await client.call(signIn.startGithub, { body: { return_to: '/new' } })
  expect(new URL(url).searchParams.get('state')).toBe(state)
  const answer = await client.call(signIn.finishGithub, { body: { code: 'code', state } })
  return { client, answer }
}

test('a verified address makes an account, and the same one the next time', async () => {
  account = { ...account, id: 7 }
  emails = [{ email: 'Octavia@Example.test', primary: true, verified: true }]
  const first = await signInWithGithub()
  expect(first.answer).toEqual({ mfa_required: false, return_to: '/new' })
  const profile = await first.client.call(profiles.get, {})
  expect(profile).toMatchObject({ email: 'octavia@example.test', name: 'Octavia' })
  const second = await signInWithGithub()
  expect((await second.client.call(profiles.get, {})).id).toBe(profile.id)
})

test('an unverified address is refused with the text that the dashboard knows', async () => {
  account = { ...account, id: 8 }
  emails = [{ email: 'new@example.test', primary: true, verified: false }]
  await expect(signInWithGithub()).rejects.toMatchObject({
    message: 'Error sending confirmation mail',
  })
})

test('an account whose address nobody proved is not taken over', async () => {
  const { email } = await signUp(install)
  account = { ...account, id: 9 }
  emails = [{ email, primary: true, verified: true }]
  await expect(signInWithGithub()).rejects.toMatchObject({ code: 409 })
})

test('a state that this server did not make is refused', async () => {
  const failure = install
    .client()
    .call(signIn.finishGithub, { body: { code: 'code', state: 'v1.forged' } })
  await expect(failure).rejects.toMatchObject({ code: 400 })
})
