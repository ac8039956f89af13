import { profiles } from '@basalt/contract/account/profile'
import { signIn } from '@basalt/contract/account/sign-in'
import { buildPath } from '@basalt/contract/client'
import { databaseQuery } from '@basalt/contract/database/query'
import { databaseTables } from '@basalt/contract/database/tables'
import { organizations } from '@basalt/contract/organization/organizations'
import { projects } from '@basalt/contract/project/projects'
import { snippets } from '@basalt/contract/project/snippets'
import type { AnyRoute } from '@basalt/contract/route'
import { utility } from '@basalt/contract/utility'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { sampleInput } from '../testing/sample-input.ts'
import {
  createProject,
  signUp,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../testing/test-install.ts'

const routes: AnyRoute[] = [
  databaseQuery,
  databaseTables,
  organizations,
  profiles,
  projects,
  signIn,
  snippets,
  utility,
].flatMap((group) => Object.values(group) as AnyRoute[])

const anyId = '00000000-0000-4000-8000-000000000000'
const bodies: Record<string, unknown> = {
  name: 'x',
  sql: 'select 1',
  query: 'select 1',
  id: anyId,
  version: 1,
  values: { a: '1' },
  key: ['1'],
  keys: [['1']],
}

/**
 * Values that schemas require, and that they validate by code. A query's values are not a row's.
 */
const getBody = (route: AnyRoute) => ({
  ...(sampleInput(route, { params: {} }).body as object | undefined),
  ...(route.path === databaseQuery.run.path ? { query: 'select 1' } : bodies),
})

let install: TestInstall

beforeAll(async () => {
  install = await startTestInstall()
})
afterAll(() => install.close())

function addressOf(route: AnyRoute, params: Record<string, string>): URL {
  const address = new URL(buildPath(route, params), install.url)
  const { query } = sampleInput(route, { params })
  for (const [name, value] of Object.entries(query ?? {})) {
    address.searchParams.set(name, String(value))
  }
  return address
}

const ask = (
  route: AnyRoute,
  params: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  fetch(addressOf(route, params), {
    method: route.method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(route.method !== 'GET' && { body: JSON.stringify(getBody(route)) }),
  })

describe('every route', () => {
  test.each(
    routes
      .filter((route) => route.permission !== 'public')
      .map((route) => [`${route.method} ${route.path}`, route]),
  )('%s answers 401 without a session', async (_, route) => {
    const response = await ask(route, { ref: 'a', slug: 'a', id: '1', version: '1' })
    expect(response.status).toBe(401)
  })

  test('with a scope answers an outsider as if it did not exist', async () => {
    const owner = await signUpOwner(install)
    const project = await createProject(owner.client, owner.organization.slug)
    const outsider = await signUp(install)
    const cookie = [...outsider.client.cookies].map((pair) => pair.join('=')).join('; ')
    for (const route of routes.filter(({ permission }) => typeof permission === 'object')) {
      const id = /\/(?:content|sessions)\//u.test(route.path) ? anyId : '1'
      const real = await ask(
        route,
        { ref: project.ref, slug: owner.organization.slug, id, version: '1' },
        { cookie },
      )
      const fake = await ask(
        route,
        { ref: 'aaaaaaaaaaaaaaaaaaaa', slug: 'nothing', id, version: '1' },
        { cookie },
      )
      const [realBody, fakeBody] = [await real.json(), await fake.json()] as { message: string }[]
      expect([route.path, real.status, realBody?.message]).toEqual([
        route.path,
        fake.status,
        fakeBody?.message,
      ])
      expect([route.path, real.status]).toEqual([route.path, 404])
    }
  })
})

describe('answers', () => {
  test('health and time need no session', async () => {
    const health = await fetch(`${install.url}/api/health`)
    await expect(health.json()).resolves.toEqual({ status: 'ok' })
    const time = (await (await fetch(`${install.url}/api/get-utc-time`)).json()) as {
      utcTime: string
    }
    expect(Math.abs(Date.parse(time.utcTime) - Date.now())).toBeLessThan(5000)
  })

  test.each(['/platform/nothing', '/api/nothing', '/platform', '/api/'])(
    'the unknown path %s is a JSON error with a request id',
    async (path) => {
      const response = await fetch(install.url + path)
      expect(response.status).toBe(404)
      const body = (await response.json()) as { requestId: string; message: string; code: number }
      expect(body).toMatchObject({ code: 404, kind: 'not_found' })
      expect(body.requestId).toBe(response.headers.get('x-request-id'))
    },
  )

  test("the caller's request id is returned; an invalid one is replaced", async () => {
    const own = await fetch(`${install.url}/api/health`, {
      headers: { 'x-request-id': 'abcd-1234-efgh' },
    })
    expect(own.headers.get('x-request-id')).toBe('abcd-1234-efgh')
    const hostile = await fetch(`${install.url}/api/health`, {
      headers: { 'x-request-id': '<script>' },
    })
    expect(hostile.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/u)
  })

  test('an invalid JSON body is a clear error, not a stack', async () => {
    const response = await fetch(`${install.url}/platform/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email": ',
    })
    expect(response.status).toBe(400)
    await expect(response.json()).resolves.toMatchObject({
      message: 'The request is not valid JSON',
    })
  })

  test('a body of three megabytes is refused', async () => {
    const response = await fetch(`${install.url}/platform/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'x'.repeat(3_000_000) }),
    })
    expect(response.status).toBe(413)
  })
})

test('database calls need the encrypted connection of their own project', async () => {
  const owner = await signUpOwner(install)
  const [one, other] = [
    await createProject(owner.client, owner.organization.slug),
    await createProject(owner.client, owner.organization.slug),
  ]
  const cookie = [...owner.client.cookies].map((pair) => pair.join('=')).join('; ')
  const list = (connection: string | null) =>
    ask(
      databaseTables.schemas,
      { ref: one.ref },
      { cookie, ...(connection !== null && { 'x-connection-encrypted': connection }) },
    )

  expect((await list(one.connectionString)).status).toBe(200)
  for (const wrong of [null, 'nonsense', other.connectionString]) {
    const response = await list(wrong)
    expect(response.status).toBe(400)
    await expect(response.json()).resolves.toMatchObject({
      message: 'API Error: happened while trying to acquire connection to the database',
    })
  }
})
