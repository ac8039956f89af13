import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

import { databaseTables } from '@basalt/contract/database/tables'
import { projects } from '@basalt/contract/project/projects'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  createProject,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../testing/test-install.ts'
import { otlpTracing } from './otlp-tracing.ts'
import { commandOf, type Tracing } from './tracing.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: string } }
type ReceivedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code?: number }
}
type Body = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { scope: { name: string }; spans: ReceivedSpan[] }[]
  }[]
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'

/** A receiver on this machine. */
async function openReceiver(answer: () => number = () => 200) {
  const bodies: Body[] = []
  const requests: Pick<IncomingMessage, 'url' | 'headers'>[] = []
  const server = createServer((request, response) => {
    requests.push({ url: request.url, headers: request.headers })
    void json(request).then((body) => {
      bodies.push(body as Body)
      return response.writeHead(answer()).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/otlp?key=hunter2`,
    bodies,
    requests,
    spans: () =>
      bodies.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

type Receiver = Awaited<ReturnType<typeof openReceiver>>

const valueOf = ({ attributes }: ReceivedSpan, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue
}

const silent = { warn: () => undefined }

describe('spans', () => {
  let receiver: Receiver
  beforeEach(async () => {
    receiver = await openReceiver()
  })
  afterEach(() => receiver.close())

  const open = (sample = 1) =>
    otlpTracing({ url: receiver.url, sample, version: '1.2.3', log: silent })

  test('are sent together as OTLP/HTTP JSON, with those of statements below their request', async () => {
    const tracing = open()
    const request = tracing.request(`00-${traceId}-${parentId}-01`)
    if (request === null) throw new Error('The request is not sampled')
    await tracing.within(request, async () => {
      await Promise.resolve()
      tracing.statement(`select 'hunter2'`)?.end({ isFailure: true })
    })
    request.end({ name: 'GET /things' })
    request.end({ name: 'twice' })
    await tracing.close()
    expect(receiver.requests).toMatchObject([
      { url: '/otlp/v1/traces?key=hunter2', headers: { 'content-type': 'application/json' } },
    ])
    expect(receiver.bodies[0]?.resourceSpans[0]?.resource.attributes).toEqual([
      { key: 'service.name', value: { stringValue: 'basalt' } },
      { key: 'service.version', value: { stringValue: '1.2.3' } },
    ])
    const [statement, sent, ...more] = receiver.spans()
    expect(more).toEqual([])
    expect(sent).toMatchObject({ traceId, parentSpanId: parentId, name: 'GET /things', kind: 2 })
    expect(statement).toMatchObject({
      traceId,
      parentSpanId: sent?.spanId,
      name: 'SELECT',
      kind: 3,
      status: { code: 2 },
    })
    const [start, end] = [sent?.startTimeUnixNano ?? '', sent?.endTimeUnixNano ?? '']
    expect(start).toMatch(/^\d{19}$/u)
    expect(BigInt(end)).toBeGreaterThanOrEqual(BigInt(start))
    expect(JSON.stringify(receiver.bodies)).not.toContain('hunter2')
  })

  test('are sampled by their trace, and not at all when the caller does not', () => {
    const count = (sample: number) => {
      const tracing = open(sample)
      return Array.from({ length: 2000 }, () => tracing.request(undefined)).filter(Boolean).length
    }
    expect(count(0)).toBe(0)
    expect(count(1)).toBe(2000)
    expect(count(0.25)).toBeGreaterThan(350)
    expect(count(0.25)).toBeLessThan(650)
    expect(open().request(`00-${traceId}-${parentId}-00`)).toBeNull()
    const low = `00-${'a'.repeat(24)}00000001-${parentId}-01`
    expect(open(0.01).request(low)?.traceId).toBe(low.slice(3, 35))
  })

  test('of statements outside of a request are not sent', () => {
    expect(open().statement('select 1')).toBeNull()
  })
})

test('a receiver that fails or hangs costs bounded memory, and the log says so without its key', async () => {
  const receiver = await openReceiver(() => 503)
  const warnings: unknown[] = []
  const log = { warn: (...said: unknown[]) => void warnings.push(said) }
  const tracing = otlpTracing({ url: receiver.url, sample: 1, version: '0', log })
  for (let at = 0; at < 6000; at += 1) tracing.request(undefined)?.end()
  await tracing.close()
  expect(receiver.spans()).toHaveLength(500)
  expect(warnings).toEqual([[{ reason: 'status 503', dropped: 6000 }, 'Traces were dropped']])
  await receiver.close()
})

test.each([
  ['select 1', 'SELECT'],
  ['  \n-- secret\n /* secret */ INSERT into t', 'INSERT'],
  ['(select 1)', 'STATEMENT'],
  ['', 'STATEMENT'],
  [`${' '.repeat(5000)}select`, 'STATEMENT'],
])('the command of %j is %s', (sql, command) => {
  expect(commandOf(sql)).toBe(command)
})

describe('a server with a receiver', () => {
  let receiver: Receiver
  let tracing: Tracing
  let install: TestInstall
  beforeAll(async () => {
    receiver = await openReceiver()
    tracing = otlpTracing({ url: receiver.url, sample: 1, version: '0', log: silent })
    install = await startTestInstall({ tracing })
  })
  afterAll(async () => {
    await install.close()
    await receiver.close()
  })

  const find = async (name: string) => {
    await tracing.close()
    return receiver.spans().filter((span) => span.name === name)
  }

  test('sends its requests and their statements, without values of URLs, headers and bodies', async () => {
    const { client, organization } = await signUpOwner(install)
    const { ref } = await createProject(client, organization.slug)
    await client.call(databaseTables.list, {
      params: { ref },
      query: { included_schemas: ['hunter2'], limit: 10 },
    })
    await client.call(projects.rename, { params: { ref }, body: { name: 'hunter2' } })
    const [listed] = await find('GET /platform/pg-meta/:ref/tables')
    if (listed === undefined) throw new Error('The call has no span')
    expect(valueOf(listed, 'http.response.status_code')).toBe('200')
    expect(valueOf(listed, 'http.route')).toBe('/platform/pg-meta/:ref/tables')
    expect(valueOf(listed, 'basalt.project')).toBe(ref)
    const statements = receiver.spans().filter(({ parentSpanId }) => parentSpanId === listed.spanId)
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements) {
      expect(statement.traceId).toBe(listed.traceId)
      expect(valueOf(statement, 'db.system.name')).toBe('postgresql')
    }
    const everything = JSON.stringify(receiver.bodies)
    expect(everything).not.toContain('hunter2')
    for (const value of client.cookies.values()) expect(everything).not.toContain(value)
  })

  test('continues the trace of a caller, whose id is the id of the request without another', async () => {
    const headers = { traceparent: `00-${traceId}-${parentId}-01` }
    const answer = await fetch(`${install.url}/platform/nothing`, { headers })
    expect(answer.headers.get('x-request-id')).toBe(traceId)
    const own = { ...headers, 'x-request-id': 'chosen-by-caller' }
    const second = await fetch(`${install.url}/platform/nothing`, { headers: own })
    expect(second.headers.get('x-request-id')).toBe('chosen-by-caller')
    await tracing.close()
    const spans = receiver.spans().filter((span) => span.traceId === traceId)
    expect(spans).toHaveLength(2)
    for (const span of spans) {
      expect(span.parentSpanId).toBe(parentId)
      expect(valueOf(span, 'http.response.status_code')).toBe('404')
    }
  })

  test('sends requests to the gateway', async () => {
    const { client, organization } = await signUpOwner(install)
    const { ref } = await createProject(client, organization.slug)
    await fetch(`${install.url}/p/${ref}/health?apikey=hunter2`)
    const [span] = await find('GET /p/*')
    expect(span === undefined ? '' : valueOf(span, 'http.response.status_code')).toBe('200')
    expect(JSON.stringify(receiver.bodies)).not.toContain('hunter2')
  })
})
