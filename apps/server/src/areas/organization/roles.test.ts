import { isProjectRight, rights } from '@basalt/access'
import { invitations } from '@basalt/contract/organization/invitations'
import { members } from '@basalt/contract/organization/members'
import { customRoles } from '@basalt/contract/organization/roles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Fixtures, organizationOn, type Person } from '../../testing/organization-fixtures.ts'
import { startTestInstall, type TestInstall } from '../../testing/test-install.ts'

let install: TestInstall
let acme: Fixtures

beforeAll(async () => {
  install = await startTestInstall()
  acme = await organizationOn(install, 'enterprise')
})
afterAll(() => install.close())

const restart = 'project.project-management.restart'
const pause = 'project.project-management.pause'
const view = 'project.project-management.view'
let made = 0

const create = (by: Person, target: string[], name = `Role ${(made += 1)}`) =>
  by.client.call(customRoles.create, {
    params: { slug: acme.slug },
    body: { name, rights: target },
  })

describe('custom roles', () => {
  test('are listed by name, with their rights and members', async () => {
    const shop = await acme.project('Shop')
    const role = await create(acme.owner, [restart], 'aaa first')
    const member = await acme.member([{ project_ref: shop, role: null, custom_role_id: role.id }])
    const [first] = await acme.owner.client.call(customRoles.list, { params: { slug: acme.slug } })
    expect(first).toEqual({
      id: role.id,
      name: 'aaa first',
      rights: [view, restart],
      members: [{ user_id: member.userId, email: member.email }],
      invitation_count: 0,
    })
  })

  test('have unique names, ignoring case', async () => {
    await create(acme.owner, [restart], 'Support')
    await expect(create(acme.owner, [restart], 'SUPPORT')).rejects.toMatchObject({
      code: 409,
      fields: { name: 'A role with this name already exists' },
    })
    const other = await create(acme.owner, [restart])
    const params = { slug: acme.slug, id: other.id }
    await expect(
      acme.owner.client.call(customRoles.update, {
        params,
        body: { name: 'support', rights: [restart] },
      }),
    ).rejects.toMatchObject({ code: 409 })
    const stored = await acme.owner.client.call(customRoles.update, {
      params,
      body: { name: other.name.toUpperCase(), rights: [pause] },
    })
    expect(stored).toMatchObject({ name: other.name.toUpperCase(), rights: [view, pause] })
  })

  test('consist of rights for projects only', async () => {
    const ofOrganization = rights.find((right) => !isProjectRight(right))?.id ?? ''
    for (const target of [[ofOrganization], ['no.such.right'], []]) {
      await expect(create(acme.owner, target)).rejects.toMatchObject({
        code: 400,
        fields: { rights: expect.any(String) as string },
      })
    }
  })

  test('cannot get a right that their editor lacks', async () => {
    const admin = await acme.member('Administrator')
    const lacking = rights.find(
      (right) => isProjectRight(right) && right.roles.length === 1 && right.roles[0] === 'Owner',
    )
    expect(lacking).toBeDefined()
    await expect(create(admin, [restart, lacking?.id ?? ''])).rejects.toMatchObject({
      code: 403,
      fields: { rights: expect.stringContaining(lacking?.resource ?? '-') as string },
    })
    const owned = await create(acme.owner, [lacking?.id ?? ''])
    const params = { slug: acme.slug, id: owned.id }
    const keep = { name: owned.name, rights: [lacking?.id ?? '', restart] }
    // Existing rights of the role were added by a user who had them.
    await expect(
      admin.client.call(customRoles.update, { params, body: keep }),
    ).resolves.toMatchObject({ name: owned.name })
    expect((await acme.audited()).filter(({ outcome }) => outcome === 'refused')).toHaveLength(1)
  })

  test('cannot be assigned by a user who lacks one of their rights', async () => {
    const admin = await acme.member('Administrator')
    const member = await acme.member('Developer')
    const shop = await acme.project('Shop')
    const lacking = rights.find((right) => isProjectRight(right) && right.roles.length === 1)
    const role = await create(acme.owner, [lacking?.id ?? ''])
    const body = {
      role: null,
      project_roles: [{ project_ref: shop, role: null, custom_role_id: role.id }],
    }
    const params = { slug: acme.slug, user_id: member.userId }
    await expect(admin.client.call(members.changeRole, { params, body })).rejects.toMatchObject({
      code: 403,
      fields: {
        project_roles: expect.stringContaining('permissions that you do not have') as string,
      },
    })
    await acme.owner.client.call(members.changeRole, { params, body })
  })

  test.each(['Developer', 'Read-only'] as const)(
    'are visible to a %s, who cannot change them',
    async (name) => {
      const person = await acme.member(name)
      const params = { slug: acme.slug }
      await expect(person.client.call(customRoles.list, { params })).resolves.toBeDefined()
      await expect(create(person, [view])).rejects.toMatchObject({ code: 403 })
    },
  )

  test('cannot be deleted while assigned or offered in an invitation; the error names the members', async () => {
    const shop = await acme.project('Shop')
    const role = await create(acme.owner, [restart])
    const held = [{ project_ref: shop, role: null, custom_role_id: role.id }]
    const member = await acme.member(held)
    const params = { slug: acme.slug, id: role.id }
    const remove = () => acme.owner.client.call(customRoles.remove, { params })
    await expect(remove()).rejects.toMatchObject({
      code: 409,
      message: `${member.email} still has this role. Assign another role first.`,
    })
    await acme.owner.client.call(members.remove, {
      params: { slug: acme.slug, user_id: member.userId },
    })
    await acme.owner.client.call(invitations.send, {
      params: { slug: acme.slug },
      body: { emails: [member.email], assignment: { role: null, project_roles: held } },
    })
    await expect(remove()).rejects.toMatchObject({
      code: 409,
      message: 'An invitation uses this role. Revoke the invitation first.',
    })
    await install.store.deleteFrom('invitations').where('email', '=', member.email).execute()
    await expect(remove()).resolves.toEqual({ ok: true })
    await expect(remove()).rejects.toMatchObject({ code: 404 })
    const actions = (await acme.audited()).map(({ action }) => action)
    expect(actions).toContain('custom_role.created')
    expect(actions).toContain('custom_role.updated')
    expect(actions.at(-1)).toBe('custom_role.deleted')
  })

  test('of another organization do not exist here', async () => {
    const other = await organizationOn(install, 'enterprise')
    const role = await create(acme.owner, [restart])
    const params = { slug: other.slug, id: role.id }
    await expect(other.owner.client.call(customRoles.remove, { params })).rejects.toMatchObject({
      code: 404,
    })
    const shop = await other.project('Theirs')
    const body = {
      role: null,
      project_roles: [{ project_ref: shop, role: null, custom_role_id: role.id }],
    }
    const member = await other.member('Developer')
    await expect(
      other.owner.client.call(members.changeRole, {
        params: { slug: other.slug, user_id: member.userId },
        body,
      }),
    ).rejects.toMatchObject({ code: 400 })
  })
})
