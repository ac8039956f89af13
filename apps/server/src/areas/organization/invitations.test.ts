import { type Role, roles } from '@basalt/access'
import { invitations } from '@basalt/contract/organization/invitations'
import { members } from '@basalt/contract/organization/members'
import { organizations } from '@basalt/contract/organization/organizations'
import { projects } from '@basalt/contract/project/projects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  type Fixtures,
  invitationTo,
  organizationOn,
  type Person,
  signedInPerson,
} from '../../testing/organization-fixtures.ts'
import { startTestInstall, type TestInstall } from '../../testing/test-install.ts'
import { mask } from './joining.ts'

let install: TestInstall

beforeAll(async () => {
  install = await startTestInstall()
})
afterAll(() => install.close())

const invite = (
  by: Person,
  slug: string,
  { emails, role = 'Developer' }: { emails: string[]; role?: Role },
) =>
  by.client.call(invitations.send, {
    params: { slug },
    body: { emails, assignment: { role, project_roles: [] } },
  })
const open = (who: Person, token: string, slug?: string) =>
  who.client.call(invitations.open, { query: { token, ...(slug !== undefined && { slug }) } })
const accept = (who: Person, token: string) =>
  who.client.call(invitations.accept, { body: { token } })
const listed = ({ owner, slug }: Fixtures) =>
  owner.client.call(invitations.list, { params: { slug } })

let last = 0
const address = () => `guest-${(last += 1)}-${Date.now()}@example.test`

/** A user invited to a new organization, with an account of that address. */
async function invited(role: Role = 'Developer', plan: 'free' | 'team' = 'free') {
  const acme = await organizationOn(install, plan)
  const guest = await signedInPerson(install)
  await invite(acme.owner, acme.slug, { emails: [guest.email], role })
  return { acme, guest, token: await invitationTo(install, guest.email) }
}

describe('inviting', () => {
  test('each address has its own result, in the order given, ignoring case', async () => {
    const acme = await organizationOn(install, 'free')
    const member = await acme.member('Developer')
    const [one, two] = [address(), address()]
    await invite(acme.owner, acme.slug, { emails: [two] })
    const emails = [one.toUpperCase(), 'nonsense', two, member.email, one]
    const { results } = await invite(acme.owner, acme.slug, { emails })
    expect(results).toEqual([
      { email: one, status: 'invited' },
      { email: 'nonsense', status: 'invalid' },
      { email: two, status: 'renewed' },
      { email: member.email, status: 'already_member' },
      { email: one, status: 'invited' },
    ])
    expect((await listed(acme)).map(({ email }) => email).toSorted()).toEqual([one, two].toSorted())
  })

  test('one call accepts 1 to 50 addresses', async () => {
    const acme = await organizationOn(install, 'free')
    const many = Array.from({ length: 51 }, address)
    for (const emails of [many, []]) {
      await expect(invite(acme.owner, acme.slug, { emails })).rejects.toMatchObject({ code: 400 })
    }
    const { results } = await invite(acme.owner, acme.slug, { emails: many.slice(1) })
    expect(results.every(({ status }) => status === 'invited')).toBe(true)
    expect(await listed(acme)).toHaveLength(50)
  })

  test('the answer and the email are the same for an address with and without an account', async () => {
    const acme = await organizationOn(install, 'free')
    const known = await signedInPerson(install)
    const unknown = address()
    const { results } = await invite(acme.owner, acme.slug, { emails: [known.email, unknown] })
    expect(results.map(({ status }) => status)).toEqual(['invited', 'invited'])
    const mailTo = async (email: string) => {
      const { body } = await install.store
        .selectFrom('outbox')
        .select('body')
        .where('recipient', '=', email)
        .executeTakeFirstOrThrow()
      return body.replaceAll(email, '…').replaceAll(/token=[\w-]+/gu, 'token')
    }
    expect(await mailTo(known.email)).toBe(await mailTo(unknown))
  })

  test('the email links to the join page with a token of letters, digits, - and _', async () => {
    const { acme, guest, token } = await invited()
    const { body, subject } = await install.store
      .selectFrom('outbox')
      .select(['body', 'subject'])
      .where('recipient', '=', guest.email)
      .executeTakeFirstOrThrow()
    expect(subject).toBe('Join Acme on Basalt')
    expect(body).toContain(`http://basalt.test/join?token=${token}&slug=${acme.slug}\n`)
    expect(token).toMatch(/^[\w-]{43}$/u)
    const stored = await install.store.selectFrom('invitations').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  test.each(roles)('%s may invite according to the rights table', async (by) => {
    const acme = await organizationOn(install, 'team')
    const inviter = by === 'Owner' ? acme.owner : await acme.member(by)
    const outcomes: string[] = []
    for (const role of roles) {
      const failed = await invite(inviter, acme.slug, { emails: [address()], role }).then(
        () => 'allowed',
        (error: { kind: string }) => error.kind,
      )
      outcomes.push(failed)
    }
    const allowed = { Owner: roles, Administrator: roles.slice(1), Developer: [], 'Read-only': [] }
    const isAllowed = (role: Role) => (allowed[by] as readonly Role[]).includes(role)
    expect(outcomes).toEqual(roles.map((role) => (isAllowed(role) ? 'allowed' : 'forbidden')))
  })

  test('a role that the plan does not offer is refused at its field', async () => {
    const acme = await organizationOn(install, 'pro')
    const failure = invite(acme.owner, acme.slug, { emails: [address()], role: 'Read-only' })
    await expect(failure).rejects.toMatchObject({
      code: 402,
      fields: { role: 'The Read-only role needs the Team plan. This organization is on Pro.' },
    })
    expect(await listed(acme)).toEqual([])
  })

  test('a failed email is reported, and the invitation can be sent again', async () => {
    const acme = await organizationOn(install, 'free')
    const email = address()
    const { mailer } = install.parts
    const send = mailer.send.bind(mailer)
    mailer.send = () => Promise.reject(new Error('The mail server is away'))
    const { results } = await invite(acme.owner, acme.slug, { emails: [email] }).finally(() => {
      mailer.send = send
    })
    expect(results).toEqual([{ email, status: 'undelivered' }])
    expect(await listed(acme)).toMatchObject([{ email }])
  })
})

describe('a pending invitation', () => {
  test('is valid for 24 hours; sent again it has a new link and 24 hours more', async () => {
    const { acme, guest, token } = await invited()
    const [first] = await listed(acme)
    const lifetime = (at?: string) => new Date(at ?? 0).getTime() - Date.now()
    expect(lifetime(first?.expires_at) / 3_600_000).toBeCloseTo(24, 1)
    await install.store
      .updateTable('invitations')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('email', '=', guest.email)
      .execute()
    expect(await open(guest, token)).toEqual({ state: 'invalid' })
    const params = { slug: acme.slug, id: first?.id ?? '' }
    await expect(acme.owner.client.call(invitations.resend, { params })).resolves.toEqual({
      status: 'renewed',
    })
    const second = await invitationTo(install, guest.email)
    expect(second).not.toBe(token)
    expect(await open(guest, token)).toEqual({ state: 'invalid' })
    expect(await open(guest, second)).toMatchObject({ state: 'valid' })
    expect((await acme.audited()).map(({ action }) => action)).toContain('invitation.resent')
  })

  test('is invalid once it is revoked', async () => {
    const { acme, guest, token } = await invited()
    const [found] = await listed(acme)
    const params = { slug: acme.slug, id: found?.id ?? '' }
    await acme.owner.client.call(invitations.revoke, { params })
    expect(await open(guest, token)).toEqual({ state: 'invalid' })
    await expect(accept(guest, token)).rejects.toMatchObject({ code: 404 })
    await expect(acme.owner.client.call(invitations.revoke, { params })).rejects.toMatchObject({
      code: 404,
    })
    expect((await acme.audited()).at(-1)).toMatchObject({ action: 'invitation.revoked' })
  })

  test('of another organization cannot be revoked or sent again', async () => {
    const { acme } = await invited()
    const [found] = await listed(acme)
    const other = await organizationOn(install, 'free')
    const params = { slug: other.slug, id: found?.id ?? '' }
    for (const route of [invitations.revoke, invitations.resend]) {
      await expect(other.owner.client.call(route, { params })).rejects.toMatchObject({ code: 404 })
    }
    expect(await listed(acme)).toHaveLength(1)
  })

  test('to an owner is sent again only by a user who may add owners', async () => {
    const { acme } = await invited('Owner')
    const admin = await acme.member('Administrator')
    const [found] = await listed(acme)
    const params = { slug: acme.slug, id: found?.id ?? '' }
    await expect(admin.client.call(invitations.resend, { params })).rejects.toMatchObject({
      code: 403,
    })
  })
})

describe('accepting', () => {
  test('makes the account a member with the role, once', async () => {
    const { acme, guest, token } = await invited('Read-only', 'team')
    expect(await open(guest, token)).toMatchObject({
      state: 'valid',
      organization: { name: 'Acme', slug: acme.slug },
      role: 'Read-only',
      invited_by: acme.owner.email,
      email: guest.email,
    })
    expect(await accept(guest, token)).toEqual({ slug: acme.slug })
    expect(await guest.client.call(organizations.list, {})).toMatchObject([{ role: 'Read-only' }])
    await expect(accept(guest, token)).rejects.toMatchObject({ code: 404 })
    expect(await listed(acme)).toEqual([])
    expect((await acme.audited()).at(-1)).toMatchObject({
      action: 'invitation.accepted',
      actor_name: guest.email,
    })
  })

  test('concurrent acceptances create one member and one audit entry', async () => {
    const { acme, guest, token } = await invited()
    const results = await Promise.allSettled([accept(guest, token), accept(guest, token)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const log = await acme.audited()
    expect(log.filter(({ action }) => action === 'invitation.accepted')).toHaveLength(1)
  })

  test('roles in projects are included; deleted projects are left out', async () => {
    const acme = await organizationOn(install, 'team')
    const [shop, deleted] = [await acme.project('Shop'), await acme.project('Deleted')]
    const guest = await signedInPerson(install)
    await acme.owner.client.call(invitations.send, {
      params: { slug: acme.slug },
      body: {
        emails: [guest.email],
        assignment: {
          role: null,
          project_roles: [shop, deleted].map((project_ref) => ({
            project_ref,
            role: 'Developer' as const,
            custom_role_id: null,
          })),
        },
      },
    })
    await install.store
      .updateTable('projects')
      .set({ status: 'REMOVED' })
      .where('ref', '=', deleted)
      .execute()
    const token = await invitationTo(install, guest.email)
    expect(await open(guest, token)).toMatchObject({ project_roles: [{ project_name: 'Shop' }] })
    await accept(guest, token)
    expect((await guest.client.call(projects.list, {})).map(({ ref }) => ref)).toEqual([shop])
  })

  test('another account sees the masked address and nothing else', async () => {
    const { guest, token } = await invited()
    const other = await signedInPerson(install)
    expect(await open(other, token)).toEqual({
      state: 'wrong_account',
      invited_address: mask(guest.email),
      signed_in_as: other.email,
    })
    await expect(accept(other, token)).rejects.toMatchObject({ code: 403 })
    expect(await open(guest, token)).toMatchObject({ state: 'valid' })
  })

  test('expired, revoked and unknown ones have the same answer', async () => {
    const { guest, token } = await invited()
    await install.store
      .updateTable('invitations')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('email', '=', guest.email)
      .execute()
    expect(await open(guest, token)).toEqual({ state: 'invalid' })
    expect(await open(guest, 'never-sent')).toEqual({ state: 'invalid' })
    await expect(accept(guest, token)).rejects.toMatchObject({ code: 404 })
  })

  test('a member who opens the used link sees that they joined; others learn nothing', async () => {
    const { acme, guest, token } = await invited()
    await accept(guest, token)
    expect(await open(guest, token, acme.slug)).toEqual({
      state: 'already_member',
      organization: { name: 'Acme', slug: acme.slug },
    })
    const outsider = await signedInPerson(install)
    expect(await open(outsider, token, acme.slug)).toEqual({ state: 'invalid' })
  })

  test('an invitation becomes invalid with the rights of its sender', async () => {
    const { acme, guest } = await invited()
    const admin = await acme.member('Administrator')
    await invite(admin, acme.slug, { emails: [guest.email] })
    const token = await invitationTo(install, guest.email)
    const params = { slug: acme.slug, user_id: admin.userId }
    await acme.owner.client.call(members.remove, { params })
    expect(await open(guest, token)).toEqual({ state: 'invalid' })
    await expect(accept(guest, token)).rejects.toMatchObject({ code: 404 })
  })

  test('needs an account', async () => {
    const { token } = await invited()
    const nobody = { ...(await signedInPerson(install)), client: install.client() }
    await expect(open(nobody, token)).rejects.toMatchObject({ code: 401 })
  })
})

test.each([
  ['olga@example.test', 'o•••@e•••.test'],
  ['a@mail.shop.co.uk', 'a•••@m•••.uk'],
])('%s is masked as %s', (email, masked) => {
  expect(mask(email)).toBe(masked)
})
