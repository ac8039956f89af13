import { once } from 'node:events'
import http from 'node:http'
import { json } from 'node:stream/consumers'

import { gateway as routes } from '@basalt/contract/gateway/gateway'
import { projects } from '@basalt/contract/project/projects'
import { systemRequestLog } from '@basalt/gateway'
import { describeGateway } from '@basalt/gateway-testkit'
import { waitFor } from '@basalt/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { installMigrations } from '../../areas.ts'
import { systemQueries } from '../../gateway/system-queries.ts'
import { initialLimits } from '../../limits/limits.ts'
import { createResources } from '../../limits/resources.ts'
import { openStore } from '../../store/store.ts'
import { hangDatabase } from '../../testing/hung-database.ts'
import {
  type ConnectedClient,
  createProject,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../../testing/test-install.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const limits = { ...initialLimits, gatewayRequestsPerProject: 60, gatewayHealthMs: 1500 }

async function pause(client: ConnectedClient, ref: string) {
  await client.call(projects.pause, { params: { ref } })
  const isPaused = async () =>
    (await client.call(projects.detail, { params: { ref } })).status === 'INACTIVE'
  await waitFor(isPaused, { what: 'The project is paused', timeoutMs: 30_000 })
}

describeGateway('of a server with clusters of its own', async () => {
  const install = await startTestInstall({ resources: createResources(limits) })
  const [one, two] = await Promise.all([signUpOwner(install), signUpOwner(install)])
  const [available, hanging, paused, foreign] = await Promise.all([
    createProject(one.client, one.organization.slug),
    createProject(one.client, one.organization.slug),
    createProject(two.client, two.organization.slug),
    createProject(two.client, two.organization.slug),
  ])
  await pause(two.client, paused.ref)
  const resume = await hangDatabase(install.engine, hanging.ref)
  return {
    fetch: (path, init) => fetch(`${install.url}${path}`, init),
    refs: {
      available: available.ref,
      foreign: foreign.ref,
      paused: paused.ref,
      hanging: hanging.ref,
    },
    requests: install.gateway.requests,
    async openRequests() {
      const { store, close } = await openStore(install.system, { migrations: installMigrations })
      return { requests: systemRequestLog({ system: systemQueries(store), log: silent }), close }
    },
    limits: {
      projectPerMinute: limits.gatewayRequestsPerProject,
      healthMs: limits.gatewayHealthMs,
    },
    async dispose() {
      resume()
      await install.close()
    },
  }
})

describe('the gateway of a project in the dashboard', () => {
  let install: TestInstall
  let client: ConnectedClient
  let slug: string
  let ref: string

  beforeAll(async () => {
    install = await startTestInstall()
    const owner = await signUpOwner(install)
    client = owner.client
    slug = owner.organization.slug
    ref = (await createProject(client, slug)).ref
  })
  afterAll(() => install.close())

  const request = async (path: string) => {
    const answer = await fetch(`${install.url}/p/${ref}${path}`)
    await answer.text()
    return answer
  }
  const list = (query: { limit?: number; cursor?: string; status?: '2xx' | '4xx' } = {}) =>
    client.call(routes.requests, { params: { ref }, query })

  test('its health and its address, without a row in the log', async () => {
    const { health, url } = await client.call(routes.health, { params: { ref } })
    expect(health).toMatchObject({ status: 'ok', database: { version: expect.any(String) } })
    expect(new URL(url).pathname).toBe(`/p/${ref}`)
    expect((await list()).requests).toEqual([])
  })

  test('its requests, the newest first, page by page and by status', async () => {
    const [healthy, missing] = [await request('/health'), await request('/nothing?key=secret')]
    const { requests, next_cursor } = await list({ limit: 1 })
    expect(requests).toMatchObject([
      {
        method: 'GET',
        path: '/nothing',
        status: 404,
        request_id: missing.headers.get('x-request-id'),
        client_address: '127.0.0.1',
      },
    ])
    const second = await list({ limit: 1, cursor: next_cursor ?? '' })
    expect(second.requests).toMatchObject([
      { path: '/health', status: 200, request_id: healthy.headers.get('x-request-id') },
    ])
    expect(second.next_cursor).toBeNull()
    expect((await list({ status: '4xx' })).requests).toEqual(requests)
    expect((await list({ status: '2xx' })).requests).toEqual(second.requests)
    const id = '-'.repeat(36)
    for (const cursor of [
      'nonsense',
      `2026-01-01T00:00:00.000Z_${id}`,
      '2026-02-31T00:00:00.000Z_00000000-0000-4000-8000-000000000001',
    ])
      await expect(list({ cursor })).rejects.toMatchObject({ code: 400 })
  })

  test('nothing of either for members of other organizations', async () => {
    const { client: outsider } = await signUpOwner(install)
    const unknown = { kind: 'not_found' }
    const params = { ref }
    await expect(outsider.call(routes.health, { params })).rejects.toMatchObject(unknown)
    await expect(outsider.call(routes.requests, { params, query: {} })).rejects.toMatchObject(
      unknown,
    )
  })

  test('a restricted organization is answered 402, and a removed project 404', async () => {
    const restrict = (status: 'restricted' | null) =>
      install.store
        .updateTable('organizations')
        .set({ restriction_status: status })
        .where('slug', '=', slug)
        .execute()
    await restrict('restricted')
    expect((await request('/health')).status).toBe(402)
    await restrict(null)
    const removed = await createProject(client, slug)
    await client.call(projects.remove, { params: { ref: removed.ref } })
    await install.lifecycle.idle()
    expect((await fetch(`${install.url}/p/${removed.ref}/health`)).status).toBe(404)
  })

  test.each(['PROPFIND', 'TRACE', 'QUERY', 'M-SEARCH'])(
    '%s is answered in the error form of the gateway, and logged',
    async (method) => {
      const id = `${method}-request`
      // `fetch` sends none of TRACE.
      const sent = http.request(`${install.url}/p/${ref}/health`, {
        method,
        headers: { 'x-request-id': id },
      })
      sent.end()
      const [answer] = (await once(sent, 'response')) as [http.IncomingMessage]
      expect(answer.statusCode).toBe(405)
      expect(answer.headers['access-control-allow-origin']).toBe('*')
      expect(await json(answer)).toMatchObject({ code: 'method_not_allowed', details: null })
      await install.gateway.requests.flush()
      const { requests } = await list({ status: '4xx' })
      expect(requests.filter((one) => one.request_id === id)).toMatchObject([
        { method, path: '/health', status: 405 },
      ])
    },
  )

  test('the plan decides how long requests are kept', async () => {
    await request('/health')
    await install.gateway.requests.flush()
    const age = (days: number) =>
      systemQueries(install.store).query(
        `update gateway_requests set at = now() - $1 * interval '1 day'`,
        [days],
      )
    await age(0.9)
    expect(await install.gateway.removeOld()).toBe(0)
    await age(1.1)
    expect(await install.gateway.removeOld()).toBeGreaterThan(0)
    expect((await list()).requests).toEqual([])
  })

  test('requests too large to be read are refused in the error form of the gateway, and logged', async () => {
    const body = 'x'.repeat(initialLimits.anonymousBodyBytes + 1)
    const answer = await fetch(`${install.url}/p/${ref}/health`, { method: 'POST', body })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ code: 'payload_too_large', details: null })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    await install.gateway.requests.flush()
    const rows = await systemQueries(install.store).query<{ status: number }>(
      'select status from gateway_requests where request_id = $1',
      [answer.headers.get('x-request-id')],
    )
    expect(rows).toEqual([{ status: 413 }])
  })
})
