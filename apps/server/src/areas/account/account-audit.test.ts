import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { accessTokens } from '@basalt/contract/account/access-tokens'
import { profiles } from '@basalt/contract/account/profile'
import { accountSecurity, secondStep } from '@basalt/contract/account/second-factors'
import { signIn } from '@basalt/contract/account/sign-in'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { listMails } from '../../mail/outbox-store.ts'
import { enrol, signUpWithMfa } from '../../testing/second-factor.ts'
import {
  signUp,
  startTestInstall,
  strongPassword,
  type TestInstall,
} from '../../testing/test-install.ts'
import { githubProvider } from './github-provider.ts'

let install: TestInstall
let github: Server
let email = ''

beforeAll(async () => {
  github = createServer((request, response) => {
    const answers: Record<string, unknown> = {
      '/login/oauth/access_token': { access_token: 'granted' },
      '/user': { id: 7, name: 'Olga', login: 'olga' },
      '/user/emails': [{ email, primary: true, verified: true }],
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answers[request.url ?? '']))
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

const credentials = (address: string, password = strongPassword) => ({
  body: { email: address, password },
})

const listRows = (name: string) =>
  install.store
    .selectFrom('audit_log')
    .select(['chain', 'action', 'outcome', 'actor_kind', 'actor_name', 'target_name', 'after'])
    .where((where) => where.or([where('actor_name', '=', name), where('target_name', '=', name)]))
    .orderBy('at')
    .orderBy('number')
    .execute()

describe('the audit log of an account', () => {
  test('has its sign-up, sign-in and sign-out, each with the account as actor', async () => {
    const { client, email: address } = await signUp(install)
    await client.call(signIn.signOut, {})
    await client.call(signIn.signIn, credentials(address))
    expect(await listRows(address)).toMatchObject([
      { action: 'account.signed_up', actor_kind: 'user', outcome: 'done' },
      { action: 'session.started', after: JSON.stringify({ method: 'sign-up' }) },
      { action: 'session.ended', actor_kind: 'user' },
      { action: 'session.started', after: JSON.stringify({ method: 'password' }) },
    ])
  })

  test('a sign-in in a browser with a session ends that session', async () => {
    const { client, email: address } = await signUp(install)
    const before = new Map(client.cookies)
    await client.call(signIn.signIn, credentials(address))
    expect(client.cookies).not.toEqual(before)
    const old = install.client()
    for (const [name, value] of before) old.cookies.set(name, value)
    await expect(old.call(profiles.get, {})).rejects.toMatchObject({ code: 401 })
    const actions = (await listRows(address)).map(({ action }) => action)
    expect(actions.slice(-2)).toEqual(['session.ended', 'session.started'])
  })

  test('has failed sign-ins with the address and without the password', async () => {
    const { email: address } = await signUp(install)
    const unknown = 'nobody-at-all@example.test'
    for (const typed of [address, unknown]) {
      const failure = install.client().call(signIn.signIn, credentials(typed, 'my-typed-secret'))
      await expect(failure).rejects.toMatchObject({ code: 401 })
    }
    const known = (await listRows(address)).find(({ action }) => action === 'session.refused')
    expect(known).toMatchObject({ outcome: 'failed', actor_kind: 'nobody', target_name: address })
    expect(known?.chain).toMatch(/^account:/u)
    expect(await listRows(unknown)).toMatchObject([{ outcome: 'failed', chain: 'install' }])
    const all = await install.store.selectFrom('audit_log').selectAll().execute()
    expect(JSON.stringify(all)).not.toContain('my-typed-secret')
  })

  test('has each step of a sign-in with a second factor, and refused codes', async () => {
    const { email: address, app } = await signUpWithMfa(install)
    const client = install.client()
    const step = await client.call(signIn.signIn, credentials(address))
    const challenge = step.challenge?.token ?? ''
    const wrong = client.call(secondStep.verifyCode, { body: { challenge, code: app.wrongCode() } })
    await expect(wrong).rejects.toMatchObject({ code: 400 })
    await client.call(secondStep.verifyCode, { body: { challenge, code: app.code() } })
    expect((await listRows(address)).slice(-3)).toMatchObject([
      { action: 'session.challenged', outcome: 'done' },
      { action: 'session.refused', outcome: 'failed' },
      { action: 'session.started', after: JSON.stringify({ method: 'authenticator' }) },
    ])
  })
})

describe('a password', () => {
  const change = (password: string, current = strongPassword) => ({
    body: { current_password: current, password },
  })

  test('is changed by a user who knows it; this session is replaced and the others end', async () => {
    const { client, email: address } = await signUp(install)
    const elsewhere = install.client()
    await elsewhere.call(signIn.signIn, credentials(address))
    await client.call(accessTokens.create, { body: { name: 'script' } })
    const before = new Map(client.cookies)
    const password = `${strongPassword}-changed`
    await client.call(accountSecurity.changePassword, change(password))

    expect(client.cookies).not.toEqual(before)
    await expect(elsewhere.call(profiles.get, {})).rejects.toMatchObject({ code: 401 })
    await expect(client.call(profiles.get, {})).resolves.toMatchObject({ email: address })
    expect(await client.call(accessTokens.list, {})).toEqual([])
    const old = install.client().call(signIn.signIn, credentials(address))
    await expect(old).rejects.toMatchObject({ code: 401 })
    await install.client().call(signIn.signIn, credentials(address, password))
    const actions = (await listRows(address)).map(({ action }) => action)
    expect(actions).toEqual(
      expect.arrayContaining(['password.changed', 'access_token.revoked', 'session.revoked']),
    )
  })

  test('is not changed without the current one, and attempts are counted', async () => {
    const { client } = await signUp(install)
    const attempt = () =>
      client
        .call(accountSecurity.changePassword, change(`${strongPassword}-changed`, 'wrong'))
        .catch((error: unknown) => error)
    for (let count = 0; count < 10; count += 1) {
      expect(await attempt()).toMatchObject({
        code: 400,
        fields: { current_password: 'The current password is incorrect' },
      })
    }
    expect(await attempt()).toMatchObject({ code: 429 })
  })

  test('is refused at its field when it is weak', async () => {
    const { client } = await signUp(install)
    await expect(client.call(accountSecurity.changePassword, change('weak'))).rejects.toMatchObject(
      { fields: { password: expect.any(String) as string } },
    )
  })

  test('makes earlier emailed links invalid when it changes', async () => {
    const { client, email: address } = await signUp(install)
    await client.call(signIn.forgotPassword, { body: { email: address } })
    await expect.poll(() => buildLink(address)).not.toBe('')
    const token = await buildLink(address)
    await client.call(accountSecurity.changePassword, change(`${strongPassword}-changed`))
    const failure = client.call(signIn.resetPassword, {
      body: { token, password: `${strongPassword}-stolen` },
    })
    await expect(failure).rejects.toMatchObject({ code: 400 })
  })
})

async function buildLink(address: string) {
  const mails = await listMails(install.store)
  return /token=([\w-]+)/u.exec(mails.find(({ to }) => to === address)?.text ?? '')?.[1] ?? ''
}

describe('sessions', () => {
  test('all others end at once, and the log has their number', async () => {
    const { client, email: address } = await signUp(install)
    const others = [install.client(), install.client()]
    for (const other of others) await other.call(signIn.signIn, credentials(address))
    expect(await client.call(accountSecurity.endOtherSessions, {})).toEqual({ ended: 2 })
    for (const other of others) {
      await expect(other.call(profiles.get, {})).rejects.toMatchObject({ code: 401 })
    }
    expect(await client.call(profiles.sessions, {})).toMatchObject([{ is_current: true }])
    expect((await listRows(address)).at(-1)).toMatchObject({
      action: 'session.revoked',
      after: JSON.stringify({ ended: 2 }),
    })
  })
})

test('GitHub is a first factor only: an account with a second one has to use it', async () => {
  email = `octo-${Date.now()}@example.test`
  const enter = async () => {
    const client = install.client()
    const { url } = await client.call(signIn.startGithub, { body: { return_to: '/new' } })
    const state = new URL(url).searchParams.get('state') ?? ''
    const step = await client.call(signIn.finishGithub, { body: { code: 'code', state } })
    return { client, step }
  }
  const first = await enter()
  expect(first.step).toEqual({ mfa_required: false, return_to: '/new' })
  expect((await listRows(email)).map(({ action }) => action)).toEqual([
    'account.signed_up',
    'identity.linked',
    'session.started',
  ])
  const { app } = await enrol(first.client)
  const second = await enter()
  expect(second.step).toMatchObject({ mfa_required: true, return_to: '/new' })
  await expect(second.client.call(profiles.get, {})).rejects.toMatchObject({ code: 401 })
  const challenge = second.step.challenge?.token ?? ''
  await second.client.call(secondStep.verifyCode, { body: { challenge, code: app.code() } })
  expect((await second.client.call(profiles.get, {})).email).toBe(email)
})

test('an account without a password sets one after a recent confirmation of identity', async () => {
  email = `octo-${Date.now()}-2@example.test`
  const client = install.client()
  await install.store.deleteFrom('identities').execute()
  const { url } = await client.call(signIn.startGithub, { body: {} })
  const state = new URL(url).searchParams.get('state') ?? ''
  await client.call(signIn.finishGithub, { body: { code: 'code', state } })
  expect((await client.call(accountSecurity.get, {})).has_password).toBe(false)
  await install.store
    .updateTable('sessions')
    .set({ confirmed_at: new Date(0) })
    .execute()
  const set = () =>
    client.call(accountSecurity.changePassword, { body: { password: strongPassword } })
  await expect(set()).rejects.toMatchObject({ kind: 'confirmation_required' })
  await install.store.updateTable('sessions').set({ confirmed_at: new Date() }).execute()
  await set()
  await install.client().call(signIn.signIn, credentials(email))
})
