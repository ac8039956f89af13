import { accessTokens } from '@basalt/contract/account/access-tokens'
import { profiles } from '@basalt/contract/account/profile'
import { signIn } from '@basalt/contract/account/sign-in'
import { createClient } from '@basalt/contract/client'
import { waitFor } from '@basalt/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { listMails } from '../../mail/outbox-store.ts'
import {
  signUp,
  startTestInstall,
  strongPassword,
  type TestInstall,
} from '../../testing/test-install.ts'

let install: TestInstall

beforeAll(async () => {
  install = await startTestInstall()
})
afterAll(() => install.close())

const credentials = (email: string, password = strongPassword) => ({ body: { email, password } })

describe('sign-up', () => {
  test('an account is signed in at once with an HttpOnly cookie', async () => {
    const response = await fetch(`${install.url}/platform/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'Cookie@Example.test', password: strongPassword }),
    })
    expect(response.status).toBe(200)
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(response.headers.getSetCookie()).toHaveLength(2)
    expect(cookie).toMatch(/HttpOnly/u)
    expect(cookie).toMatch(/SameSite=Lax/u)
    const profile = await fetch(`${install.url}/platform/profile`, { headers: { cookie } })
    await expect(profile.json()).resolves.toMatchObject({ email: 'cookie@example.test' })
  })

  test('a weak password is refused at its field with an instruction', async () => {
    const failure = install
      .client()
      .call(signIn.signUp, credentials('weak@example.test', 'password1'))
    await expect(failure).rejects.toMatchObject({
      code: 400,
      fields: { password: expect.stringContaining('You need a stronger password.') as string },
    })
  })

  test.each([
    ['not-an-address', strongPassword, 'email', 'Enter a valid email address'],
    ['long@example.test', 'x'.repeat(100), 'password', 'Maximum length of password exceeded'],
  ])(
    'the address %s with the password %s is refused at the field %s',
    async (...[email, password, field, message]) => {
      const failure = await install
        .client()
        .call(signIn.signUp, credentials(email, password))
        .catch((error: unknown) => error)
      expect(failure).toMatchObject({ code: 400, fields: { [field]: message } })
    },
  )

  test('an address has one account only', async () => {
    const { email } = await signUp(install)
    await expect(install.client().call(signIn.signUp, credentials(email))).rejects.toMatchObject({
      code: 409,
    })
  })
})

describe('sign-in', () => {
  test('a wrong password and an unknown address get the same answer', async () => {
    const { email } = await signUp(install)
    const ask = (address: string) =>
      install
        .client()
        .call(signIn.signIn, credentials(address, 'wrong'))
        .catch((error: unknown) => error)
    const [wrong, unknown] = [await ask(email), await ask('nobody@example.test')]
    expect(wrong).toMatchObject({
      code: 401,
      message: 'Incorrect email or password',
    })
    expect(unknown).toMatchObject({
      code: 401,
      message: 'Incorrect email or password',
    })
  })

  test('the eleventh attempt has to wait, and a browser that signed in before does not', async () => {
    const { client, email } = await signUp(install)
    const attempt = () =>
      install
        .client()
        .call(signIn.signIn, credentials(email, 'wrong'))
        .catch((error: unknown) => error)
    for (let count = 0; count < 10; count += 1) expect(await attempt()).toMatchObject({ code: 401 })
    const refused = (await attempt()) as { code: number; retryAfter: number }
    expect(refused.code).toBe(429)
    expect(refused.retryAfter).toBeGreaterThan(0)

    await client.call(signIn.signOut, {})
    expect(await client.call(signIn.signIn, credentials(email))).toMatchObject({
      mfa_required: false,
    })
    const { email: other } = await signUp(install)
    await install.client().call(signIn.signIn, credentials(other))
  })

  test('signing out ends the session, not only the cookie', async () => {
    const { client } = await signUp(install)
    const stored = new Map(client.cookies)
    await client.call(signIn.signOut, {})
    for (const [name, value] of stored) client.cookies.set(name, value)
    await expect(client.call(profiles.get, {})).rejects.toMatchObject({ code: 401 })
  })

  test("another site's page cannot sign users in or out", async () => {
    const response = await fetch(`${install.url}/platform/sign-out`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    })
    expect(response.status).toBe(403)
  })
})

describe('password reset', () => {
  const mailTo = async (email: string) =>
    (await listMails(install.store)).find(({ to }) => to === email)

  /** Emails are sent after the answer, so its duration reveals nothing. */
  const buildLink = (email: string) =>
    waitFor(async () => /token=([\w-]+)/u.exec((await mailTo(email))?.text ?? '')?.[1], {
      what: 'The mail is there',
    })

  test('the emailed link sets a new password once, ends all sessions and revokes all tokens', async () => {
    const { client, email } = await signUp(install)
    const created = await client.call(accessTokens.create, { body: { name: 'script' } })
    const byToken = () =>
      createClient({ baseUrl: install.url, token: () => created.token }).call(profiles.get, {})
    await byToken()
    await install.client().call(signIn.forgotPassword, { body: { email } })
    const token = await buildLink(email)
    const password = `${strongPassword}-new`
    await install.client().call(signIn.resetPassword, { body: { token, password } })

    await expect(client.call(profiles.get, {})).rejects.toMatchObject({ code: 401 })
    await expect(byToken()).rejects.toMatchObject({ code: 401 })
    const again = install.client().call(signIn.resetPassword, { body: { token, password } })
    await expect(again).rejects.toMatchObject({ code: 400 })
    await install.client().call(signIn.signIn, credentials(email, password))
  })

  test('a weak new password does not use up the link', async () => {
    const { email } = await signUp(install)
    await install.client().call(signIn.forgotPassword, { body: { email } })
    const token = await buildLink(email)
    const reset = (password: string) =>
      install.client().call(signIn.resetPassword, { body: { token, password } })
    await expect(reset('weak')).rejects.toMatchObject({ code: 400 })
    await expect(reset(`${strongPassword}-2`)).resolves.toEqual({ ok: true })
  })

  test('an unknown address gets the same answer and no email', async () => {
    const email = 'outsider@example.test'
    await expect(
      install.client().call(signIn.forgotPassword, { body: { email } }),
    ).resolves.toEqual({ ok: true })
    const { email: known } = await signUp(install)
    await install.client().call(signIn.forgotPassword, { body: { email: known } })
    await buildLink(known)
    expect(await mailTo(email)).toBeUndefined()
  })
})

describe('the password check', () => {
  test('scores from 0 to 4 with suggestions', async () => {
    const check = (password: string) =>
      install.client().call(profiles.checkPassword, { body: { password } })
    expect((await check('password')).result.score).toBe(0)
    expect((await check('password')).result.feedback.warning).not.toBe('')
    expect((await check(strongPassword)).result.score).toBe(4)
  })
})
