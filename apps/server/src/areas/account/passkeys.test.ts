import { profiles } from '@basalt/contract/account/profile'
import { accountSecurity, secondStep } from '@basalt/contract/account/second-factors'
import { signIn } from '@basalt/contract/account/sign-in'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { signUpWithMfa } from '../../testing/second-factor.ts'
import { SoftPasskey } from '../../testing/soft-passkey.ts'
import {
  type ConnectedClient,
  signUp,
  startTestInstall,
  strongPassword,
  type TestInstall,
} from '../../testing/test-install.ts'

let install: TestInstall
const origin = 'http://basalt.test'

beforeAll(async () => {
  install = await startTestInstall()
})
afterAll(() => install.close())

async function addPasskey(client: ConnectedClient, name = 'Laptop', passkey = new SoftPasskey()) {
  const options = await client.call(accountSecurity.startPasskey, {})
  const credential = passkey.create(options, { origin })
  const answer = await client.call(accountSecurity.addPasskey, { body: { name, credential } })
  return { passkey, recoveryCodes: answer.recovery_codes }
}

async function signUpWithPasskey() {
  const person = await signUp(install)
  return { ...person, ...(await addPasskey(person.client)) }
}

/** Signs in without a password, as an authenticator with these habits would. */
async function signInWith(
  passkey: SoftPasskey,
  behaviour: Partial<Parameters<SoftPasskey['use']>[1]> = {},
) {
  const client = install.client()
  const options = await client.call(secondStep.startPasskey, { body: {} })
  const credential = passkey.use(options, { origin, verifiesUser: true, ...behaviour })
  const finish = () => client.call(secondStep.finishPasskey, { body: { credential } })
  return { client, options, finish }
}

const refused = { code: 400, message: 'The passkey was rejected. It may have been removed.' }

describe('a passkey', () => {
  test('is a second factor, and as the first one creates recovery codes', async () => {
    const { client, recoveryCodes } = await signUpWithPasskey()
    expect(recoveryCodes).toHaveLength(10)
    expect((await client.call(profiles.get, {})).is_mfa_enabled).toBe(true)
    const { passkeys } = await client.call(accountSecurity.get, {})
    expect(passkeys).toMatchObject([{ name: 'Laptop', last_used_at: null }])
  })

  test('signs in alone when it verified its user, and its use is recorded', async () => {
    const { email, passkey } = await signUpWithPasskey()
    const { client, options, finish } = await signInWith(passkey)
    expect(options).toMatchObject({ userVerification: 'required', allowCredentials: [] })
    await finish()
    expect((await client.call(profiles.get, {})).email).toBe(email)
    const { passkeys } = await client.call(accountSecurity.get, {})
    expect(passkeys[0]?.last_used_at).not.toBeNull()
  })

  test('without user verification does not count as both factors', async () => {
    const { passkey } = await signUpWithPasskey()
    const { finish } = await signInWith(passkey, { verifiesUser: false })
    await expect(finish()).rejects.toMatchObject(refused)
  })

  test('suffices after the password even without user verification', async () => {
    const { email, passkey } = await signUpWithPasskey()
    const client = install.client()
    const step = await client.call(signIn.signIn, { body: { email, password: strongPassword } })
    expect(step.challenge?.methods).toEqual(['passkey', 'recovery_code'])
    const challenge = step.challenge?.token ?? ''
    const options = await client.call(secondStep.startPasskey, { body: { challenge } })
    expect(options.allowCredentials).toMatchObject([{ id: passkey.id }])
    const credential = passkey.use(options, { origin })
    await client.call(secondStep.finishPasskey, { body: { challenge, credential } })
    expect((await client.call(profiles.get, {})).email).toBe(email)
  })

  test('of one account does not finish the sign-in of another', async () => {
    const [one, other] = [await signUpWithPasskey(), await signUpWithPasskey()]
    const client = install.client()
    const body = { email: one.email, password: strongPassword }
    const challenge = (await client.call(signIn.signIn, { body })).challenge?.token ?? ''
    for (const bound of [{ challenge }, {}]) {
      const options = await client.call(secondStep.startPasskey, { body: bound })
      const credential = other.passkey.use(options, { origin, verifiesUser: true })
      const failure = client.call(secondStep.finishPasskey, { body: { challenge, credential } })
      await expect(failure).rejects.toMatchObject(refused)
    }
    await expect(client.call(profiles.get, {})).rejects.toMatchObject({ code: 401 })
  })

  test.each(['https://basalt.test.evil.example', 'http://basalt.test:8080', 'http://localhost'])(
    'used on a page of %s is refused',
    async (foreign) => {
      const { passkey } = await signUpWithPasskey()
      const { finish } = await signInWith(passkey, { origin: foreign })
      await expect(finish()).rejects.toMatchObject(refused)
    },
  )

  test('signs each challenge only once', async () => {
    const { passkey } = await signUpWithPasskey()
    const { finish } = await signInWith(passkey)
    await finish()
    await expect(finish()).rejects.toMatchObject(refused)
  })

  test('whose counter does not grow is taken for a copy and refused', async () => {
    const { passkey } = await signUpWithPasskey()
    await (await signInWith(passkey, { counter: 5 })).finish()
    for (const counter of [5, 4]) {
      const { finish } = await signInWith(passkey, { counter })
      await expect(finish()).rejects.toMatchObject(refused)
    }
    await (await signInWith(passkey, { counter: 6 })).finish()
  })

  test('with the key of another one is refused', async () => {
    const { passkey } = await signUpWithPasskey()
    const thief = new SoftPasskey()
    Object.assign(thief, { id: passkey.id })
    const { finish } = await signInWith(thief)
    await expect(finish()).rejects.toMatchObject(refused)
  })

  test('that was removed cannot sign in', async () => {
    const { client, passkey } = await signUpWithPasskey()
    const { passkeys } = await client.call(accountSecurity.get, {})
    await client.call(accountSecurity.removePasskey, { params: { id: passkeys[0]?.id ?? '' } })
    const { finish } = await signInWith(passkey)
    await expect(finish()).rejects.toMatchObject(refused)
    expect((await client.call(profiles.get, {})).is_mfa_enabled).toBe(false)
  })

  test('is excluded from new registrations in the browser, and not stored twice', async () => {
    const { client, passkey } = await signUpWithPasskey()
    const options = await client.call(accountSecurity.startPasskey, {})
    expect(options.excludeCredentials).toMatchObject([{ id: passkey.id }])
    expect(options.rp.id).toBe('basalt.test')
    await expect(addPasskey(client, 'Again', passkey)).rejects.toMatchObject({ code: 409 })
  })

  test('created for a page of another site is not stored', async () => {
    const { client } = await signUp(install)
    const options = await client.call(accountSecurity.startPasskey, {})
    const credential = new SoftPasskey().create(options, { origin: 'https://evil.example' })
    const failure = client.call(accountSecurity.addPasskey, { body: { name: 'x', credential } })
    await expect(failure).rejects.toMatchObject({ code: 400 })
  })

  test('created for a challenge of another user is not stored', async () => {
    const [one, other] = [await signUp(install), await signUp(install)]
    const options = await one.client.call(accountSecurity.startPasskey, {})
    const credential = new SoftPasskey().create(options, { origin })
    const body = { name: 'x', credential }
    const failure = other.client.call(accountSecurity.addPasskey, { body })
    await expect(failure).rejects.toMatchObject({ code: 400 })
  })

  test('can be renamed by its owner only', async () => {
    const [one, other] = [await signUpWithPasskey(), await signUpWithPasskey()]
    const { passkeys } = await one.client.call(accountSecurity.get, {})
    const rename = { params: { id: passkeys[0]?.id ?? '' }, body: { name: ' Work laptop ' } }
    await expect(other.client.call(accountSecurity.renamePasskey, rename)).rejects.toMatchObject({
      code: 404,
    })
    await one.client.call(accountSecurity.renamePasskey, rename)
    const after = await one.client.call(accountSecurity.get, {})
    expect(after.passkeys[0]?.name).toBe('Work laptop')
    const rows = await install.store
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('actor_name', '=', one.email)
      .where('action', 'like', 'passkey.%')
      .orderBy('number')
      .execute()
    expect(rows).toEqual([
      { action: 'passkey.added', before: null, after: null },
      {
        action: 'passkey.renamed',
        before: JSON.stringify({ name: 'Laptop' }),
        after: JSON.stringify({ name: 'Work laptop' }),
      },
    ])
  })

  test('confirms the identity before a change of sign-in methods', async () => {
    const { client, email, passkey } = await signUpWithPasskey()
    await install.store
      .updateTable('sessions')
      .set({ confirmed_at: new Date(0) })
      .execute()
    const renew = () => client.call(accountSecurity.renewRecoveryCodes, {})
    await expect(renew()).rejects.toMatchObject({ kind: 'confirmation_required' })
    const options = await client.call(accountSecurity.startConfirmation, {})
    const credential = passkey.use(options, { origin })
    await client.call(accountSecurity.confirm, { body: { credential } })
    await expect(renew()).resolves.toMatchObject({ recovery_codes: { length: 10 } })
    expect(email).toBeTruthy()
  })
})

test('an account with an app keeps its recovery codes when a passkey is added', async () => {
  const { client } = await signUpWithMfa(install)
  expect((await addPasskey(client)).recoveryCodes).toBeNull()
  expect((await client.call(accountSecurity.get, {})).recovery_codes_left).toBe(10)
})
