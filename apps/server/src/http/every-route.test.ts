import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import { can, roles, rightsFor, rulesOfRole } from '@basalt/access'
import { accessTokens } from '@basalt/contract/account/access-tokens'
import { profiles } from '@basalt/contract/account/profile'
import { routeName } from '@basalt/contract/boot'
import { ApiError } from '@basalt/contract/errors'
import { organizations } from '@basalt/contract/organization/organizations'
import { type AnyRoute, capabilities, type Permission } from '@basalt/contract/route'
import { everyRoute } from '@basalt/contract/testing/every-route'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { githubProvider } from '../areas/account/github-provider.ts'
import { accountIdentity } from '../areas/account/sessions.ts'
import { openAiCompatibleModel } from '../areas/assistant/model/openai-compatible-model.ts'
import { grantRole } from '../demo/demo.ts'
import { insertMember } from '../store/organizations.ts'
import { insertProject } from '../store/projects.ts'
import { sampleBodies } from '../testing/sample-bodies.ts'
import { sampleInput } from '../testing/sample-input.ts'
import {
  signUp,
  startTestInstall,
  strongPassword,
  type TestInstall,
} from '../testing/test-install.ts'
import { type App, buildApp } from './app.ts'
import { connectionHeader, sealConnection } from './connection-header.ts'
import { memberPermissions } from './permissions.ts'
import { serve } from './route.ts'

const guarded = everyRoute.filter(({ permission }) => typeof permission === 'object')

const ref = 'abcdefghijklmnopqrst'
/** A project of the same organization in which the guest has no role. */
const otherRef = 'otherotherotherother'
const noRef = 'tsrqponmlkjihgfedcba'

let install: TestInstall
let dataRoute: App
let slug: string
/** Cookies by role; `outsider` is a member of another organization. */
const cookies = new Map<string, string>()
const tokens = new Map<string, string>()

beforeAll(async () => {
  install = await startTestInstall({
    // No route is offered for it alone, and accounts here need not prove an address.
    capabilities: capabilities.filter((name) => name !== 'email-verification'),
    github: githubProvider({
      clientId: 'id',
      clientSecret: 'secret',
      webUrl: 'http://127.0.0.1:1',
      apiUrl: 'http://127.0.0.1:1',
    }),
    model: openAiCompatibleModel({ baseUrl: 'http://127.0.0.1:1/v1', name: 'model', apiKey: null }),
    adminPassword: strongPassword,
  })
  const { store, vault } = install
  const reached = new ApiError('conflict', 'The handler was reached')
  const identity = accountIdentity(store)
  dataRoute = buildApp(
    {
      ...install.parts,
      identity,
      permissions: memberPermissions(store),
      capabilities: new Set(capabilities),
      logger: pino({ level: 'silent' }),
    },
    // Authorization is tested here: a call that passes it gets this error.
    everyRoute.map((route) =>
      serve(route, async () => {
        throw reached
      }),
    ),
  )
  const owner = await person('Owner')
  const organization = await owner.call(organizations.create, { body: { name: 'Acme' } })
  ;({ slug } = organization)
  await store.updateTable('organizations').set({ plan: 'enterprise' }).execute()
  for (const role of roles.slice(1)) {
    const member = await person(role)
    await insertMember(store, {
      organizationId: organization.id,
      userId: await getUserId(member),
      role,
    })
  }
  const outsider = await person('outsider')
  await outsider.call(organizations.create, { body: { name: 'Elsewhere' } })
  for (const one of [ref, otherRef]) {
    await insertProject(
      store,
      {
        ref: one,
        name: 'Shop',
        organization_id: organization.id,
        cloud_provider: 'AWS',
        region: 'us-east-1',
        compute_size: 'ci_small',
      },
      null,
    )
  }
  const guest = await person('guest')
  await grantRole(store, {
    email: (await guest.call(profiles.get, {})).primary_email,
    organizationSlug: slug,
    assignment: {
      role: null,
      project_roles: [{ project_ref: ref, role: 'Read-only', custom_role_id: null }],
    },
  })
  const limited = await owner.call(accessTokens.create, {
    body: { name: 'limited', kind: 'fine-grained', scopes: ['action_runs_read'] },
  })
  tokens.set('limited', limited.token)
  connection = sealConnection(vault, ref)

  /** Signs up and stores a session and a token of the user. */
  async function person(role: string) {
    const { client } = await signUp(install, role.toLowerCase())
    const { token } = await client.call(accessTokens.create, {
      body: { name: role },
    })
    tokens.set(role, token)
    const session = await identity.startSession(await getUserId(client), {
      address: '127.0.0.1',
      userAgent: null,
    })
    cookies.set(role, `basalt_session=${session.token}`)
    return client
  }
})
afterAll(() => install.close())

let connection = ''

async function getEmail(role: string): Promise<string> {
  const row = await install.store
    .selectFrom('users')
    .select('email')
    .where('email', 'like', `${role.toLowerCase()}-%`)
    .executeTakeFirstOrThrow()
  return row.email
}

async function getUserId(client: Awaited<ReturnType<typeof signUp>>['client']): Promise<string> {
  const { primary_email } = await client.call(profiles.get, {})
  const row = await install.store
    .selectFrom('users')
    .select('id')
    .where('email', '=', primary_email)
    .executeTakeFirstOrThrow()
  return row.id
}

type Requested = {
  as?: { cookie?: string | undefined; token?: string | undefined }
  deleted?: true
  in?: string
}

/** The authorization's answer to a call with valid input. */
async function ask(route: AnyRoute, { as = {}, deleted, in: place = ref }: Requested) {
  const { params, query, body } = sampleInput(route, {
    params: deleted === true ? { slug: 'nowhere', ref: noRef } : { slug, ref: place },
    body: sampleBodies[routeName(route)],
  })
  const path = route.path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => String(params[name]))
  const answer = await dataRoute.http.inject({
    method: route.method,
    url: path,
    query: (query ?? {}) as Record<string, string>,
    headers: {
      host: 'basalt.test',
      'x-request-id': randomUUID(),
      [connectionHeader]: connection,
      ...(as.cookie !== undefined && { cookie: as.cookie }),
      ...(as.token !== undefined && { authorization: `Bearer ${as.token}` }),
    },
    ...(body !== undefined && { payload: body as object }),
  })
  const { code, kind, message, fields } = answer.json<Record<string, unknown>>()
  return { code, kind, message, ...(fields !== undefined && { fields }) }
}

const through = { code: 409, kind: 'conflict', message: 'The handler was reached' }
const refused = {
  code: 403,
  kind: 'forbidden',
  message: 'You need additional permissions to do this',
}

describe('every route of the contract', () => {
  test('is found, and a route with a permission uses one of the table', () => {
    expect(everyRoute.length).toBeGreaterThan(80)
    const unknown = guarded.filter((route) => rightsFor(requested(route)).length === 0)
    expect(unknown.map(routeName)).toEqual([])
  })

  test('is answered by the install', () => {
    const answered = install.endpointNames
    const unanswered = everyRoute.map(routeName).filter((name) => !answered.includes(name))
    expect(unanswered).toEqual([])
  })

  test.each(everyRoute.map((route) => [routeName(route), route] as const))(
    '%s requires authentication',
    async (_, route) => {
      const { code } = await ask(route, {})
      expect(code).toBe(route.permission === 'public' ? through.code : 401)
    },
  )

  test('of the operator is limited to operators, in a browser', async () => {
    const ofOperator = everyRoute.filter(({ permission }) => permission === 'operator')
    const runs = (email: string, is: boolean) =>
      install.store.updateTable('users').set({ is_operator: is }).where('email', '=', email)
    const email = await getEmail('Owner')
    for (const route of ofOperator) {
      const nothing = { code: 404, message: `Not found: ${routeName(route)}` }
      for (const as of [{ cookie: cookies.get('Owner') }, { token: tokens.get('Owner') }]) {
        expect(await ask(route, { as })).toMatchObject(nothing)
      }
      await runs(email, true).execute()
      expect(await ask(route, { as: { cookie: cookies.get('Owner') } })).toMatchObject(through)
      expect(await ask(route, { as: { token: tokens.get('Owner') } })).toMatchObject(nothing)
      await runs(email, false).execute()
    }
  })

  test.each(guarded.map((route) => [routeName(route), route] as const))(
    '%s reveals nothing to outsiders',
    async (_, route) => {
      for (const as of [{ cookie: cookies.get('outsider') }, { token: tokens.get('outsider') }]) {
        const strange = await ask(route, { as })
        expect(strange).toEqual(await ask(route, { as, deleted: true }))
        expect(strange).toMatchObject({ code: 404 })
      }
    },
  )

  test.each(guarded.map((route) => [routeName(route), route] as const))(
    '%s is limited to exactly the roles of the table, by cookie and by token',
    async (_, route) => {
      for (const role of roles) {
        const isAllowed = allows(role, route)
        const byTable = rightsFor(requested(route)).some((right) => right.roles.includes(role))
        expect(isAllowed).toBe(byTable)
        const expected = isAllowed ? through : refused
        expect(await ask(route, { as: { cookie: cookies.get(role) } })).toEqual(expected)
        expect(await ask(route, { as: { token: tokens.get(role) } })).toEqual(expected)
      }
    },
  )
})

describe('a member with a role in one project', () => {
  const inProjects = guarded.filter(({ path }) => path.includes('{ref}'))
  const guest = () => ({ cookie: cookies.get('guest') })

  test('has the rights of the role there', async () => {
    for (const route of inProjects) {
      const expected = allows('Read-only', route) ? through : refused
      expect([routeName(route), await ask(route, { as: guest() })]).toEqual([
        routeName(route),
        expected,
      ])
    }
  })

  test('learns nothing of the other projects', async () => {
    for (const route of inProjects) {
      expect(await ask(route, { as: guest(), in: otherRef })).toEqual(
        await ask(route, { as: guest(), deleted: true }),
      )
    }
  })

  test('sees that the organization exists', async () => {
    const seen = { action: 'read:Read', resource: 'organizations' }
    for (const route of guarded.filter(({ path }) => path.includes('{slug}'))) {
      const isSeen = isDeepStrictEqual(requested(route), seen)
      expect(await ask(route, { as: guest() })).toEqual(isSeen ? through : refused)
    }
  })
})

test('a token of the owner with one scope has exactly that scope', async () => {
  const opened: string[] = []
  for (const route of everyRoute.filter(({ permission }) => permission !== 'public')) {
    const answer = await ask(route, { as: { token: tokens.get('limited') } })
    if (answer.code === through.code) opened.push(routeName(route))
  }
  expect(opened).toEqual(['GET /platform/projects/{ref}'])
})

test('an organization that requires multi-factor authentication is closed without it, for its owner too', async () => {
  const requires = (isRequired: boolean) =>
    install.store
      .updateTable('organizations')
      .set({ organization_requires_mfa: isRequired })
      .where('slug', '=', slug)
      .execute()
  await requires(true)
  for (const route of guarded) {
    for (const as of [{ cookie: cookies.get('Owner') }, { token: tokens.get('Owner') }]) {
      expect(await ask(route, { as })).toMatchObject({ code: 403, kind: 'mfa_required' })
    }
  }
  await requires(false)
})

const requested = ({ permission }: AnyRoute) => permission as Permission

const allows = (role: (typeof roles)[number], route: AnyRoute): boolean =>
  can(rulesOfRole(role, { organizationSlug: slug }), {
    ...requested(route),
    organizationSlug: slug,
  })
