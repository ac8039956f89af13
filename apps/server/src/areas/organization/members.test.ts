import { can, type Role, roles } from '@basalt/access'
import { members } from '@basalt/contract/organization/members'
import { organizations } from '@basalt/contract/organization/organizations'
import { customRoles } from '@basalt/contract/organization/roles'
import { projects } from '@basalt/contract/project/projects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  type Fixtures,
  organizationOn,
  listRules,
  signedInPerson,
} from '../../testing/organization-fixtures.ts'
import { startTestInstall, type TestInstall } from '../../testing/test-install.ts'

let install: TestInstall

beforeAll(async () => {
  install = await startTestInstall()
})
afterAll(() => install.close())

const full = (role: Role) => ({ role, project_roles: [] })
const inProject = (project_ref: string, role: Role) => ({
  role: null,
  project_roles: [{ project_ref, role, custom_role_id: null }],
})

const change = (by: { client: Fixtures['owner']['client'] }, slug: string, user_id: string) => ({
  to: (body: Parameters<typeof by.client.call<typeof members.changeRole>>[1]['body']) =>
    by.client.call(members.changeRole, { params: { slug, user_id }, body }),
})

describe('the list of members', () => {
  test('shows role, second factor, last visit and the caller, to every member', async () => {
    const acme = await organizationOn(install, 'team')
    const reader = await acme.member('Read-only')
    await reader.client.call(organizations.list, {})
    const listed = await reader.client.call(members.list, { params: { slug: acme.slug } })
    expect(listed).toHaveLength(2)
    expect(listed.find(({ is_you }) => is_you)).toMatchObject({
      email: reader.email,
      role: 'Read-only',
      is_mfa_enabled: false,
      project_roles: [],
    })
    const seen = listed.find(({ is_you }) => is_you)?.last_seen_at ?? ''
    expect(Date.now() - new Date(seen).getTime()).toBeLessThan(60_000)
  })

  test('an account with a passkey has a second factor', async () => {
    const acme = await organizationOn(install, 'free')
    await install.store
      .insertInto('passkeys')
      .values({
        user_id: acme.owner.userId,
        name: 'Key',
        credential_id: acme.owner.userId,
        public_key: Buffer.from('key'),
        counter: '0',
        transports: [],
        is_backed_up: false,
      })
      .execute()
    const [owner] = await acme.owner.client.call(members.list, { params: { slug: acme.slug } })
    expect(owner).toMatchObject({ is_mfa_enabled: true })
  })

  test('is hidden from members with roles in single projects only', async () => {
    const acme = await organizationOn(install, 'team')
    const ref = await acme.project('Shop')
    const guest = await acme.member(inProject(ref, 'Developer').project_roles)
    const failure = guest.client.call(members.list, { params: { slug: acme.slug } })
    await expect(failure).rejects.toMatchObject({ code: 403 })
    await expect(guest.client.call(organizations.list, {})).resolves.toMatchObject([
      { slug: acme.slug, role: 'Project member', project_count: 1 },
    ])
  })
})

describe('roles in single projects', () => {
  test("apply in those projects only, with a guest's view of the organization", async () => {
    const acme = await organizationOn(install, 'team')
    const [shop, blog] = [await acme.project('Shop'), await acme.project('Blog')]
    const guest = await acme.member([
      ...inProject(shop, 'Developer').project_roles,
      ...inProject(blog, 'Read-only').project_roles,
    ])
    const hidden = await acme.project('Secret')
    const listed = await guest.client.call(projects.list, {})
    expect(listed.map(({ ref }) => ref).toSorted()).toEqual([shop, blog].toSorted())
    await expect(
      guest.client.call(projects.detail, { params: { ref: hidden } }),
    ).rejects.toMatchObject({ code: 404, message: 'This project does not exist' })

    const rules = await listRules(guest)
    const may = (action: string, resource: string, projectRef?: string) =>
      can(rules, { action, resource, organizationSlug: acme.slug, projectRef })
    expect(may('infra:Execute', 'queue_jobs.projects.restart', shop)).toBe(true)
    expect(may('infra:Execute', 'queue_jobs.projects.restart', blog)).toBe(false)
    expect(may('tenant:Sql:Read:Select', 'rows', blog)).toBe(true)
    expect(may('read:Read', 'organizations')).toBe(true)
    expect(may('read:Read', 'members')).toBe(false)
  })

  test('a custom role gives exactly its rights', async () => {
    const acme = await organizationOn(install, 'enterprise')
    const shop = await acme.project('Shop')
    const { id } = await acme.owner.client.call(customRoles.create, {
      params: { slug: acme.slug },
      body: { name: 'Restarter', rights: ['project.project-management.restart'] },
    })
    const guest = await acme.member([{ project_ref: shop, role: null, custom_role_id: id }])
    const rules = await listRules(guest)
    const may = (action: string, resource: string) =>
      can(rules, { action, resource, organizationSlug: acme.slug, projectRef: shop })
    expect(may('infra:Execute', 'queue_jobs.projects.restart')).toBe(true)
    expect(may('infra:Execute', 'queue_jobs.projects.pause')).toBe(false)
    expect(may('read:Read', 'projects')).toBe(true)
    await expect(guest.client.call(projects.list, {})).resolves.toHaveLength(1)
  })
})

describe('"Access roles by plan": refused on the server below the plan', () => {
  test.each(['free', 'pro'] as const)('%s: Owner, Administrator and Developer', async (plan) => {
    const acme = await organizationOn(install, plan)
    const shop = await acme.project('Shop')
    const member = await acme.member('Developer')
    const set = change(acme.owner, acme.slug, member.userId)
    for (const role of ['Administrator', 'Owner', 'Developer'] as const) await set.to(full(role))
    await expect(set.to(full('Read-only'))).rejects.toMatchObject({
      code: 402,
      kind: 'payment_required',
      fields: { role: expect.stringContaining('needs the Team plan') as string },
    })
    await expect(set.to(inProject(shop, 'Developer'))).rejects.toMatchObject({
      code: 402,
      fields: { project_roles: expect.stringContaining('need the Team plan') as string },
    })
  })

  test('Team adds Read-only and roles in projects; custom roles take Enterprise', async () => {
    const acme = await organizationOn(install, 'team')
    const shop = await acme.project('Shop')
    const member = await acme.member('Developer')
    const set = change(acme.owner, acme.slug, member.userId)
    await set.to(full('Read-only'))
    await set.to(inProject(shop, 'Administrator'))
    const failure = acme.owner.client.call(customRoles.create, {
      params: { slug: acme.slug },
      body: { name: 'Restarter', rights: ['project.project-management.restart'] },
    })
    await expect(failure).rejects.toMatchObject({
      code: 402,
      fields: { name: expect.stringContaining('need the Enterprise plan') as string },
    })
  })
})

describe('changing a role', () => {
  test('an administrator assigns and removes every role but Owner', async () => {
    const acme = await organizationOn(install, 'team')
    const admin = await acme.member('Administrator')
    const member = await acme.member('Developer')
    const set = change(admin, acme.slug, member.userId)
    for (const role of roles.slice(1)) await set.to(full(role))
    await expect(set.to(full('Owner'))).rejects.toMatchObject({
      code: 403,
      fields: { role: 'You need additional permissions to give this role: Owner' },
    })
    const demote = change(admin, acme.slug, acme.owner.userId).to(full('Developer'))
    await expect(demote).rejects.toMatchObject({
      code: 403,
      fields: { role: 'You need additional permissions to remove this role: Owner' },
    })
    const log = await acme.audited()
    expect(log.filter(({ outcome }) => outcome === 'refused')).toHaveLength(2)
    expect(log.filter(({ action }) => action === 'member.role_changed')).toHaveLength(3)
  })

  test.each(['Developer', 'Read-only'] as const)('a %s changes no member', async (role) => {
    const acme = await organizationOn(install, 'team')
    const member = await acme.member(role)
    const set = change(member, acme.slug, member.userId)
    await expect(set.to(full('Administrator'))).rejects.toMatchObject({ code: 403 })
  })

  test('revoked rights have no effect from the next request on', async () => {
    const acme = await organizationOn(install, 'free')
    const admin = await acme.member('Administrator')
    const member = await acme.member('Developer')
    await change(admin, acme.slug, member.userId).to(full('Administrator'))
    await change(acme.owner, acme.slug, admin.userId).to(full('Developer'))
    const failure = change(admin, acme.slug, member.userId).to(full('Developer'))
    await expect(failure).rejects.toMatchObject({ code: 403 })
  })

  test('the audit entry has the roles before and after, in the words of the screen', async () => {
    const acme = await organizationOn(install, 'team')
    const shop = await acme.project('Shop')
    const member = await acme.member('Developer')
    await change(acme.owner, acme.slug, member.userId).to(inProject(shop, 'Read-only'))
    const row = (await acme.audited()).at(-1)
    expect(row).toMatchObject({
      action: 'member.role_changed',
      outcome: 'done',
      target_name: member.email,
      actor_name: acme.owner.email,
      before: JSON.stringify({ role: 'Developer' }),
      after: JSON.stringify({ project_roles: [{ project: shop, role: 'Read-only' }] }),
    })
  })

  test('projects and users of other organizations are unknown here', async () => {
    const [acme, other] = [
      await organizationOn(install, 'team'),
      await organizationOn(install, 'team'),
    ]
    const foreign = await other.project('Theirs')
    const member = await acme.member('Developer')
    await expect(
      change(acme.owner, acme.slug, member.userId).to(inProject(foreign, 'Developer')),
    ).rejects.toMatchObject({ code: 400, fields: { project_roles: expect.any(String) as string } })
    for (const id of [other.owner.userId, 'nobody', member.userId.replaceAll(/\d/gu, '0')]) {
      const failure = change(acme.owner, acme.slug, id).to(full('Developer'))
      await expect(failure).rejects.toMatchObject({ code: 404 })
    }
  })

  test.each([
    [
      'both',
      {
        role: 'Developer',
        project_roles: [{ project_ref: 'p', role: 'Owner', custom_role_id: null }],
      },
    ],
    ['neither', { role: null, project_roles: [] }],
    [
      'no role in a project',
      { role: null, project_roles: [{ project_ref: 'p', role: null, custom_role_id: null }] },
    ],
  ] as const)('a role and roles in projects exclude each other: %s is refused', async (_, body) => {
    const acme = await organizationOn(install, 'team')
    const set = change(acme.owner, acme.slug, acme.owner.userId)
    await expect(set.to(structuredClone(body) as never)).rejects.toMatchObject({ code: 400 })
  })
})

describe('the last owner', () => {
  test('cannot leave, be demoted or be removed', async () => {
    const acme = await organizationOn(install, 'free')
    const params = { slug: acme.slug, user_id: acme.owner.userId }
    const { client } = acme.owner
    // Started one after the other, because a rejection without a handler would fail the test.
    for (const attempt of [
      () => client.call(members.leave, { params: { slug: acme.slug } }),
      () => client.call(members.remove, { params }),
      () => client.call(members.changeRole, { params, body: full('Administrator') }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({
        code: 409,
        message: 'An organization needs an owner. Make another member an owner first.',
      })
    }
  })

  test('is never lost when two owners demote each other at once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const acme = await organizationOn(install, 'free')
      const second = await acme.member('Owner')
      const results = await Promise.allSettled([
        change(acme.owner, acme.slug, second.userId).to(full('Developer')),
        change(second, acme.slug, acme.owner.userId).to(full('Developer')),
      ])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await listOwners(acme)).toBe(1)
    }
  })

  test('is never lost when all owners leave at once', async () => {
    const acme = await organizationOn(install, 'free')
    const others = [await acme.member('Owner'), await acme.member('Owner')]
    const results = await Promise.allSettled(
      [acme.owner, ...others].map(({ client }) =>
        client.call(members.leave, { params: { slug: acme.slug } }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await listOwners(acme)).toBe(1)
  })

  test('may leave once there is another one', async () => {
    const acme = await organizationOn(install, 'free')
    await acme.member('Owner')
    await acme.owner.client.call(members.leave, { params: { slug: acme.slug } })
    expect(await acme.owner.client.call(organizations.list, {})).toEqual([])
    expect((await acme.audited()).at(-1)).toMatchObject({ action: 'member.left' })
  })
})

async function listOwners({ id }: Fixtures): Promise<number> {
  const rows = await install.store
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', id)
    .where('role', '=', 'Owner')
    .execute()
  return rows.length
}

describe('removing and leaving', () => {
  test('a removed member loses all rules, projects and access at once', async () => {
    const acme = await organizationOn(install, 'team')
    const shop = await acme.project('Shop')
    const member = await acme.member(inProject(shop, 'Owner').project_roles)
    const { slug } = acme
    expect(await member.client.call(projects.list, {})).toHaveLength(1)
    await acme.owner.client.call(members.remove, { params: { slug, user_id: member.userId } })
    expect(await listRules(member)).toEqual([])
    expect(await member.client.call(projects.list, {})).toEqual([])
    await expect(
      member.client.call(projects.detail, { params: { ref: shop } }),
    ).rejects.toMatchObject({ code: 404 })
    expect((await acme.audited()).at(-1)).toMatchObject({
      action: 'member.removed',
      target_name: member.email,
    })
  })

  test('an administrator removes no owner, a developer no one', async () => {
    const acme = await organizationOn(install, 'free')
    const [admin, developer] = [await acme.member('Administrator'), await acme.member('Developer')]
    const remove = (by: typeof admin, user_id: string) =>
      by.client.call(members.remove, { params: { slug: acme.slug, user_id } })
    await expect(remove(admin, acme.owner.userId)).rejects.toMatchObject({ code: 403 })
    await expect(remove(developer, admin.userId)).rejects.toMatchObject({ code: 403 })
    await expect(remove(admin, developer.userId)).resolves.toEqual({ ok: true })
  })

  test('every member may leave, with any role and without a second factor', async () => {
    const acme = await organizationOn(install, 'team')
    const shop = await acme.project('Shop')
    const leaving = [
      await acme.member('Read-only'),
      await acme.member(inProject(shop, 'Developer').project_roles),
    ]
    await install.store
      .updateTable('organizations')
      .set({ organization_requires_mfa: true })
      .where('id', '=', acme.id)
      .execute()
    for (const { client } of leaving) {
      await client.call(members.leave, { params: { slug: acme.slug } })
      expect(await client.call(organizations.list, {})).toEqual([])
    }
  })

  test('leaving an unknown organization reveals nothing', async () => {
    const acme = await organizationOn(install, 'free')
    const { client } = await signedInPerson(install)
    for (const slug of [acme.slug, 'nowhere']) {
      await expect(client.call(members.leave, { params: { slug } })).rejects.toMatchObject({
        code: 404,
        message: "We couldn't find that organization",
      })
    }
  })
})

describe('transfer of ownership', () => {
  const transfer = (by: Fixtures['owner'], slug: string, user_id: string) =>
    by.client.call(members.transferOwnership, { params: { slug }, body: { user_id } })

  test('makes the member Owner and the caller Administrator', async () => {
    const acme = await organizationOn(install, 'team')
    const shop = await acme.project('Shop')
    const member = await acme.member(inProject(shop, 'Developer').project_roles)
    await transfer(acme.owner, acme.slug, member.userId)
    const listed = await member.client.call(members.list, { params: { slug: acme.slug } })
    const getRole = (email: string) => listed.find((one) => one.email === email)
    expect(getRole(member.email)).toMatchObject({ role: 'Owner', project_roles: [] })
    expect(getRole(acme.owner.email)).toMatchObject({ role: 'Administrator' })
    expect((await acme.audited()).at(-1)).toMatchObject({ action: 'ownership.transferred' })
  })

  test('is for owners, to another member', async () => {
    const acme = await organizationOn(install, 'free')
    const admin = await acme.member('Administrator')
    const outsider = await organizationOn(install, 'free')
    await expect(transfer(admin, acme.slug, admin.userId)).rejects.toMatchObject({ code: 403 })
    await expect(transfer(acme.owner, acme.slug, acme.owner.userId)).rejects.toMatchObject({
      code: 400,
    })
    await expect(transfer(acme.owner, acme.slug, outsider.owner.userId)).rejects.toMatchObject({
      code: 404,
    })
  })
})
