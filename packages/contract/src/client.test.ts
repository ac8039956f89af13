import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'

import { checkAnswer } from './answer-check.ts'
import { customers } from './billing/customer.ts'
import { type ClientOptions, createClient, isTimeout, buildPath } from './client.ts'
import { ApiError } from './errors.ts'
import { projects } from './project/projects.ts'
import { defineRoute } from './route.ts'

const read = defineRoute({
  method: 'GET',
  path: '/platform/things/{ref}',
  params: z.object({ ref: z.string() }),
  query: z.object({ kinds: z.optional(z.array(z.string())), limit: z.optional(z.number()) }),
  response: z.object({ name: z.string() }),
  permission: 'signed-in',
})

const write = defineRoute({
  method: 'POST',
  path: '/platform/things',
  body: z.object({ name: z.string() }),
  response: z.object({ name: z.string() }),
  permission: 'signed-in',
})

const lines = defineRoute({
  method: 'GET',
  path: '/platform/lines',
  response: z.object({ n: z.number() }),
  stream: true,
  permission: 'signed-in',
})

type Sent = { url: string; init: RequestInit; headers: Headers }

/** A real client whose network returns this answer. */
function clientOn(
  answer: () => Response | Promise<Response>,
  options: Partial<ClientOptions> = {},
) {
  const sent: Sent[] = []
  const client = createClient({
    baseUrl: 'http://basalt.test',
    fetch: async (url, init = {}) => {
      sent.push({ url: url as string, init, headers: new Headers(init.headers) })
      return answer()
    },
    ...options,
  })
  return { ...client, sent }
}

const thing = () => Response.json({ name: 'One' })

/** The error that a call threw. */
const getFailure = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ApiError) return error
  throw new Error('It did not fail with an ApiError', { cause: error })
}

describe('a request', () => {
  test('sends cookies, accepts JSON, and has version 2 and a unique id', async () => {
    const { call, sent } = clientOn(thing)
    await call(read, { params: { ref: 'a' }, query: {} })
    await call(read, { params: { ref: 'a' }, query: {} })
    const [one, other] = sent
    expect(one?.init.credentials).toBe('include')
    expect(one?.headers.get('accept')).toBe('application/json')
    expect(one?.headers.get('version')).toBe('2')
    expect(one?.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/u)
    expect(one?.headers.get('x-request-id')).not.toBe(other?.headers.get('x-request-id'))
    expect(one?.headers.get('authorization')).toBeNull()
  })

  test('carries a bearer token when one is available', async () => {
    const { call, sent } = clientOn(thing, { token: () => 'secret' })
    await call(read, { params: { ref: 'a' }, query: {} })
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer secret')
  })

  test('joins arrays of the query with commas and leaves out what is undefined', async () => {
    const { call, sent } = clientOn(thing)
    await call(read, {
      params: { ref: 'a' },
      query: { kinds: ['table', 'view'], limit: undefined },
    })
    expect(sent[0]?.url).toBe('http://basalt.test/platform/things/a?kinds=table%2Cview')
  })

  test('sends a body as JSON, and no content type without one', async () => {
    const { call, sent } = clientOn(thing)
    await call(write, { body: { name: 'One' } })
    await call(read, { params: { ref: 'a' }, query: {} })
    expect(sent[0]?.init.body).toBe('{"name":"One"}')
    expect(sent[0]?.headers.get('content-type')).toBe('application/json')
    expect(sent[1]?.headers.get('content-type')).toBeNull()
  })

  test('asks for the headers of its route', async () => {
    const { call, sent } = clientOn(thing, {
      headers: (route, params) => ({
        'x-connection-encrypted': `${route.method} ${params['ref'] as string}`,
      }),
    })
    await call(read, { params: { ref: 'a' }, query: {} })
    expect(sent[0]?.headers.get('x-connection-encrypted')).toBe('GET a')
  })
})

describe('a path', () => {
  test('percent-encodes its parameters, so none can change the path', () => {
    expect(buildPath(read, { ref: '../admin?x=1' })).toBe('/platform/things/..%2Fadmin%3Fx%3D1')
  })

  test.each([{}, { ref: '' }, { ref: undefined }])(
    'with %j is refused and names the parameter',
    (params) => {
      expect(() => buildPath(read, params)).toThrow('ref is required')
    },
  )
})

test('a missing parameter is reported in the words of the specification', () => {
  expect(() => buildPath(projects.detail, { ref: '' })).toThrow('Project ref is required')
  expect(() => buildPath(customers.get, {})).toThrow('slug is required')
})

describe('an answer', () => {
  test('that does not fit the contract is an error with the default text', async () => {
    const { call } = clientOn(() => Response.json({ name: 7 }), { check: checkAnswer })
    const failure = await getFailure(call(read, { params: { ref: 'a' }, query: {} }))
    expect(failure.message).toBe('API error happened while trying to communicate with the server.')
  })

  test.each([
    [{ msg: 'From msg', message: 'From message' }, 'From msg'],
    [{ message: 'From message' }, 'From message'],
    [{}, 'API error happened while trying to communicate with the server.'],
    [{ message: '' }, 'API error happened while trying to communicate with the server.'],
  ])('with the body %j has the message %s', async (body, message) => {
    const { call } = clientOn(() => Response.json(body, { status: 418 }))
    const failure = await getFailure(call(write, { body: { name: 'x' } }))
    expect(failure).toMatchObject({ code: 418, message })
  })

  test('of a proxy, without JSON or headers, has a code, a message and the id that was sent', async () => {
    const { call, sent } = clientOn(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    const failure = await getFailure(call(write, { body: { name: 'x' } }))
    expect(failure).toMatchObject({
      code: 502,
      kind: 'internal',
      message: 'An error has occurred: 502',
      requestId: sent[0]?.headers.get('x-request-id'),
    })
  })

  test('that does not fit the contract, or never arrives, keeps the id of the request', async () => {
    const options = { check: checkAnswer, requestId: () => 'sent-id' }
    for (const answer of [() => Response.json({ name: 7 }), () => Promise.reject(new Error('x'))]) {
      const { call } = clientOn(answer, options)
      const failure = await getFailure(call(write, { body: { name: 'x' } }))
      expect(failure.requestId).toBe('sent-id')
    }
  })

  test('without any details is an unknown error', async () => {
    const { call } = clientOn(() => Response.error())
    const failure = await getFailure(call(write, { body: { name: 'x' } }))
    expect(failure.message).toBe('Unknown error')
  })

  test('with an error status carries status, request id and the seconds to wait', async () => {
    const { call } = clientOn(() =>
      Response.json(
        { kind: 'rate_limited', message: 'Slow down', fields: { name: 'Too often' } },
        { status: 429, headers: { 'x-request-id': 'id-1', 'retry-after': '7' } },
      ),
    )
    const failure = await getFailure(call(write, { body: { name: 'x' } }))
    expect(failure).toMatchObject({
      kind: 'rate_limited',
      code: 429,
      requestId: 'id-1',
      retryAfter: 7,
      fields: { name: 'Too often' },
    })
  })

  test('that never arrives is a network failure with the text of the specification', async () => {
    const { call } = clientOn(() => Promise.reject(new TypeError('fetch failed')))
    const failure = await getFailure(call(write, { body: { name: 'x' } }))
    expect(failure).toMatchObject({
      kind: 'network',
      code: 0,
      message: 'Unable to reach the server. Please check your network or try again later.',
    })
  })

  test('that was aborted is not called a network failure', async () => {
    const controller = new AbortController()
    const aborted = new DOMException('given up', 'AbortError')
    const { call } = clientOn(() => Promise.reject(aborted))
    controller.abort()
    await expect(call(write, { body: { name: 'x' } }, controller.signal)).rejects.toBe(aborted)
  })
})

describe('a server that does not answer', () => {
  /** Answers after a delay, unless it is aborted before. */
  const slow = (afterMs: number, options: Partial<ClientOptions> = {}) =>
    createClient({
      baseUrl: 'http://basalt.test',
      fetch: (_, init) =>
        new Promise((resolve, reject) => {
          setTimeout(() => resolve(thing()), afterMs)
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
        }),
      ...options,
    })

  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('is aborted after 60 s, and not before', async () => {
    const failure = getFailure(slow(60_001).call(write, { body: { name: 'x' } }))
    const answer = slow(59_999).call(write, { body: { name: 'x' } })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await answer).toEqual({ name: 'One' })
    expect(await failure).toMatchObject({
      kind: 'network',
      message: 'The server did not respond in time. Please try again later.',
    })
    expect(isTimeout(await failure)).toBe(true)
  })

  test.each([
    ['a stream', lines],
    ['a file', { ...write, upload: true } as const],
    ['a change of as much data as there is', { ...write, takesLong: true } as const],
  ])('has no deadline for %s, which may take long', async (_, route) => {
    const client = slow(3_600_000)
    const input = { body: { name: 'x' }, file: new Blob() }
    const answer =
      route === lines
        ? client.stream(lines, {}, { onLine: () => undefined })
        : client.call(route as typeof write, input)
    await vi.advanceTimersByTimeAsync(3_600_000)
    await expect(answer).resolves.not.toThrow()
  })

  test('is no longer timed once its headers arrived', async () => {
    const body = new ReadableStream({
      start(controller) {
        setTimeout(() => {
          controller.enqueue(new TextEncoder().encode('{"name":"One"}'))
          controller.close()
        }, 90_000)
      },
    })
    const { call } = clientOn(() => new Response(body))
    const answer = call(write, { body: { name: 'x' } })
    await vi.advanceTimersByTimeAsync(90_000)
    expect(await answer).toEqual({ name: 'One' })
  })

  test('is not timed after the caller aborted', async () => {
    const controller = new AbortController()
    const answer = slow(90_000).call(write, { body: { name: 'x' } }, controller.signal)
    controller.abort(new DOMException('given up', 'AbortError'))
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a HEAD request', () => {
  test('asks a reading route for its headers alone', async () => {
    const { head, sent } = clientOn(() => new Response(null, { headers: { etag: '"1"' } }))
    const headers = await head(read, { params: { ref: 'a' }, query: {} })
    expect(headers.get('etag')).toBe('"1"')
    expect(sent[0]).toMatchObject({
      url: 'http://basalt.test/platform/things/a',
      init: { method: 'HEAD' },
    })
  })

  test('fails with the status of the answer', async () => {
    const { head } = clientOn(() => new Response(null, { status: 404 }))
    const failure = await getFailure(head(read, { params: { ref: 'a' }, query: {} }))
    expect(failure).toMatchObject({ code: 404, message: 'An error has occurred: 404' })
  })
})

describe('a stream', () => {
  test('yields each line however the bytes are split', async () => {
    const text = Array.from({ length: 40 }, (_, n) => `{"n":${n}}\n`).join('') + '{"n":40}'
    const bytes = new TextEncoder().encode(text)
    for (const size of [1, 2, 3, 7, 64, bytes.length]) {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size)
            controller.enqueue(bytes.slice(at, at + size))
          controller.close()
        },
      })
      const { stream } = clientOn(() => new Response(body))
      const received: number[] = []
      await stream(lines, {}, { onLine: ({ n }) => received.push(n) })
      expect(received).toEqual(Array.from({ length: 41 }, (_, n) => n))
    }
  })

  test('that fails before its first line is an error like any other', async () => {
    const { stream } = clientOn(() => Response.json({ message: 'No' }, { status: 403 }))
    const failure = await getFailure(stream(lines, {}, { onLine: () => undefined }))
    expect(failure).toMatchObject({ code: 403, message: 'No' })
  })
})
