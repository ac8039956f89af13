import { profiles } from '@basalt/contract/account/profile'
import { ssoSignIn } from '@basalt/contract/account/sso'
import { organizations } from '@basalt/contract/organization/organizations'
import { singleSignOn } from '@basalt/contract/organization/single-sign-on'
import { internet } from '@basalt/identity'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { insertMember } from '../../store/organizations.ts'
import { type IdentityProvider, startIdentityProvider } from '../../testing/identity-provider.ts'
import {
  signUp,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../../testing/test-install.ts'

let install: TestInstall
let provider: IdentityProvider
let other: IdentityProvider
const records = new Map<string, string[]>()

beforeAll(async () => {
  provider = await startIdentityProvider()
  other = await startIdentityProvider()
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
  await other.close()
})

let last = 0
const newDomain = () => {
  last += 1
  return `team-${last}.test`
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

async function teamOwner() {
  const owner = await signUpOwner(install)
  const { slug, id } = owner.organization
  await install.store
    .updateTable('organizations')
    .set({ plan: 'team' })
    .where('slug', '=', slug)
    .execute()
  const params = { slug }
  const domain = newDomain()
  return {
    ...owner,
    slug,
    id,
    domain,
    get: () => owner.client.call(singleSignOn.get, { params }),
    save: (change: Partial<ReturnType<typeof settings>> | { client_secret: undefined } = {}) =>
      owner.client.call(singleSignOn.update, {
        params,
        body: { ...settings(domain), ...change },
      }),
    verify: (name = domain) =>
      owner.client.call(singleSignOn.verifyDomain, { params: { slug, domain: name } }),
    remove: () => owner.client.call(singleSignOn.remove, { params }),
    audited: async () => {
      const rows = await install.store
        .selectFrom('audit_log')
        .selectAll()
        .where('organization_id', '=', id)
        .orderBy('number')
        .execute()
      return rows.filter(({ action }) => action.startsWith('sso.'))
    },
  }
}

const prove = (state: Awaited<ReturnType<Awaited<ReturnType<typeof teamOwner>>['get']>>) => {
  for (const { record } of state.provider?.domains ?? []) records.set(record.name, [record.value])
}

describe('the settings of single sign-on', () => {
  test('start empty, with the redirect URI for the provider', async () => {
    const { get } = await teamOwner()
    expect(await get()).toEqual({
      provider: null,
      redirect_uri: 'http://basalt.test/sign-in-sso/return',
      is_offered: true,
    })
  })

  test('store the client secret sealed: no answer and no audit entry has it', async () => {
    const { save, get, audited } = await teamOwner()
    const secret = 'a-secret-that-nobody-may-see'
    const answers = [await save({ client_secret: secret }), await get()]
    const stored = await install.store.selectFrom('sso_providers').selectAll().execute()
    expect(stored.at(-1)?.sealed_client_secret).toMatch(/^v1\./u)
    expect(JSON.stringify([answers, stored, await audited()])).not.toContain(secret)
    expect(JSON.stringify(answers)).not.toContain('sealed')
    await save({ client_secret: undefined })
    const again = await install.store.selectFrom('sso_providers').selectAll().execute()
    expect(again.at(-1)?.sealed_client_secret).toBe(stored.at(-1)?.sealed_client_secret)
  })

  test('are recorded with their former and new values', async () => {
    const { save, remove, audited, domain } = await teamOwner()
    await save()
    await save({ client_secret: undefined, default_role: 'Developer', is_enabled: false })
    await remove()
    const rows = await audited()
    expect(rows.map(({ action }) => action)).toEqual([
      'sso.configured',
      'sso.configured',
      'sso.removed',
    ])
    expect(rows[0]?.before).toBeNull()
    expect(JSON.parse(rows[1]?.before ?? '')).toMatchObject({ domains: [domain], is_enabled: true })
    expect(JSON.parse(rows[1]?.after ?? '')).toMatchObject({
      is_enabled: false,
      is_secret_new: false,
    })
    expect(JSON.parse(rows[2]?.before ?? '')).toMatchObject({ issuer: provider.issuer })
  })

  test.each([
    [{ client_secret: undefined }, 'client_secret', 'Enter the client secret'],
    [{ issuer: 'http://127.0.0.1:1' }, 'issuer', '127.0.0.1 is unreachable'],
    [{ issuer: 'https://10.0.0.1' }, 'issuer', 'is not on the Internet'],
    [{ issuer: 'ftp://id.test' }, 'issuer', 'begins with https://'],
    [{ domains: [] }, 'domains', 'Enter at least one domain'],
    [{ domains: ['nonsense'] }, 'domains.0', 'Enter a domain such as example.com'],
    [{ domains: Array.from({ length: 21 }, (_, n) => `d${n}.test`) }, 'domains', 'Use at most 20'],
    [{ is_enabled: false, is_required: true }, 'is_required', 'before you require it'],
    [{ default_role: 'Owner' as 'Developer' }, 'default_role', ''],
  ])('%j is refused at its field', async (change, field, message) => {
    const { save, get } = await teamOwner()
    await expect(save(change)).rejects.toMatchObject({
      code: 400,
      fields: { [field]: expect.stringContaining(message) as string },
    })
    expect((await get()).provider).toBeNull()
  })

  test('accept the URL of the metadata as the issuer', async () => {
    const { save } = await teamOwner()
    const saved = await save({ issuer: `${provider.issuer}/.well-known/openid-configuration` })
    expect(saved.provider?.issuer).toBe(provider.issuer)
  })

  test('refuse metadata of another issuer', async () => {
    const { save } = await teamOwner()
    provider.misbehave({ issuer: 'https://id.elsewhere.test' })
    await expect(save()).rejects.toMatchObject({ fields: { issuer: expect.any(String) as string } })
  })

  test('never send a stored secret to a new issuer, and unlink accounts of the old one', async () => {
    const { save, verify, domain, get } = await teamOwner()
    prove(await save())
    await verify()
    provider.signIn({ sub: 'ada', email: `ada@${domain}` })
    const client = install.client()
    const { url } = await client.call(ssoSignIn.start, { body: { email: `ada@${domain}` } })
    await client.call(ssoSignIn.finish, { body: provider.visit(url) })
    expect((await get()).provider?.linked_accounts).toBe(1)
    await expect(save({ issuer: other.issuer, client_secret: undefined })).rejects.toMatchObject({
      fields: { client_secret: 'Enter the client secret of the new issuer' },
    })
    const moved = await save({ issuer: other.issuer })
    expect(moved.provider?.linked_accounts).toBe(0)
    expect(moved.provider?.domains[0]?.verified_at).not.toBeNull()
  })
})

describe('a domain', () => {
  test('counts once its record is in the DNS, with an audit entry', async () => {
    const { save, verify, domain, audited } = await teamOwner()
    const saved = await save()
    const start = () => install.client().call(ssoSignIn.start, { body: { email: `ada@${domain}` } })
    expect(saved.provider?.domains[0]).toMatchObject({ domain, verified_at: null })
    await expect(start()).rejects.toMatchObject({ code: 404 })
    await expect(verify()).rejects.toMatchObject({
      message: expect.stringContaining(`_basalt.${domain} was not found`) as string,
    })
    prove(saved)
    expect((await verify()).provider?.domains[0]?.verified_at).not.toBeNull()
    await expect(start()).resolves.toMatchObject({ url: expect.any(String) as string })
    expect((await audited()).at(-1)).toMatchObject({
      action: 'sso.domain_verified',
      target_id: domain,
    })
  })

  test('belongs to the one organization that verified it', async () => {
    const [one, two] = [await teamOwner(), await teamOwner()]
    prove(await one.save())
    await two.save({ domains: [one.domain] })
    await one.verify()
    const message = `${one.domain} belongs to another organization`
    await expect(two.verify(one.domain)).rejects.toMatchObject({ code: 400 })
    await expect(two.save({ domains: [one.domain] })).rejects.toMatchObject({
      fields: { domains: message },
    })
  })

  test('is free again once the organization that verified it is deleted', async () => {
    const [one, two] = [await teamOwner(), await teamOwner()]
    prove(await one.save())
    await one.verify()
    await install.store
      .updateTable('organizations')
      .set({ deleted_at: new Date() })
      .where('slug', '=', one.slug)
      .execute()
    const saved = await two.save({ domains: [one.domain] })
    prove(saved)
    const proved = await two.verify(one.domain)
    expect(proved.provider?.domains[0]?.verified_at).not.toBeNull()
  })

  test('has a different record for each organization', async () => {
    const [one, two] = [await teamOwner(), await teamOwner()]
    prove(await one.save())
    await two.save({ domains: [one.domain] })
    await expect(two.verify(one.domain)).rejects.toMatchObject({
      message: expect.stringContaining('was not found') as string,
    })
  })
})

test("the test of a connection returns the provider's answer, and stores nothing", async () => {
  const { client, slug, get, audited } = await teamOwner()
  const body = { issuer: provider.issuer }
  const found = await client.call(singleSignOn.test, { params: { slug }, body })
  expect(found).toMatchObject({
    issuer: provider.issuer,
    authorization_endpoint: `${provider.issuer}/authorize`,
    signing_keys: 1,
    scopes: ['openid', 'email', 'profile'],
    warnings: [],
  })
  expect((await get()).provider).toBeNull()
  const wrong = client.call(singleSignOn.test, {
    params: { slug },
    body: { issuer: `${provider.issuer}/nothing` },
  })
  await expect(wrong).rejects.toMatchObject({
    fields: { issuer: 'The metadata of the provider could not be read' },
  })
  const rows = await audited()
  expect(rows.map(({ action, outcome }) => [action, outcome])).toEqual([
    ['sso.tested', 'done'],
    ['sso.tested', 'failed'],
  ])
})

describe('access to the settings', () => {
  test('below the Team plan is refused: the answer names the plan', async () => {
    const { client, organization } = await signUpOwner(install)
    const params = { slug: organization.slug }
    expect(await client.call(singleSignOn.get, { params })).toMatchObject({ is_offered: false })
    const refused = {
      code: 402,
      message: 'Single sign-on requires the Team plan. Upgrade the organization to use it.',
    }
    const body = settings(newDomain())
    await expect(client.call(singleSignOn.update, { params, body })).rejects.toMatchObject(refused)
    const tried = client.call(singleSignOn.test, { params, body: { issuer: provider.issuer } })
    await expect(tried).rejects.toMatchObject(refused)
  })

  test('is read-only for members, and only an owner changes them', async () => {
    const { slug, id, save } = await teamOwner()
    await save()
    const params = { slug }
    for (const role of ['Administrator', 'Developer', 'Read-only'] as const) {
      const { client } = await signUp(install)
      const { primary_email: email } = await client.call(profiles.get, {})
      const user = await install.store
        .selectFrom('users')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      await insertMember(install.store, { organizationId: id, userId: user.id, role })
      expect((await client.call(organizations.list, {}))[0]?.role).toBe(role)
      const appearance = client.call(singleSignOn.get, { params }).then(
        () => true,
        () => false,
      )
      expect(await appearance).toBe(true)
      await expect(client.call(singleSignOn.remove, { params })).rejects.toMatchObject({
        code: 403,
      })
    }
  })
})

test('removing the provider deletes links and verifications, and keeps accounts and members', async () => {
  const { save, verify, remove, domain, slug } = await teamOwner()
  prove(await save())
  await verify()
  provider.signIn({ sub: 'grace', email: `grace@${domain}` })
  const client = install.client()
  const { url } = await client.call(ssoSignIn.start, { body: { email: `grace@${domain}` } })
  await client.call(ssoSignIn.finish, { body: provider.visit(url) })
  expect((await remove()).provider).toBeNull()
  expect((await client.call(organizations.list, {}))[0]?.slug).toBe(slug)
  const start = client.call(ssoSignIn.start, { body: { email: `grace@${domain}` } })
  await expect(start).rejects.toMatchObject({ code: 404 })
  await expect(remove()).rejects.toMatchObject({ code: 404 })
})
