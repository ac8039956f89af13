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

let install: TestInstall

beforeAll(async () => {
  install = await startTestInstall()
})
afterAll(() => install.close())

const getAudit = async (email: string) => {
  const rows = await install.store
    .selectFrom('audit_log')
    .select(['action', 'outcome', 'after', 'before', 'target_name'])
    .where((where) => where.or([where('actor_name', '=', email), where('target_name', '=', email)]))
    .orderBy('at')
    .orderBy('number')
    .execute()
  return rows
}
const listActions = async (email: string) => (await getAudit(email)).map(({ action }) => action)

/** The first step with the password; returns the challenge for the second one. */
async function firstStep(email: string, password = strongPassword) {
  const client = install.client()
  const step = await client.call(signIn.signIn, { body: { email, password } })
  return { client, step, challenge: step.challenge?.token ?? '' }
}

const getFailure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  )

describe('an authenticator app', () => {
  test('counts after its first correct code, and then creates ten recovery codes', async () => {
    const { client, email } = await signUp(install)
    expect((await client.call(profiles.get, {})).is_mfa_enabled).toBe(false)
    const { uri, recoveryCodes } = await enrol(client, 'Phone')

    expect(uri).toMatch(/^otpauth:\/\/totp\/Basalt:/u)
    expect(uri).toContain(encodeURIComponent(email))
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await client.call(profiles.get, {})).is_mfa_enabled).toBe(true)
    const { authenticators, recovery_codes_left } = await client.call(accountSecurity.get, {})
    expect(authenticators).toMatchObject([{ name: 'Phone', last_used_at: null }])
    expect(recovery_codes_left).toBe(10)
    expect(await listActions(email)).toEqual([
      'account.signed_up',
      'session.started',
      'authenticator.added',
      'mfa.enabled',
      'recovery_codes.renewed',
    ])
  })

  test('does not count before its first code', async () => {
    const { client, email } = await signUp(install)
    const { id } = await client.call(accountSecurity.startAuthenticator, { body: { name: 'Old' } })
    const failure = client.call(accountSecurity.verifyAuthenticator, {
      params: { id },
      body: { code: '000000' },
    })
    await expect(failure).rejects.toMatchObject({ code: 400, fields: { code: expect.anything() } })
    expect((await firstStep(email)).step).toEqual({ mfa_required: false })
  })

  test('its secret and the recovery codes are stored sealed or hashed', async () => {
    const { client } = await signUp(install)
    const { id, secret } = await client.call(accountSecurity.startAuthenticator, {
      body: { name: 'Phone' },
    })
    const rows = await install.store
      .selectFrom('authenticators')
      .selectAll()
      .where('id', '=', id)
      .execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    const { email, recoveryCodes } = await signUpWithMfa(install)
    const codes = await install.store.selectFrom('recovery_codes').selectAll().execute()
    for (const code of recoveryCodes) {
      expect(codes.some(({ code_hash }) => code_hash.toString('utf8').includes(code))).toBe(false)
    }
    const audit = JSON.stringify(await getAudit(email))
    for (const code of recoveryCodes) expect(audit).not.toContain(code)
  })

  test('can be added several times, and the codes of each are accepted', async () => {
    const { client, email, app } = await signUpWithMfa(install)
    const second = await enrol(client, 'Tablet')
    expect(second.recoveryCodes).toEqual([])
    for (const code of [app.code(), second.app.code()]) {
      const { client: other, challenge } = await firstStep(email)
      await other.call(secondStep.verifyCode, { body: { challenge, code } })
      expect((await other.call(profiles.get, {})).email).toBe(email)
    }
  })

  test('that is removed as the last one removes the recovery codes too', async () => {
    const { client, email, id } = await signUpWithMfa(install)
    await client.call(accountSecurity.removeAuthenticator, { params: { id } })
    expect((await client.call(profiles.get, {})).is_mfa_enabled).toBe(false)
    expect((await client.call(accountSecurity.get, {})).recovery_codes_left).toBe(0)
    expect((await firstStep(email)).step.mfa_required).toBe(false)
    expect(await listActions(email)).toEqual(
      expect.arrayContaining(['authenticator.removed', 'mfa.disabled']),
    )
  })

  test('of another user cannot be removed', async () => {
    const one = await signUpWithMfa(install)
    const other = await signUp(install)
    for (const id of [one.id, 'not-an-id']) {
      const failure = other.client.call(accountSecurity.removeAuthenticator, { params: { id } })
      await expect(failure).rejects.toMatchObject({ code: 404 })
    }
  })
})

describe('signing in to an account with a second factor', () => {
  test('the password alone starts no session', async () => {
    const { email } = await signUpWithMfa(install)
    const { client, step } = await firstStep(email)
    expect(step).toMatchObject({
      mfa_required: true,
      challenge: { methods: ['authenticator', 'recovery_code'] },
    })
    expect(client.cookies.size).toBe(0)
    await expect(client.call(profiles.get, {})).rejects.toMatchObject({ code: 401 })
  })

  test('a code starts it, and works only once, also in another sign-in', async () => {
    const { email, app } = await signUpWithMfa(install)
    const code = app.code()
    const { client, challenge } = await firstStep(email)
    await client.call(secondStep.verifyCode, { body: { challenge, code } })
    expect((await client.call(profiles.get, {})).email).toBe(email)

    const again = await firstStep(email)
    const failure = again.client.call(secondStep.verifyCode, {
      body: { challenge: again.challenge, code },
    })
    await expect(failure).rejects.toMatchObject({ code: 400, fields: { code: expect.anything() } })
  })

  test('a challenge is used up by its sign-in', async () => {
    const { email, app } = await signUpWithMfa(install)
    const { client, challenge } = await firstStep(email)
    await client.call(secondStep.verifyCode, { body: { challenge, code: app.code() } })
    const failure = install
      .client()
      .call(secondStep.verifyCode, { body: { challenge, code: app.code(1) } })
    await expect(failure).rejects.toMatchObject({ code: 401 })
  })

  test('two concurrent answers to one challenge start one session', async () => {
    const { email, app, recoveryCodes } = await signUpWithMfa(install)
    const { challenge } = await firstStep(email)
    const outcomes = await Promise.allSettled([
      install.client().call(secondStep.verifyCode, { body: { challenge, code: app.code() } }),
      install
        .client()
        .call(secondStep.verifyRecoveryCode, { body: { challenge, code: recoveryCodes[0] ?? '' } }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a challenge expires after ten minutes', async () => {
    const { email, app } = await signUpWithMfa(install)
    const { client, challenge } = await firstStep(email)
    await install.store
      .updateTable('challenges')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    const failure = client.call(secondStep.verifyCode, { body: { challenge, code: app.code() } })
    await expect(failure).rejects.toMatchObject({ code: 401 })
  })

  test('the code of one account does not work for another', async () => {
    const [one, other] = [await signUpWithMfa(install), await signUpWithMfa(install)]
    const { client, challenge } = await firstStep(one.email)
    const failure = client.call(secondStep.verifyCode, {
      body: { challenge, code: other.app.code() },
    })
    await expect(failure).rejects.toMatchObject({ code: 400 })
  })

  test('the eleventh wrong code has to wait, with any challenge', async () => {
    const { email, app } = await signUpWithMfa(install)
    const attempt = async () => {
      const { client, challenge } = await firstStep(email)
      const body = { challenge, code: app.wrongCode() }
      return getFailure(client.call(secondStep.verifyCode, { body }))
    }
    for (let count = 0; count < 10; count += 1) expect(await attempt()).toMatchObject({ code: 400 })
    expect(await attempt()).toMatchObject({ code: 429 })
    const refused = (await getAudit(email)).filter(({ action }) => action === 'session.refused')
    expect(refused).toHaveLength(10)
  })

  test('each recovery code works once, in any notation', async () => {
    const { email, recoveryCodes } = await signUpWithMfa(install)
    const code = recoveryCodes[0] ?? ''
    const { client, challenge } = await firstStep(email)
    const answer = await client.call(secondStep.verifyRecoveryCode, {
      body: { challenge, code: ` ${code.toUpperCase()} ` },
    })
    expect(answer).toEqual({ recovery_codes_left: 9 })
    const again = await firstStep(email)
    const failure = again.client.call(secondStep.verifyRecoveryCode, {
      body: { challenge: again.challenge, code },
    })
    await expect(failure).rejects.toMatchObject({ code: 400, fields: { code: expect.anything() } })
  })

  test('new recovery codes replace the old ones', async () => {
    const { client, email, recoveryCodes } = await signUpWithMfa(install)
    const renewed = await client.call(accountSecurity.renewRecoveryCodes, {})
    expect(renewed.recovery_codes).toHaveLength(10)
    const use = async (code = '') => {
      const next = await firstStep(email)
      return getFailure(
        next.client.call(secondStep.verifyRecoveryCode, {
          body: { challenge: next.challenge, code },
        }),
      )
    }
    expect(await use(recoveryCodes[0])).toMatchObject({ code: 400 })
    expect(await use(renewed.recovery_codes[0])).toBeNull()
  })

  test('resetting the password does not skip the second factor', async () => {
    const { email } = await signUpWithMfa(install)
    await install.client().call(signIn.forgotPassword, { body: { email } })
    const token = await mailedToken(email)
    const password = `${strongPassword}-new`
    const client = install.client()
    await client.call(signIn.resetPassword, { body: { token, password } })
    await expect(client.call(profiles.get, {})).rejects.toMatchObject({ code: 401 })
    expect((await firstStep(email, password)).step.mfa_required).toBe(true)
    expect(await listActions(email)).toContain('password.reset')
  })

  test('a pending sign-in has to start again after a password reset', async () => {
    const { email, app } = await signUpWithMfa(install)
    const { client, challenge } = await firstStep(email)
    await install.client().call(signIn.forgotPassword, { body: { email } })
    const body = { token: await mailedToken(email), password: `${strongPassword}-new` }
    await install.client().call(signIn.resetPassword, { body })
    const failure = client.call(secondStep.verifyCode, { body: { challenge, code: app.code() } })
    await expect(failure).rejects.toMatchObject({ code: 401 })
  })
})

async function mailedToken(email: string): Promise<string> {
  for (;;) {
    const mails = await listMails(install.store)
    const token = /token=([\w-]+)/u.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1]
    if (token !== undefined) return token
  }
}

describe('a change of sign-in methods', () => {
  const stale = (email: string) =>
    install.store
      .updateTable('sessions')
      .set({ confirmed_at: new Date(Date.now() - 11 * 60_000) })
      .where('user_id', 'in', (where) =>
        where.selectFrom('users').select('id').where('email', '=', email),
      )
      .execute()

  test('needs a recent confirmation of identity, and continues after a password or a code', async () => {
    const { client, email, id, app } = await signUpWithMfa(install)
    const remove = () => client.call(accountSecurity.removeAuthenticator, { params: { id } })
    await stale(email)
    await expect(remove()).rejects.toMatchObject({ code: 403, kind: 'confirmation_required' })
    for (const body of [{ password: 'wrong' }, { code: app.wrongCode() }]) {
      const failure = client.call(accountSecurity.confirm, { body })
      await expect(failure).rejects.toMatchObject({ code: 400, fields: expect.anything() })
    }
    await expect(remove()).rejects.toMatchObject({ kind: 'confirmation_required' })
    await client.call(accountSecurity.confirm, { body: { code: app.code() } })
    await stale(email)
    await client.call(accountSecurity.confirm, { body: { password: strongPassword } })
    await expect(remove()).resolves.toEqual({ ok: true })
    expect(await listActions(email)).toContain('session.confirmed')
  })

  test.each([
    ['adding an app', accountSecurity.startAuthenticator, { body: { name: 'x' } }],
    ['new recovery codes', accountSecurity.renewRecoveryCodes, {}],
    ['adding a passkey', accountSecurity.startPasskey, {}],
    ['removing a passkey', accountSecurity.removePasskey, { params: { id: 'x' } }],
  ] as const)('%s needs a recent confirmation of identity', async (_, route, input) => {
    const { client, email } = await signUp(install)
    await stale(email)
    await expect(client.call(route, input as never)).rejects.toMatchObject({
      kind: 'confirmation_required',
    })
  })

  test('the first second factor replaces the session and ends the others', async () => {
    const { client, email } = await signUp(install)
    const elsewhere = (await firstStep(email)).client
    const before = new Map(client.cookies)
    await enrol(client)
    expect(client.cookies).not.toEqual(before)
    await expect(elsewhere.call(profiles.get, {})).rejects.toMatchObject({ code: 401 })
    await expect(client.call(profiles.get, {})).resolves.toMatchObject({ email })
    const old = install.client()
    for (const [name, value] of before) old.cookies.set(name, value)
    await expect(old.call(profiles.get, {})).rejects.toMatchObject({ code: 401 })
  })
})

test('an access token cannot change sign-in methods', async () => {
  const { client } = await signUp(install)
  const routes = Object.values(accountSecurity)
  expect(routes.every((route) => route.token === 'session-only')).toBe(true)
  await expect(client.call(accountSecurity.get, {})).resolves.toMatchObject({ has_password: true })
})
