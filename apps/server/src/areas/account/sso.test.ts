import { profiles } from '@basalt/contract/account/profile'
import { signIn } from '@basalt/contract/account/sign-in'
import { ssoSignIn } from '@basalt/contract/account/sso'
import { organizations } from '@basalt/contract/organization/organizations'
import { singleSignOn } from '@basalt/contract/organization/single-sign-on'
import { internet } from '@basalt/identity'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { type IdentityProvider, startIdentityProvider } from '../../testing/identity-provider.ts'
import {
  type ConnectedClient,
  signUp,
  signUpOwner,
  startTestInstall,
  strongPassword,
  type TestInstall,
} from '../../testing/test-install.ts'

let install: TestInstall
let provider: IdentityProvider
/** The DNS records of this test. */
const records = new Map<string, string[]>()

beforeAll(async () => {
  provider = await startIdentityProvider()
  install = await startTestInstall({
    outside: {
      ...internet({ allowsLoopback: true }),
      textRecords: async (name) => records.get(name) ?? [],
    },
  })
})
afterEach(() => provider.misbehave())
afterAll(async () => {
  await install.close()
  await provider.close()
})

let last = 0
const newDomain = () => {
  last += 1
  return `company-${last}.test`
}

const settings = (domain: string) => ({
  issuer: provider.issuer,
  client_id: provider.clientId,
  client_secret: provider.clientSecret,
  domains: [domain],
  email_claim: 'email',
  name_claim: 'name',
  groups_claim: null,
  group_roles: [],
  default_role: 'Developer' as const,
  is_enabled: true,
  is_required: false,
})

type Change = Partial<Omit<ReturnType<typeof settings>, 'groups_claim' | 'group_roles'>> & {
  groups_claim?: string | null
  group_roles?: { group: string; role: 'Administrator' | 'Developer' | 'Read-only' }[]
}

/** An organization on the Team plan whose people sign in through the provider. */
async function company(change: Change = {}) {
  const owner = await signUpOwner(install)
  const { slug, id } = owner.organization
  await install.store
    .updateTable('organizations')
    .set({ plan: 'team' })
    .where('slug', '=', slug)
    .execute()
  const domain = newDomain()
  const configure = async (more: Change = {}) => {
    const { provider: saved } = await owner.client.call(singleSignOn.update, {
      params: { slug },
      body: { ...settings(domain), ...change, ...more },
    })
    for (const { domain: name, record } of saved?.domains ?? []) {
      records.set(record.name, [record.value])
      await owner.client.call(singleSignOn.verifyDomain, { params: { slug, domain: name } })
    }
  }
  await configure()
  return { owner, slug, id, domain, configure }
}

async function begin(email: string, client = install.client()) {
  const { url } = await client.call(ssoSignIn.start, { body: { email, return_to: '/new' } })
  return { client, url, back: provider.visit(url) }
}

async function enter(email: string, client?: ConnectedClient) {
  const started = await begin(email, client)
  const answer = await started.client.call(ssoSignIn.finish, { body: started.back })
  return { ...started, answer }
}

const person = (domain: string, name = 'ada') => ({
  sub: `subject-of-${name}@${domain}`,
  email: `${name}@${domain}`,
  name: 'Ada Lovelace',
})

const getAudit = (organizationId: number) =>
  install.store
    .selectFrom('audit_log')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('number')
    .execute()

describe('a sign-in through the identity provider of an organization', () => {
  test('creates the account, its profile and its membership, and leads to the requested page', async () => {
    const { domain, slug, id } = await company()
    provider.signIn(person(domain))
    const { client, answer, url } = await enter(`ada@${domain}`)
    expect(answer).toEqual({ mfa_required: false, return_to: '/new' })
    expect(await client.call(profiles.get, {})).toMatchObject({
      email: `ada@${domain}`,
      name: 'Ada Lovelace',
    })
    const [joined] = await client.call(organizations.list, {})
    expect(joined).toMatchObject({ slug, role: 'Developer' })

    const requested = new URL(url).searchParams
    expect(requested.get('redirect_uri')).toBe('http://basalt.test/sign-in-sso/return')
    expect(requested.get('code_challenge_method')).toBe('S256')
    expect(requested.get('login_hint')).toBe(`ada@${domain}`)
    const row = (await getAudit(id)).find(({ action }) => action === 'member.joined')
    expect(row).toMatchObject({ actor_name: `ada@${domain}`, target_name: `ada@${domain}` })
    expect(JSON.parse(row?.after ?? '')).toEqual({ role: 'Developer', via: 'single sign-on' })
    const started = await install.store
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'session.started')
      .where('actor_name', '=', `ada@${domain}`)
      .executeTakeFirst()
    expect(JSON.parse(started?.after ?? '')).toEqual({ method: 'sso' })
  })

  test("finds the same account by the provider's subject, also under another name", async () => {
    const { domain } = await company()
    provider.signIn(person(domain))
    const first = await enter(`ada@${domain}`)
    const { id } = await first.client.call(profiles.get, {})
    provider.signIn({ ...person(domain), email: `ada.king@${domain}` })
    const second = await enter(`ada@${domain}`)
    expect((await second.client.call(profiles.get, {})).id).toBe(id)
  })

  test('assigns the role of the first mapped group, only when joining', async () => {
    const { domain } = await company({
      groups_claim: 'groups',
      group_roles: [
        { group: 'auditors', role: 'Read-only' },
        { group: 'leads', role: 'Administrator' },
      ],
    })
    provider.signIn({ ...person(domain), groups: ['everyone', 'leads'] })
    const { client } = await enter(`ada@${domain}`)
    const role = async () => (await client.call(organizations.list, {}))[0]?.role
    expect(await role()).toBe('Administrator')
    provider.signIn({ ...person(domain), groups: ['auditors'] })
    await enter(`ada@${domain}`, client)
    expect(await role()).toBe('Administrator')
  })

  test('links an account with a verified address, and refuses one with an unverified address', async () => {
    const { domain } = await company()
    const email = `grace@${domain}`
    const client = install.client()
    await client.call(signIn.signUp, { body: { email, password: strongPassword } })
    const { id } = await client.call(profiles.get, {})
    provider.signIn(person(domain, 'grace'))
    await expect(enter(email)).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('Reset its password to verify it') as string,
    })
    await install.store
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('email', '=', email)
      .execute()
    const linked = await enter(email)
    expect((await linked.client.call(profiles.get, {})).id).toBe(id)
  })
})

describe("the provider's answer is refused", () => {
  test.each([
    [
      'with the nonce of another sign-in',
      { claims: { nonce: 'another' } },
      'belongs to another sign-in',
    ],
    ['for another application', { claims: { aud: 'another' } }, 'is for another application'],
    ['by another issuer', { claims: { iss: 'https://another.test' } }, 'has another issuer'],
    ['that has expired', { claims: { iat: 1000, exp: 2000 } }, 'has expired'],
    ['signed with another key', { isForged: true }, 'not signed with its keys'],
    ['that was changed after it was signed', { isTampered: true }, 'not signed with its keys'],
    ['without an address', { claims: { email: undefined } }, 'sent no email address'],
    ['whose address is not verified', { claims: { email_verified: false } }, 'has not verified'],
  ])('%s', async (_, fault, message) => {
    const { domain, id } = await company()
    provider.signIn(person(domain))
    provider.misbehave(fault)
    const started = await begin(`ada@${domain}`)
    await expect(
      started.client.call(ssoSignIn.finish, { body: started.back }),
    ).rejects.toMatchObject({
      code: 401,
      message: expect.stringContaining(message) as string,
    })
    await expect(started.client.call(profiles.get, {})).rejects.toMatchObject({ code: 401 })
    const refused = (await getAudit(id)).at(-1)
    expect(refused).toMatchObject({ action: 'session.refused', outcome: 'failed' })
    expect(refused?.after).toContain(message)
  })

  test.each(['somebody@elsewhere.test', 'ada@evil-company.test', 'ada@sub.company-1.test'])(
    'for %s, whose domain does not belong to the organization',
    async (email) => {
      const { domain } = await company()
      provider.signIn({ sub: 'x', email })
      await expect(enter(`ada@${domain}`)).rejects.toMatchObject({ code: 403 })
    },
  )

  test('for an account of another organization that uses the same provider', async () => {
    const [one, other] = [await company(), await company()]
    provider.signIn(person(other.domain))
    await expect(enter(`ada@${one.domain}`)).rejects.toMatchObject({
      code: 403,
      message: expect.stringContaining(`ada@${other.domain} does not belong`) as string,
    })
  })
})

describe('the state of a sign-in', () => {
  test('works once', async () => {
    const { domain } = await company()
    provider.signIn(person(domain))
    const { client, url, back } = await enter(`ada@${domain}`)
    const replayed = client.call(ssoSignIn.finish, { body: back })
    await expect(replayed).rejects.toMatchObject({ code: 400 })
    const again = client.call(ssoSignIn.finish, { body: provider.visit(url) })
    await expect(again).rejects.toMatchObject({ code: 400 })
  })

  test('works only in the browser that started it, and another one does not use it up', async () => {
    const { domain } = await company()
    provider.signIn(person(domain))
    const { client, back } = await begin(`ada@${domain}`)
    const outsider = await begin(`ada@${domain}`)
    for (const other of [install.client(), outsider.client]) {
      await expect(other.call(ssoSignIn.finish, { body: back })).rejects.toMatchObject({
        message:
          'This sign-in has expired, was already used or was started in another browser. Start again.',
      })
    }
    await client.call(ssoSignIn.finish, { body: back })
  })

  test('works for ten minutes', async () => {
    const { domain } = await company()
    provider.signIn(person(domain))
    const { client, back } = await begin(`ada@${domain}`)
    const { expires_at } = await install.store
      .selectFrom('sso_sign_ins')
      .select('expires_at')
      .orderBy('expires_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(Math.round((expires_at.getTime() - Date.now()) / 60_000)).toBe(10)
    await install.store
      .updateTable('sso_sign_ins')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    await expect(client.call(ssoSignIn.finish, { body: back })).rejects.toMatchObject({ code: 400 })
  })

  test('is hidden from scripts, and its secrets are stored sealed', async () => {
    const { domain } = await company()
    const response = await fetch(`${install.url}/platform/sign-in/sso`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `ada@${domain}` }),
    })
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^basalt_sso=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/u)
    const { url } = (await response.json()) as { url: string }
    const stored = JSON.stringify(
      await install.store.selectFrom('sso_sign_ins').selectAll().execute(),
    )
    expect(stored).not.toContain(new URL(url).searchParams.get('state'))
    expect(stored).not.toContain(cookie.slice('basalt_sso='.length, 60))
  })
})

describe('a disabled provider', () => {
  const refused = {
    code: 404,
    message: expect.stringContaining('Single sign-on is not set up') as string,
  }

  test('is not offered, with the same answer for unknown domains', async () => {
    const { domain, configure } = await company()
    await configure({ is_enabled: false })
    await expect(begin(`ada@${domain}`)).rejects.toMatchObject(refused)
    await expect(begin('ada@nowhere.test')).rejects.toMatchObject(refused)
  })

  test('invalidates pending sign-ins', async () => {
    const { domain, configure } = await company()
    provider.signIn(person(domain))
    const { client, back } = await begin(`ada@${domain}`)
    await configure({ is_enabled: false })
    await expect(client.call(ssoSignIn.finish, { body: back })).rejects.toMatchObject({ code: 403 })
  })

  test('is not used below the Team plan', async () => {
    const { domain, slug } = await company()
    await install.store
      .updateTable('organizations')
      .set({ plan: 'pro' })
      .where('slug', '=', slug)
      .execute()
    await expect(begin(`ada@${domain}`)).rejects.toMatchObject(refused)
  })
})

describe('an organization that requires single sign-on', () => {
  const text =
    'Your organization requires single sign-on for this email address. Sign in with single sign-on instead.'

  const failure = (email: string, password: string) =>
    install
      .client()
      .call(signIn.signIn, { body: { email, password } })
      .catch((error: unknown) => error)

  test('refuses passwords, and does not reveal accounts', async () => {
    const { domain, configure } = await company()
    const email = `ada@${domain}`
    await install.client().call(signIn.signUp, { body: { email, password: strongPassword } })
    await configure({ is_required: true })
    for (const answer of [
      await failure(email, strongPassword),
      await failure(email, 'wrong'),
      await failure(`nobody@${domain}`, 'wrong'),
    ]) {
      expect(answer).toMatchObject({ code: 403, message: text })
    }
    const noted = await install.store
      .selectFrom('audit_log')
      .select('target_name')
      .where('action', '=', 'session.refused')
      .where('target_name', 'in', [email, `nobody@${domain}`])
      .execute()
    expect(noted).toHaveLength(3)
    const created = install
      .client()
      .call(signIn.signUp, { body: { email: `new@${domain}`, password: strongPassword } })
    await expect(created).rejects.toMatchObject({ code: 403, message: text })
  })

  test('accepts its owners with the correct password, so that they are not locked out', async () => {
    const { owner, domain, configure } = await company()
    const email = `owner@${domain}`
    await install.store
      .updateTable('users')
      .set({ email })
      .where('email', '=', owner.email)
      .execute()
    await configure({ is_required: true })
    expect(await failure(email, 'wrong')).toMatchObject({ code: 403, message: text })
    expect(await failure(email, strongPassword)).toEqual({ mfa_required: false })
  })

  test('does not affect other domains', async () => {
    const { configure } = await company()
    await configure({ is_required: true })
    const { email } = await signUp(install)
    expect(await failure(email, strongPassword)).toEqual({ mfa_required: false })
  })
})
