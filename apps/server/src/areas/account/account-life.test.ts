import { accessTokens } from '@basalt/contract/account/access-tokens'
import { account } from '@basalt/contract/account/account'
import { profiles } from '@basalt/contract/account/profile'
import { signIn } from '@basalt/contract/account/sign-in'
import { organizations } from '@basalt/contract/organization/organizations'
import { utility } from '@basalt/contract/utility'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { outboxMailer } from '../../mail/mailer.ts'
import { listMails } from '../../mail/outbox-store.ts'
import { accountChain, organizationChain } from '../../store/audit-rows.ts'
import {
  signUp,
  signUpOwner,
  startTestInstall,
  strongPassword,
  type TestInstall,
} from '../../testing/test-install.ts'
import { mailLink } from './mail-links.ts'

let install: TestInstall

beforeAll(async () => {
  install = await startTestInstall()
})
afterAll(() => install.close())

async function getUserId(email: string): Promise<string> {
  const { id } = await install.store
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return id
}

const getAudit = (chain: string) =>
  install.store
    .selectFrom('audit_log')
    .select(['action', 'before', 'after', 'actor_name'])
    .where('chain', '=', chain)
    .orderBy('number')
    .execute()

async function mailsTo(email: string) {
  const mails = await listMails(install.store)
  return mails.filter(({ to }) => to === email)
}

async function linkIn(email: string): Promise<string> {
  const [mail] = await mailsTo(email)
  return /confirm-email\?token=(\S+)/u.exec(mail?.text ?? '')?.[1] ?? ''
}

/** Backdates the sign-in. */
const tire = (userId: string) =>
  install.store
    .updateTable('sessions')
    .set({ confirmed_at: new Date(0) })
    .where('user_id', '=', userId)
    .execute()

describe('the profile', () => {
  test('accepts a name and a time zone, and the change is in the audit log of the account', async () => {
    const { client, email } = await signUp(install)
    await client.call(account.update, { body: { name: 'Olga', time_zone: 'Europe/Berlin' } })
    const changed = { name: 'Olga', time_zone: 'Europe/Berlin' }
    await expect(client.call(profiles.get, {})).resolves.toMatchObject(changed)
    const row = (await getAudit(accountChain(await getUserId(email)))).at(-1)
    expect(row).toMatchObject({ action: 'account.updated' })
    expect(JSON.parse(row?.after ?? '')).toEqual(changed)
    await client.call(account.update, { body: { name: '', time_zone: null } })
    await expect(client.call(profiles.get, {})).resolves.toMatchObject({
      name: null,
      time_zone: null,
    })
  })

  test('refuses an unknown time zone, at its field', async () => {
    const { client } = await signUp(install)
    await expect(
      client.call(account.update, { body: { time_zone: 'Moon/Crater' } }),
    ).rejects.toMatchObject({ fields: { time_zone: 'The time zone Moon/Crater does not exist' } })
  })
})

describe('a new email address', () => {
  const fresh = () => `new-${crypto.randomUUID()}@example.test`

  test('is set when its emailed link is opened, and the old address gets a notice', async () => {
    const { client, email } = await signUp(install)
    const target = fresh()
    await client.call(signIn.forgotPassword, { body: { email } })
    // The email is sent after the answer.
    await expect.poll(() => mailsTo(email)).toHaveLength(1)
    await client.call(account.changeEmail, { body: { email: target } })
    await expect(client.call(account.details, {})).resolves.toMatchObject({ pending_email: target })
    await expect(client.call(profiles.get, {})).resolves.toMatchObject({ primary_email: email })
    expect((await mailsTo(email))[0]?.text).toContain(target)

    const token = await linkIn(target)
    const elsewhere = install.client()
    await elsewhere.call(account.confirmEmail, { body: { token } })
    await expect(client.call(profiles.get, {})).resolves.toMatchObject({ primary_email: target })
    expect((await mailsTo(email))[0]?.subject).toMatch(/was changed/u)
    await expect(elsewhere.call(account.confirmEmail, { body: { token } })).rejects.toMatchObject({
      code: 400,
    })
    // A link to the old address would give its reader access.
    const userId = await getUserId(target)
    const links = await install.store
      .selectFrom('mail_tokens')
      .select('purpose')
      .where('user_id', '=', userId)
      .execute()
    expect(links).toEqual([])
    const actions = (await getAudit(accountChain(userId))).map(({ action }) => action)
    expect(actions).toEqual(
      expect.arrayContaining(['account.email_change_requested', 'account.email_changed']),
    )
  })

  test('invalidates pending links to the old one', async () => {
    const { email } = await signUp(install)
    const id = await getUserId(email)
    const { store } = install
    await store.updateTable('users').set({ email: fresh() }).where('id', '=', id).execute()
    const services = { store, mailer: outboxMailer(store), publicUrl: 'http://basalt.test' }
    await mailLink(services, 'reset-password', { id, email })
    expect(await mailsTo(email)).toEqual([])
    const links = store.selectFrom('mail_tokens').select('purpose').where('user_id', '=', id)
    expect(await links.execute()).toEqual([])
  })

  test('that is taken is answered like any other: only its owner gets a different email', async () => {
    const [one, other] = [await signUp(install), await signUp(install)]
    const answers = [
      await one.client.call(account.changeEmail, { body: { email: other.email } }),
      await one.client.call(account.changeEmail, { body: { email: fresh() } }),
    ]
    expect(answers[0]).toEqual(answers[1])
    const [mail] = await mailsTo(other.email)
    expect(mail?.subject).toBe('You already have a Basalt account')
    expect(mail?.text).not.toContain('token=')
  })

  test('that another account took since is refused like a used link', async () => {
    const { client } = await signUp(install)
    const target = fresh()
    await client.call(account.changeEmail, { body: { email: target } })
    const token = await linkIn(target)
    await install
      .client()
      .call(signIn.signUp, { body: { email: target, password: strongPassword } })
    await expect(client.call(account.confirmEmail, { body: { token } })).rejects.toMatchObject({
      message: 'This link has expired or was already used. Request a new one.',
    })
  })

  test('can be cancelled before it is confirmed', async () => {
    const { client } = await signUp(install)
    const target = fresh()
    await client.call(account.changeEmail, { body: { email: target } })
    const token = await linkIn(target)
    await client.call(account.cancelEmailChange, {})
    await expect(client.call(account.confirmEmail, { body: { token } })).rejects.toMatchObject({
      code: 400,
    })
  })

  test('needs a recent confirmation of identity', async () => {
    const { client, email } = await signUp(install)
    await tire(await getUserId(email))
    await expect(
      client.call(account.changeEmail, { body: { email: fresh() } }),
    ).rejects.toMatchObject({ kind: 'confirmation_required' })
  })
})

describe('a linked identity', () => {
  const link = async (email: string) =>
    install.store
      .insertInto('identities')
      .values({
        provider: 'github',
        provider_account_id: crypto.randomUUID(),
        user_id: await getUserId(email),
      })
      .execute()

  test('is unlinked when there is another sign-in method', async () => {
    const { client, email } = await signUp(install)
    await link(email)
    await expect(client.call(account.details, {})).resolves.toMatchObject({
      identities: [{ provider: 'github', locked_reason: null }],
    })
    await client.call(account.unlinkIdentity, { params: { provider: 'github' } })
    await expect(client.call(account.details, {})).resolves.toMatchObject({ identities: [] })
  })

  test('cannot be unlinked when it is the only sign-in method', async () => {
    const { client, email } = await signUp(install)
    await link(email)
    await install.store
      .updateTable('users')
      .set({ password_hash: null })
      .where('email', '=', email)
      .execute()
    await expect(
      client.call(account.unlinkIdentity, { params: { provider: 'github' } }),
    ).rejects.toMatchObject({
      code: 409,
      message: expect.stringMatching(/only sign-in method/u) as string,
    })
  })
})

describe('deleting an account', () => {
  test('lists the effects and has exactly these', async () => {
    const owner = await signUpOwner(install)
    const other = await signUpOwner(install)
    const userId = await getUserId(owner.email)
    await install.store
      .insertInto('members')
      .values({ organization_id: other.organization.id, user_id: userId, role: 'Developer' })
      .execute()
    const { token } = await owner.client.call(accessTokens.create, { body: { name: 'CI' } })
    const plan = await owner.client.call(account.deletionPlan, {})
    expect(plan).toEqual({
      email: owner.email,
      removed: [{ slug: owner.organization.slug, name: 'Acme' }],
      left: [{ slug: other.organization.slug, name: 'Acme' }],
      blocking: [],
      access_tokens: 1,
      snippets: 0,
    })

    await owner.client.call(account.remove, { body: { confirm: owner.email } })
    await expect(owner.client.call(profiles.get, {})).rejects.toMatchObject({ code: 401 })
    const byToken = await fetch(`${install.url}/platform/profile`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(byToken.status).toBe(401)
    await expect(
      install
        .client()
        .call(signIn.signIn, { body: { email: owner.email, password: strongPassword } }),
    ).rejects.toMatchObject({ code: 401 })
    const rows = [
      ...(await getAudit(organizationChain(owner.organization.id))),
      ...(await getAudit(organizationChain(other.organization.id))),
      ...(await getAudit(accountChain(userId))),
    ].map(({ action }) => action)
    expect(rows).toEqual(
      expect.arrayContaining(['organization.deleted', 'member.left', 'account.deleted']),
    )
  })

  test('is refused while an organization would have no owner', async () => {
    const owner = await signUpOwner(install)
    const member = await signUp(install)
    await install.store
      .insertInto('members')
      .values({
        organization_id: owner.organization.id,
        user_id: await getUserId(member.email),
        role: 'Developer',
      })
      .execute()
    await expect(owner.client.call(account.deletionPlan, {})).resolves.toMatchObject({
      removed: [],
      blocking: [{ name: 'Acme', members: 1, projects: 0 }],
    })
    await expect(
      owner.client.call(account.remove, { body: { confirm: owner.email } }),
    ).rejects.toMatchObject({
      code: 409,
      message:
        'You are the last owner of Acme. Make another member an owner there, or delete it first.',
    })
    await expect(owner.client.call(organizations.list, {})).resolves.toHaveLength(1)
  })

  test('requires typing the address, and a recent confirmation of identity', async () => {
    const { client, email } = await signUp(install)
    await expect(client.call(account.remove, { body: { confirm: 'yes' } })).rejects.toMatchObject({
      fields: { confirm: `Type ${email} to confirm` },
    })
    await tire(await getUserId(email))
    await expect(client.call(account.remove, { body: { confirm: email } })).rejects.toMatchObject({
      kind: 'confirmation_required',
    })
  })
})

describe('features that the operator has switched off', () => {
  test('are listed by the install and refused by the server', async () => {
    const closed = await startTestInstall({
      disabledFeatures: ['dashboard_auth:sign_up'],
    })
    const body = { email: 'nobody@example.test', password: strongPassword }
    const offered = await closed.client().call(utility.install, {})
    await expect(closed.client().call(signIn.signUp, { body })).rejects.toMatchObject({
      code: 403,
      message: 'Your administrator has switched this off',
    })
    await closed.close()
    expect(offered.disabled_features).toContain('dashboard_auth:sign_up')
  })
})
