import { createServer as createHttp, type IncomingHttpHeaders } from 'node:http'
import { createServer as createTcp } from 'node:net'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { type DrainDestination, drains, type LogDrain } from '@basalt/contract/logs/drains'
import type { NewLogRow } from '@basalt/logs'
import { waitFor } from '@basalt/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import { createProject, signUpOwner } from '../../testing/test-install.ts'
import { deliverDue, trimQueues } from './drain-delivery.ts'

type Received = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

let fixtures: ProjectFixtures
let ref: string
let url: string
const received: Received[] = []
/** The next answers of the receiver; 200 when there is none. */
const answers: number[] = []

const receiver = createHttp(async (request, response) => {
  const { method = '', url: path = '', headers } = request
  received.push({ method, url: path, headers, body: await text(request) })
  response.writeHead(answers.shift() ?? 200).end('said the receiver')
})

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  fixtures = await projectFixtures()
  ref = fixtures.ref
  await fixtures.install.store.updateTable('organizations').set({ plan: 'team' }).execute()
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await fixtures.close()
})
beforeEach(() => {
  received.length = 0
  answers.length = 0
})

const row = (change: Partial<NewLogRow> = {}): NewLogRow => ({
  ref,
  source: 'edge_logs',
  at: Date.UTC(2026, 10, 28, 12),
  level: 'error',
  status: 500,
  message: 'GET | 500 | /broken "quoted" ]',
  request_id: 'request-1',
  metadata: { request: { method: 'GET' } },
  ...change,
})

const services = () => {
  const { install } = fixtures
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  return { ...install.parts, store: install.store, logs: install.logs, log }
}

let last = 0
async function createDrain(destination: DrainDestination, secrets: Record<string, string> = {}) {
  last += 1
  return fixtures.owner.call(drains.create, {
    params: { ref },
    body: { name: `drain ${last}`, destination, secrets, sources: ['edge_logs'] },
  })
}

const read = async (id: string) => {
  const list = await fixtures.owner.call(drains.list, { params: { ref } })
  return list.find((drain) => drain.id === id)
}

const remove = (id: string) => fixtures.owner.call(drains.remove, { params: { ref, id } })

const retryNow = () =>
  fixtures.install.store
    .updateTable('log_drains')
    .set({ next_attempt_at: new Date(0) })
    .execute()

/**
 * Delivers until the drain is in the state. The server does so too, each second: where it has just
 * found no rows, the drain is not due yet.
 */
const delivering = (id: string, isDone: (drain: LogDrain) => boolean) =>
  waitFor(
    async () => {
      await deliverDue(services())
      const drain = await read(id)
      return drain !== undefined && isDone(drain) && drain
    },
    { what: 'The drain has sent its rows' },
  )

async function deliveredTo(destination: DrainDestination, secrets: Record<string, string> = {}) {
  const { id } = await createDrain(destination, secrets)
  await fixtures.install.logs.append({
    rows: [row(), row({ source: 'postgres_logs' }), row({ isOwn: true })],
  })
  const drain = await delivering(id, (one) => one.sent_rows > 0 || one.last_error !== null)
  await remove(id)
  expect(drain).toMatchObject({ waiting_rows: 0, sent_rows: 1, last_error: null })
  const [request] = received
  return request ?? { method: '', url: '', headers: {}, body: '' }
}

describe('rows of the chosen sources are sent', () => {
  test('as a JSON array with secret headers', async () => {
    const secrets = { authorization: 'Bearer abc' }
    const request = await deliveredTo({ type: 'http', url: `${url}/in` }, secrets)
    expect(request).toMatchObject({ method: 'POST', url: '/in', headers: secrets })
    expect(JSON.parse(request.body)).toMatchObject([
      { project: ref, source: 'edge_logs', level: 'error', request_id: 'request-1', status: 500 },
    ])
  })

  test('by OTLP', async () => {
    const request = await deliveredTo({ type: 'otlp', url })
    expect(request.url).toBe('/v1/logs')
    const { resourceLogs } = JSON.parse(request.body) as {
      resourceLogs: { scopeLogs: { logRecords: object[] }[] }[]
    }
    expect(resourceLogs[0]?.scopeLogs[0]?.logRecords).toMatchObject([
      {
        timeUnixNano: `${row().at}000000`,
        severityNumber: 17,
        body: { stringValue: row().message },
      },
    ])
  })

  test('to Loki', async () => {
    const destination = { type: 'loki', url, username: 'ada' } as const
    const request = await deliveredTo(destination, { password: 'pw' })
    expect(request).toMatchObject({
      url: '/loki/api/v1/push',
      headers: { authorization: `Basic ${btoa('ada:pw')}` },
    })
    expect(JSON.parse(request.body)).toMatchObject({
      streams: [
        {
          stream: { project: ref, level: 'error' },
          values: [[`${row().at}000000`, expect.stringContaining('request-1')]],
        },
      ],
    })
  })

  test('to the intake of Datadog', async () => {
    const request = await deliveredTo({ type: 'datadog', url }, { api_key: 'key' })
    expect(request).toMatchObject({ url: '/api/v2/logs', headers: { 'dd-api-key': 'key' } })
    expect(JSON.parse(request.body)).toMatchObject([
      { ddsource: 'edge_logs', status: 'error', http_status: 500, timestamp: row().at },
    ])
  })

  test('as signed objects of JSON lines', async () => {
    const destination = {
      type: 's3',
      url,
      region: 'eu-west-1',
      bucket: 'logs',
      prefix: 'a b',
    } as const
    const secrets = { access_key_id: 'AKIA', secret_access_key: 'secret' }
    const request = await deliveredTo(destination, secrets)
    expect(request.method).toBe('PUT')
    expect(request.url).toMatch(
      new RegExp(`^/logs/a%20b/${ref}/2026-11-28/12%3A00%3A00.000-\\d+`, 'u'),
    )
    expect(request.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIA\/\d+\/eu-west-1\/s3/u,
    )
    expect(
      request.body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toHaveLength(1)
  })

  test('by syslog', async () => {
    const messages: Promise<string>[] = []
    const server = createTcp((socket) => void messages.push(text(socket)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const { id } = await createDrain({ type: 'syslog', host: '127.0.0.1', port, tls: false })
    await fixtures.install.logs.append({ rows: [row()] })
    await delivering(id, (drain) => drain.sent_rows > 0)
    await remove(id)
    server.close()
    const message = (await messages[0]) ?? ''
    const [, length = '', rest = ''] = /^(\d+) (.*)$/su.exec(message) ?? []
    expect(Buffer.byteLength(rest)).toBe(Number(length))
    expect(rest).toContain('<131>1 2026-11-28T12:00:00.000Z')
    expect(rest).toContain('request_id="request-1"')
  })
})

test('rows that the receiver refuses are sent again, in order, and it is said', async () => {
  const { id } = await createDrain({ type: 'http', url })
  answers.push(500)
  await fixtures.install.logs.append({ rows: [row({ message: '1' }), row({ message: '2' })] })
  const failed = await delivering(id, (drain) => drain.last_error !== null)
  expect(failed).toMatchObject({
    waiting_rows: 2,
    sent_rows: 0,
    last_error: 'The receiver answered 500: said the receiver',
  })
  expect(Date.parse(failed.next_attempt_at ?? '')).toBeGreaterThan(Date.now())
  await deliverDue(services())
  expect(received).toHaveLength(1)
  await retryNow()
  const sent = await delivering(id, (drain) => drain.sent_rows > 0)
  const bodies = received.slice(1).flatMap(({ body }) => JSON.parse(body) as object[])
  expect(bodies).toMatchObject([{ event_message: '1' }, { event_message: '2' }])
  expect(sent).toMatchObject({ waiting_rows: 0, sent_rows: 2, last_error: null })
  await remove(id)
})

test('two servers never send to one drain at the same time', async () => {
  const { id } = await createDrain({ type: 'http', url })
  await fixtures.install.logs.append({ rows: [row()] })
  const deliver = () => delivering(id, (drain) => drain.sent_rows > 0)
  await Promise.all([deliver(), deliver(), deliver()])
  expect(received).toHaveLength(1)
  await remove(id)
})

test('a full queue loses its oldest rows, which are counted', async () => {
  const { id } = await createDrain({ type: 'http', url })
  // The server itself may try to send them first.
  answers.push(500, 500)
  const rows = Array.from({ length: 4 }, (_, index) => row({ message: String(index) }))
  await fixtures.install.logs.append({ rows })
  await trimQueues(services(), [id], 3)
  await fixtures.owner.call(drains.enable, { params: { ref, id }, body: { is_enabled: false } })
  await fixtures.install.logs.append({ rows })
  expect(await read(id)).toMatchObject({ waiting_rows: 3, dropped_rows: 1, is_enabled: false })
  await remove(id)
})

describe('settings', () => {
  const destination = { type: 'http', url: 'https://logs.example.com/' } as const

  test('never answer secrets, and keep those that are left out', async () => {
    const created = await createDrain(destination, { authorization: 'Bearer planted-secret' })
    const body = {
      name: 'renamed',
      destination,
      secrets: { 'x-team': 'a' },
      sources: ['postgres_logs' as const],
    }
    const params = { ref, id: created.id }
    const changed = await fixtures.owner.call(drains.update, { params, body })
    expect(changed.secret_names.toSorted()).toEqual(['authorization', 'x-team'])
    const removed = { ...body, secrets: { authorization: '' } }
    const less = await fixtures.owner.call(drains.update, { params, body: removed })
    expect(less.secret_names).toEqual(['x-team'])
    const stored = await fixtures.install.store.selectFrom('log_drains').selectAll().execute()
    const audit = await fixtures.install.store.selectFrom('audit_log').selectAll().execute()
    expect(JSON.stringify([stored, audit, changed])).not.toContain('planted-secret')
    await remove(created.id)
  })

  test('ask the receiver to take one row', async () => {
    const { id } = await createDrain({ type: 'http', url })
    const ask = () => fixtures.owner.call(drains.test, { params: { ref, id }, body: {} })
    expect(await ask()).toEqual({ error: null })
    answers.push(403)
    expect(await ask()).toEqual({ error: 'The receiver answered 403: said the receiver' })
    await remove(id)
  })

  test('refuse a name that is taken, and an eleventh drain', async () => {
    const ids: string[] = []
    for (let index = 0; index < 10; index += 1) {
      // One after the other.
      // oxlint-disable-next-line no-await-in-loop
      ids.push((await createDrain(destination)).id)
    }
    await expect(createDrain(destination)).rejects.toMatchObject({ kind: 'conflict' })
    await Promise.all(ids.slice(1).map(remove))
    last -= 11
    await expect(createDrain(destination)).rejects.toMatchObject({
      fields: { name: expect.any(String) },
    })
    last += 11
    await remove(ids[0] ?? '')
  })

  test('have a URL that rows can be sent to', async () => {
    for (const odd of [
      'javascript:alert(1)',
      'https://169.254.169.254/latest',
      'https://u:p@a.test',
    ]) {
      await expect(createDrain({ type: 'http', url: odd })).rejects.toMatchObject({
        kind: 'invalid_request',
        fields: { 'destination.url': expect.any(String) },
      })
    }
  })

  test('show readers the host of their URL only', async () => {
    const reader = (await fixtures.member('Read-only')).client
    const { id } = await createDrain({ type: 'http', url: `${url}/in?token=planted-in-url` })
    const shown = async (client: typeof reader) =>
      JSON.stringify(await client.call(drains.list, { params: { ref } }))
    expect(await shown(fixtures.owner)).toContain('planted-in-url')
    expect(await shown(reader)).not.toContain('planted-in-url')
    expect(await shown(reader)).toContain(`${url}/…`)
    const audited = await fixtures.install.store.selectFrom('audit_log').selectAll().execute()
    expect(JSON.stringify(audited)).not.toContain('planted-in-url')
    await remove(id)
  })

  test('are for members who may change the project, on paid plans', async () => {
    const reader = (await fixtures.member('Read-only')).client
    const body = { name: 'x', destination, secrets: {}, sources: ['edge_logs' as const] }
    expect(await reader.call(drains.list, { params: { ref } })).toEqual([])
    await expect(reader.call(drains.create, { params: { ref }, body })).rejects.toMatchObject({
      kind: 'forbidden',
    })
    const other = await signUpOwner(fixtures.install)
    const project = await createProject(other.client, other.organization.slug)
    await expect(
      other.client.call(drains.create, { params: { ref: project.ref }, body }),
    ).rejects.toMatchObject({ kind: 'payment_required' })
    await expect(other.client.call(drains.list, { params: { ref } })).rejects.toMatchObject({
      kind: 'not_found',
    })
  })
})
