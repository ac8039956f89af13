import { accessTokens } from '@basalt/contract/account/access-tokens'
import { routeName } from '@basalt/contract/boot'
import { databaseQuery } from '@basalt/contract/database/query'
import { ApiError } from '@basalt/contract/errors'
import { type AnyRoute, capabilities } from '@basalt/contract/route'
import { everyRoute } from '@basalt/contract/testing/every-route'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type App, buildApp } from '../http/app.ts'
import { connectionHeader, sealConnection } from '../http/connection-header.ts'
import { serve } from '../http/route.ts'
import { insertProject } from '../store/projects.ts'
import { sampleBodies } from '../testing/sample-bodies.ts'
import { sampleInput } from '../testing/sample-input.ts'
import { signUpOwner, startTestInstall, type TestInstall } from '../testing/test-install.ts'
import { getDataRoute } from './data-routes.ts'

/** Every route that names an organization or project. */
const routes = everyRoute.filter(({ permission }) => typeof permission === 'object')

const ref = 'abcdefghijklmnopqrst'

let install: TestInstall
let dataRoute: App
let slug = ''
let token = ''

beforeAll(async () => {
  install = await startTestInstall()
  dataRoute = buildApp(
    {
      ...install.parts,
      capabilities: new Set(capabilities),
      logger: pino({ level: 'silent' }),
    },
    // A call that passes authorization gets this error.
    routes.map((route) =>
      serve(route, async () => {
        throw new ApiError('conflict', 'The handler was reached')
      }),
    ),
  )
  const owner = await signUpOwner(install)
  ;({ slug } = owner.organization)
  ;({ token } = await owner.client.call(accessTokens.create, { body: { name: 'all' } }))
  const project = {
    ref,
    name: 'Shop',
    organization_id: owner.organization.id,
    cloud_provider: 'AWS' as const,
    region: 'us-east-1',
    compute_size: 'ci_small' as const,
  }
  await insertProject(install.store, project, null)
})
afterAll(() => install.close())

/** The answer to an owner's valid input; bodies validated by code do not matter. */
async function ask(route: AnyRoute): Promise<{ code: number; kind: string; message: string }> {
  const { params, query, body } = sampleInput(route, {
    params: { slug, ref },
    body: sampleBodies[routeName(route)],
  })
  const answer = await dataRoute.http.inject({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => String(params[name])),
    query: (query ?? {}) as Record<string, string>,
    headers: {
      host: 'basalt.test',
      authorization: `Bearer ${token}`,
      [connectionHeader]: sealConnection(install.vault, ref),
    },
    ...(body !== undefined && { payload: body as object }),
  })
  const { code, kind, message } = answer.json<{ code: number; kind: string; message: string }>()
  return { code, kind, message }
}

const status = (to: 'grace_period' | 'grace_period_over' | 'restricted' | null) =>
  install.store.updateTable('organizations').set({ restriction_status: to }).execute()

async function spendStep(percent: number) {
  const { id } = await install.store
    .selectFrom('organizations')
    .select('id')
    .executeTakeFirstOrThrow()
  const now = new Date()
  await install.store
    .insertInto('subscriptions')
    .values({
      organization_id: id,
      anchor: now,
      closed_through: now,
      spend_cap: '0',
      spend_step: percent,
      grace_used_at: null,
      customer_id: null,
      subscription_id: null,
    })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({ spend_step: percent }),
    )
    .execute()
}

const opening = routes.filter(({ opensData }) => opensData === 'unless-restricted')
const staying = routes.filter(({ opensData }) => opensData !== 'unless-restricted')

describe('an organization whose services are restricted', () => {
  test('gets 402 from every data route, with the text of the specification', async () => {
    await status('restricted')
    expect(opening.length).toBeGreaterThan(8)
    for (const route of opening) {
      expect([routeName(route), await ask(route)]).toEqual([
        routeName(route),
        {
          code: 402,
          kind: 'payment_required',
          message:
            'Your Projects are unable to serve any requests as your Organization plan has used up its quota.',
        },
      ])
    }
  })

  test('keeps billing, settings, members, support and the export of its own data', async () => {
    await status('restricted')
    for (const route of staying)
      expect([routeName(route), (await ask(route)).code]).not.toContain(402)
    const paths = staying.map(routeName)
    for (const stored of [
      'GET /platform/organizations/{slug}/billing/subscription',
      'PUT /platform/organizations/{slug}/billing/plan',
      'GET /platform/organizations/{slug}/members',
      'DELETE /platform/projects/{ref}',
    ]) {
      expect(paths).toContain(stored)
    }
  })

  test.each(['grace_period', 'grace_period_over', null] as const)(
    'has full access while its status is %s',
    async (before) => {
      await status(before)
      for (const route of opening) {
        expect([routeName(route), (await ask(route)).code]).not.toContain(402)
      }
    },
  )
})

test('every path that needs the connection of a database is a data route', () => {
  const silent = routes.filter(
    ({ path, opensData }) => path.startsWith('/platform/pg-meta/') && opensData === undefined,
  )
  expect(silent.map(routeName)).toEqual([])
})

describe('spending beyond the read-only limit', () => {
  const changing = opening.filter(
    ({ permission }) =>
      typeof permission === 'object' && /:Write|:CreateTable$/u.test(permission.action),
  )

  test('refuses changes of data with 402 and nothing else', async () => {
    await status(null)
    await spendStep(120)
    expect(changing.length).toBeGreaterThan(2)
    for (const route of opening) {
      const { code } = await ask(route)
      expect([routeName(route), code === 402]).toEqual([routeName(route), changing.includes(route)])
    }
    await spendStep(110)
    for (const route of changing) expect((await ask(route)).code).not.toBe(402)
  })

  test('opens the database with the read-only role', () => {
    const organization = { isRestricted: false, spendStep: 120 }
    expect(getDataRoute(databaseQuery.run, organization)).toEqual({ isReadOnly: true })
    expect(getDataRoute(databaseQuery.run, { ...organization, spendStep: 110 })).toEqual({
      isReadOnly: false,
    })
  })
})
