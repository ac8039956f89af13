import { accessTokens } from '@basalt/contract/account/access-tokens'
import { profiles } from '@basalt/contract/account/profile'
import { signIn as signInRoutes } from '@basalt/contract/account/sign-in'
import { customers } from '@basalt/contract/billing/customer'
import { createClient } from '@basalt/contract/client'
import { databaseQuery } from '@basalt/contract/database/query'
import { databaseTables } from '@basalt/contract/database/tables'
import { organizations } from '@basalt/contract/organization/organizations'
import { projects } from '@basalt/contract/project/projects'
import type { SentTo } from '@basalt/contract/route'
import { waitFor } from '@basalt/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  type ConnectedClient,
  createProject,
  signUp,
  signUpOwner,
  startTestInstall,
  strongPassword,
  type TestInstall,
} from '../../testing/test-install.ts'

let install: TestInstall
let owner: ConnectedClient
let slug: string
let ownerEmail: string
let ref: string

beforeAll(async () => {
  install = await startTestInstall()
  const { client, organization, email } = await signUpOwner(install)
  ownerEmail = email
  owner = client
  ;({ slug } = organization)
  ;({ ref } = await createProject(client, slug))
})
afterAll(() => install.close())

type Target = Partial<SentTo<typeof accessTokens.create>['body']>

/** A client with only the token. */
const bearer = (token: string) =>
  createClient({
    baseUrl: install.url,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${token}`)
      headers.set('x-connection-encrypted', owner.connections.get(ref) ?? '')
      return fetch(input, { ...init, headers })
    },
  })

async function make(target: Target, client = owner) {
  const made = await client.call(accessTokens.create, { body: { name: 'script', ...target } })
  return { ...made, ...bearer(made.token) }
}

const fine = (scopes: string[], more: Target = {}) =>
  make({ kind: 'fine-grained', scopes, ...more })

describe('a classic token', () => {
  test("has its owner's rights, except for sign-in methods", async () => {
    const token = await make({})
    await expect(token.call(profiles.get, {})).resolves.toBeDefined()
    await expect(token.call(projects.detail, { params: { ref } })).resolves.toMatchObject({ ref })
    const attempts = [
      () => token.call(accessTokens.list, {}),
      () => token.call(accessTokens.create, { body: { name: 'another' } }),
      () => token.call(profiles.sessions, {}),
    ]
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toMatchObject({
        code: 403,
        message: 'Access tokens cannot do this. Sign in with a browser.',
      })
    }
  })
})

describe('a fine-grained token', () => {
  test('has exactly the rights of its scopes', async () => {
    const token = await fine(['database_read'])
    const tables = { params: { ref }, query: { included_schemas: ['public'], limit: 10 } }
    await expect(token.call(databaseTables.list, tables)).resolves.toBeDefined()
    const lines: string[] = []
    const run = { params: { ref }, body: { query: 'create table sneaked (id int)' } }
    await token.stream(databaseQuery.run, run, {
      onLine: (line) => lines.push(JSON.stringify(line)),
    })
    expect(lines.join('')).toMatch(/read-only|permission denied/u)
    await expect(
      token.call(projects.rename, { params: { ref }, body: { name: 'Other' } }),
    ).rejects.toMatchObject({ code: 403 })
    await expect(token.call(profiles.get, {})).rejects.toMatchObject({
      message: 'This access token does not have the required scope',
    })
  })

  test('lists organizations and projects with the scopes of the account, and creates organizations', async () => {
    const reading = await fine(['organizations_read', 'projects_read'])
    await expect(reading.call(organizations.list, {})).resolves.toMatchObject([{ slug }])
    await expect(reading.call(projects.list, {})).resolves.toMatchObject([{ ref }])
    const creation = { body: { name: 'Made by a script' } }
    await expect(reading.call(organizations.create, creation)).rejects.toMatchObject({ code: 403 })
    const none = await fine(['snippets_read'])
    await expect(none.call(organizations.list, {})).rejects.toMatchObject({ code: 403 })
  })

  test('of one organization does not list the others', async () => {
    const other = await signUpOwner(install)
    await other.client.call(organizations.create, { body: { name: 'Second' } })
    const token = await make(
      {
        kind: 'fine-grained',
        scopes: ['organizations_read', 'organizations_create'],
        reach: 'organizations',
        organization_slugs: [other.organization.slug],
      },
      other.client,
    )
    const listed = await token.call(organizations.list, {})
    expect(listed.map((one) => one.slug)).toEqual([other.organization.slug])
    await expect(
      token.call(organizations.create, { body: { name: 'Third' } }),
    ).rejects.toMatchObject({ code: 403 })
  })

  test('of one project reaches no other project and no route of the organization', async () => {
    const scopes = ['project_admin_read', 'organization_admin_read', 'projects_read']
    const token = await fine(scopes, { reach: 'projects', project_refs: [ref] })
    await expect(token.call(projects.detail, { params: { ref } })).resolves.toMatchObject({ ref })
    await expect(token.call(customers.get, { params: { slug } })).rejects.toMatchObject({
      code: 403,
    })
    await install.store.deleteFrom('access_token_projects').execute()
    await expect(token.call(projects.detail, { params: { ref } })).rejects.toMatchObject({
      code: 404,
    })
  })

  test('loses a right at the moment when its owner loses it', async () => {
    const { client, profile } = await signUp(install)
    const { user_id } = await install.store
      .selectFrom('profiles')
      .select('user_id')
      .where('id', '=', profile.id)
      .executeTakeFirstOrThrow()
    const { id: organization_id } = (await owner.call(organizations.list, {}))[0] ?? { id: 0 }
    const membership = { organization_id, user_id, role: 'Developer' as const }
    await install.store.insertInto('members').values(membership).execute()
    const token = await make({ kind: 'fine-grained', scopes: ['project_admin_read'] }, client)
    await expect(token.call(projects.detail, { params: { ref } })).resolves.toBeDefined()
    await install.store.deleteFrom('members').where('user_id', '=', user_id).execute()
    await expect(token.call(projects.detail, { params: { ref } })).rejects.toMatchObject({
      code: 404,
    })
  })
})

describe('an invalid token request is refused at its field', () => {
  const tomorrow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  test.each<[string, string, Target, RegExp]>([
    ['no permission', 'scopes', { kind: 'fine-grained' }, /at least one/u],
    [
      'an unknown scope',
      'scopes',
      { kind: 'fine-grained', scopes: ['root'] },
      /scope root does not exist/u,
    ],
    [
      'a secret without what it is a secret of',
      'scopes',
      { kind: 'fine-grained', scopes: ['api_gateway_keys_secret_read'] },
      /API Key Secrets also needs API Keys/u,
    ],
    [
      'an organization of somebody else',
      'organization_slugs',
      {
        kind: 'fine-grained',
        scopes: ['members_read'],
        reach: 'organizations',
        organization_slugs: ['nowhere'],
      },
      /no access to the organization nowhere/u,
    ],
    [
      'no project',
      'project_refs',
      { kind: 'fine-grained', scopes: ['backups_read'], reach: 'projects' },
      /at least one project/u,
    ],
    ['a custom lifetime without a date', 'expires_at', { expires: 'custom' }, /Choose a date/u],
    [
      'a date in the past',
      'expires_at',
      { expires: 'custom', expires_at: tomorrow(-1) },
      /in the future/u,
    ],
    [
      'a date beyond a year',
      'expires_at',
      { expires: 'custom', expires_at: tomorrow(400) },
      /within a year/u,
    ],
  ])('%s', async (...[, field, target, message]) => {
    await expect(make(target)).rejects.toMatchObject({
      code: 400,
      fields: { [field]: expect.stringMatching(message) as string },
    })
  })
})

test.each([
  ['1-hour', 3600],
  ['1-day', 86_400],
  ['7-days', 7 * 86_400],
  ['30-days', 30 * 86_400],
] as const)('a token for %s expires after that time', async (expires, seconds) => {
  const { expires_at, is_expired } = await make({ expires })
  const left = (new Date(expires_at ?? 0).getTime() - Date.now()) / 1000
  expect(Math.abs(left - seconds)).toBeLessThan(30)
  expect(is_expired).toBe(false)
})

test('an expired token is refused and still listed as expired', async () => {
  const token = await make({ expires: '1-hour', name: 'old' })
  await install.store
    .updateTable('access_tokens')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', token.id)
    .execute()
  await expect(token.call(profiles.get, {})).rejects.toMatchObject({ code: 401 })
  const listed = await owner.call(accessTokens.list, {})
  expect(listed.find(({ name }) => name === 'old')).toMatchObject({ is_expired: true })
})

describe('a running query of a token', () => {
  /** In milliseconds, of the minute that the query takes. */
  const longBefore = 15_000
  const sleeping = async () => {
    const db = await install.engine.open(ref, 'owner')
    const rows = await db.query(
      "select count(*) from pg_stat_activity where query like 'select pg_sleep(60)%' and state = 'active'",
    )
    return rows
  }
  const count = async () => JSON.stringify(await sleeping())

  /** The owner in another browser. */
  async function signIn() {
    const client = install.client()
    await client.call(signInRoutes.signIn, {
      body: { email: ownerEmail, password: strongPassword },
    })
    client.connections.set(ref, owner.connections.get(ref) ?? '')
    return { client }
  }

  /** Starts the query and waits until the database runs it. */
  async function start(token: Pick<ConnectedClient, 'stream'>) {
    const idle = await count()
    const ended = token
      .stream(
        databaseQuery.run,
        { params: { ref }, body: { query: 'select pg_sleep(60)' } },
        { onLine: () => undefined },
      )
      .catch((error: unknown) => error)
    await waitFor(async () => ((await count()) === idle ? undefined : true), {
      what: 'The query runs',
    })
    return { ended, idle }
  }

  test('ends with its revocation, and is no longer in pg_stat_activity', async () => {
    const token = await make({})
    const { ended, idle } = await start(token)
    await owner.call(accessTokens.revoke, { params: { id: token.id } })
    const at = performance.now()
    await ended
    expect(performance.now() - at).toBeLessThan(longBefore)
    expect(await count()).toBe(idle)
    await expect(token.call(profiles.get, {})).rejects.toMatchObject({ code: 401 })
  })

  test('ends with the session when a session started it', async () => {
    const { client } = await signIn()
    const { ended, idle } = await start(client)
    await client.call(signInRoutes.signOut, {})
    const at = performance.now()
    await ended
    expect(performance.now() - at).toBeLessThan(longBefore)
    expect(await count()).toBe(idle)
  })

  test('ends when the token expires', async () => {
    const expires_at = new Date(Date.now() + 4000).toISOString()
    const token = await make({ expires: 'custom', expires_at })
    const { ended, idle } = await start(token)
    await ended
    expect(Date.now() - new Date(expires_at).getTime()).toBeLessThan(longBefore)
    expect(await count()).toBe(idle)
  })
})

test('creating and revoking a token are in the audit log of the account, without the token', async () => {
  const token = await make({ name: 'audited', expires: '1-day' })
  await owner.call(accessTokens.revoke, { params: { id: token.id } })
  const rows = await install.store
    .selectFrom('audit_log')
    .select(['action', 'target_name', 'before', 'after', 'chain'])
    .where('target_id', '=', token.id)
    .orderBy('number')
    .execute()
  expect(rows.map(({ action }) => action)).toEqual(['access_token.created', 'access_token.revoked'])
  expect(rows[0]).toMatchObject({ target_name: 'audited' })
  expect(rows[0]?.chain).toMatch(/^account:/u)
  expect(JSON.stringify(rows)).not.toContain(token.token)
})
