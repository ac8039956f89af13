import { once } from 'node:events'
import http from 'node:http'
import { json } from 'node:stream/consumers'

import { gateway as routes } from '@basalt/contract/gateway/gateway'
import { projects } from '@basalt/contract/project/projects'
import { describeGateway } from '@basalt/gateway-testkit'
import { type LogStore, systemLogStore } from '@basalt/logs'
import { waitFor } from '@basalt/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { initialLimits } from '../../limits/limits.ts'
import { createResources } from '../../limits/resources.ts'
import { hangDatabase } from '../../testing/hung-database.ts'
import {
  type ConnectedClient,
  createProject,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../../testing/test-install.ts'

const limits = { ...initialLimits, gatewayRequestsPerProject: 60, gatewayHealthMs: 1500 }

async function pause(client: ConnectedClient, ref: string) {
  await client.call(projects.pause, { params: { ref } })
  const isPaused = async () =>
    (await client.call(projects.detail, { params: { ref } })).status === 'INACTIVE'
  await waitFor(isPaused, { what: 'The project is paused', timeoutMs: 30_000 })
}

async function listRequests(store: LogStore, ref: string) {
  const [from, to] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 60_000)]
  const range = { ref, sources: ['edge_logs'], from, to } as const
  const { rows } = await store.list(range, { limit: 500, budgetMs: 5000 })
  return rows.map((row) => {
    const { request } = row.metadata as { request: { headers: { x_real_ip: string | null } } }
    return { ...row, address: request.headers.x_real_ip }
  })
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
    async requests(ref) {
      await install.logs.flush()
      return listRequests(install.logs.store, ref)
    },
    openRequests() {
      const store = systemLogStore({ connection: install.system })
      return { requests: (ref) => listRequests(store, ref), close: () => store.close() }
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
    for (const cursor of ['nonsense', '2026-01-01T00:00:00.000Z_x', '2026-02-31T00:00:00.000Z_1'])
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
      await install.logs.flush()
      const { requests } = await list({ status: '4xx' })
      expect(requests.filter((one) => one.request_id === id)).toMatchObject([
        { method, path: '/health', status: 405 },
      ])
    },
  )

  test('requests too large to be read are refused in the error form of the gateway, and logged', async () => {
    const body = 'x'.repeat(initialLimits.anonymousBodyBytes + 1)
    const answer = await fetch(`${install.url}/p/${ref}/health`, { method: 'POST', body })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ code: 'payload_too_large', details: null })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const id = answer.headers.get('x-request-id')
    await expect
      .poll(async () => {
        await install.logs.flush()
        const logged = await listRequests(install.logs.store, ref)
        return logged.find(({ request_id }) => request_id === id)
      })
      .toMatchObject({ status: 413, path: '/health' })
  })
})
