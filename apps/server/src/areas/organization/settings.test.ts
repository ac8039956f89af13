import { profiles } from '@basalt/contract/account/profile'
import { billing } from '@basalt/contract/billing/billing'
import { customers } from '@basalt/contract/billing/customer'
import { audit } from '@basalt/contract/organization/audit'
import { organizations } from '@basalt/contract/organization/organizations'
import { type AiOptInKey, organizationSettings } from '@basalt/contract/organization/settings'
import { projects } from '@basalt/contract/project/projects'
import { waitFor } from '@basalt/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { grantRole } from '../../demo/demo.ts'
import { organizationChain } from '../../store/audit-rows.ts'
import {
  createProject,
  signUp,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../../testing/test-install.ts'

let install: TestInstall

beforeAll(async () => {
  install = await startTestInstall()
})
afterAll(() => install.close())

/** An account with an authenticator app, as far as the server is concerned. */
async function giveMfa(email: string) {
  const { id } = await install.store
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await install.store
    .insertInto('authenticators')
    .values({ user_id: id, name: 'Phone', sealed_secret: 'x', verified_at: new Date() })
    .execute()
}

async function withMember(role: 'Administrator' | 'Developer' | 'Read-only') {
  const owner = await signUpOwner(install)
  const member = await signUp(install, 'member')
  const { slug } = owner.organization
  await grantRole(install.store, {
    email: member.email,
    organizationSlug: slug,
    assignment: { role, project_roles: [] },
  })
  return { owner, member, slug, params: { slug } }
}

const newestRow = async (id: number) =>
  install.store
    .selectFrom('audit_log')
    .select(['action', 'before', 'after', 'target_name'])
    .where('chain', '=', organizationChain(id))
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()

describe('name and slug', () => {
  test('are changed by the owner, with both values in the audit log', async () => {
    const { client, organization } = await signUpOwner(install)
    const slug = `acme-${organization.id}`
    const answer = await client.call(organizationSettings.update, {
      params: { slug: organization.slug },
      body: { name: ' Acme Works ', slug },
    })
    expect(answer).toMatchObject({ name: 'Acme Works', slug })
    const row = await newestRow(organization.id)
    expect(row.action).toBe('organization.updated')
    expect(JSON.parse(row.before ?? '')).toEqual({ name: 'Acme', slug: organization.slug })
    expect(JSON.parse(row.after ?? '')).toEqual({ name: 'Acme Works', slug })
    // Old links lead nowhere, and rights follow the new slug at once.
    const old = client.call(organizationSettings.get, { params: { slug: organization.slug } })
    await expect(old).rejects.toMatchObject({ code: 404 })
    const rules = await client.call(profiles.permissions, {})
    expect(new Set(rules.map((rule) => rule.organization_slug))).toEqual(new Set([slug]))
  })

  test('a slug that is taken or belonged to a deleted organization is refused at its field', async () => {
    const first = await signUpOwner(install)
    const second = await signUpOwner(install)
    const take = (slug: string) =>
      second.client.call(organizationSettings.update, {
        params: { slug: second.organization.slug },
        body: { slug },
      })
    const refusal = { code: 409, fields: { slug: 'This slug is taken' } }
    await expect(take(first.organization.slug)).rejects.toMatchObject(refusal)
    await expect(take('default')).rejects.toMatchObject(refusal)
    await first.client.call(organizationSettings.remove, {
      params: { slug: first.organization.slug },
      body: { name: first.organization.name },
    })
    await expect(take(first.organization.slug)).rejects.toMatchObject(refusal)
    await expect(take(second.organization.slug)).resolves.toMatchObject({ name: 'Acme' })
  })

  test.each([
    'ab',
    'Acme',
    'acme works',
    '-acme',
    'acme-',
    'ac--me',
    'acme/..',
    'vercel_acme',
    'ä-cme',
    'a'.repeat(41),
  ])('the slug “%s” is refused at its field', async (slug) => {
    const { client, organization } = await signUpOwner(install)
    const change = client.call(organizationSettings.update, {
      params: { slug: organization.slug },
      body: { slug },
    })
    await expect(change).rejects.toMatchObject({
      code: 400,
      fields: { slug: expect.any(String) as string },
    })
  })

  test('cannot be changed by an administrator', async () => {
    const { member, params } = await withMember('Administrator')
    const change = member.client.call(organizationSettings.update, {
      params,
      body: { name: 'Mine' },
    })
    await expect(change).rejects.toMatchObject({ code: 403, kind: 'forbidden' })
  })
})

test('the three keys of the assistant are off until the owner turns them on', async () => {
  const { owner, member, params } = await withMember('Developer')
  const { client } = owner
  await expect(client.call(organizationSettings.get, { params })).resolves.toMatchObject({
    ai_opt_in: [],
  })
  const keys = ['AI_LOG_GENERATOR_OPT_IN', 'AI_SQL_GENERATOR_OPT_IN'] as const
  await client.call(organizationSettings.updateAiOptIn, { params, body: { keys: [...keys] } })
  await expect(member.client.call(organizationSettings.get, { params })).resolves.toMatchObject({
    ai_opt_in: ['AI_SQL_GENERATOR_OPT_IN', 'AI_LOG_GENERATOR_OPT_IN'],
  })
  const refused = member.client.call(organizationSettings.updateAiOptIn, {
    params,
    body: { keys: [] },
  })
  await expect(refused).rejects.toMatchObject({ code: 403 })
  const row = await newestRow(owner.organization.id)
  // The refused attempt of the member is the latest entry.
  expect(row.action).toBe('access.refused')
})

describe('multi-factor authentication', () => {
  test('cannot be required by a user who would lose access', async () => {
    const { client, organization } = await signUpOwner(install)
    const require = client.call(organizationSettings.updateSecurity, {
      params: { slug: organization.slug },
      body: { organization_requires_mfa: true },
    })
    await expect(require).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('your own account first') as string,
    })
  })

  test('once required, denies access without it at once, on the server', async () => {
    const { owner, member, slug, params } = await withMember('Developer')
    await giveMfa(owner.email)
    const before = await owner.client.call(organizationSettings.security, { params })
    expect(before).toMatchObject({
      organization_requires_mfa: false,
      caller_has_mfa: true,
      member_count: 2,
      members_without_mfa: [{ email: member.email, role: 'Developer', is_caller: false }],
    })
    await owner.client.call(organizationSettings.updateSecurity, {
      params,
      body: { organization_requires_mfa: true },
    })
    const refusal = { code: 403, kind: 'mfa_required' }
    for (const route of [organizationSettings.get, audit.list, organizationSettings.security]) {
      await expect(member.client.call(route, { params })).rejects.toMatchObject(refusal)
    }
    const create = member.client.call(projects.create, {
      body: { organization_slug: slug, name: 'Shop', db_pass: 'x', region: 'eu-central-1' },
    })
    await expect(create).rejects.toMatchObject(refusal)
    await expect(owner.client.call(organizationSettings.get, { params })).resolves.toBeTruthy()
    await giveMfa(member.email)
    await expect(member.client.call(organizationSettings.get, { params })).resolves.toBeTruthy()
    await expect(newestRow(owner.organization.id)).resolves.toMatchObject({
      action: 'organization.mfa_requirement_changed',
    })
  })
})

describe('a deleted organization', () => {
  test('disappears for its members, its projects are destroyed, its log stays for the operator', async () => {
    const { owner, member, slug, params } = await withMember('Developer')
    const { ref } = await createProject(owner.client, slug)
    const body = { name: 'Acme' }
    const refused = member.client.call(organizationSettings.remove, { params, body })
    await expect(refused).rejects.toMatchObject({ code: 403 })
    const slip = owner.client.call(organizationSettings.remove, { params, body: { name: 'acme' } })
    await expect(slip).rejects.toMatchObject({ code: 400, fields: { name: expect.any(String) } })
    await owner.client.call(organizationSettings.remove, { params, body })
    for (const { client } of [owner, member]) {
      await expect(client.call(organizations.list, {})).resolves.toEqual([])
      await expect(client.call(projects.list, {})).resolves.toEqual([])
      await expect(client.call(projects.detail, { params: { ref } })).rejects.toMatchObject({
        code: 404,
      })
      await expect(client.call(audit.list, { params, query: {} })).rejects.toMatchObject({
        code: 404,
      })
    }
    await waitFor(async () => (await install.engine.state(ref)) === 'absent', {
      what: 'The database is destroyed',
      timeoutMs: 20_000,
    })
    await waitFor(
      async () => (await newestRow(owner.organization.id)).action === 'project.status_changed',
      { what: 'The end of the project is in the log' },
    )
    const rows = await install.store
      .selectFrom('audit_log')
      .select('action')
      .where('chain', '=', organizationChain(owner.organization.id))
      .execute()
    expect(rows.map(({ action }) => action)).toContain('organization.deleted')
  })
})

test('an AI opt-in or billing that the operator has switched off is refused, with that reason', async () => {
  const other = await startTestInstall({
    disabledFeatures: ['ai:opt_in_level_schema', 'billing:all'],
  })
  const { client, organization } = await signUpOwner(other)
  const params = { slug: organization.slug }
  const choose = (keys: AiOptInKey[]) =>
    client.call(organizationSettings.updateAiOptIn, { params, body: { keys } })
  await expect(choose(['AI_SQL_GENERATOR_OPT_IN'])).rejects.toMatchObject({
    code: 403,
    message: expect.stringContaining('BASALT_DISABLED_FEATURES') as string,
  })
  await expect(choose(['AI_LOG_GENERATOR_OPT_IN'])).resolves.toMatchObject({
    ai_opt_in: ['AI_LOG_GENERATOR_OPT_IN'],
  })
  const plan = 'pro' as const
  const answers = await Promise.allSettled([
    client.call(billing.subscription, { params }),
    client.call(billing.usage, { params, query: {} }),
    client.call(billing.changePlan, { params, body: { plan } }),
    client.call(customers.get, { params }),
    client.call(organizations.create, { body: { name: 'Paid', plan } }),
  ])
  expect(answers).toEqual(
    answers.map(() => ({
      status: 'rejected',
      reason: expect.objectContaining({
        code: 403,
        message: expect.stringContaining('Your administrator has switched') as string,
      }) as Error,
    })),
  )
  await other.close()
})
