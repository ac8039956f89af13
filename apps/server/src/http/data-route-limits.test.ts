import { connect } from 'node:net'

import { profiles } from '@basalt/contract/account/profile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  signUp,
  signUpOwner,
  startTestInstall,
  strongPassword,
  type TestInstall,
} from '../testing/test-install.ts'

let install: TestInstall

beforeAll(async () => {
  install = await startTestInstall()
})
afterAll(() => install.close())

const getCookie = (client: { cookies: Map<string, string> }) =>
  [...client.cookies].map((pair) => pair.join('=')).join('; ')

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(install.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })

describe('a body', () => {
  const message = 'The body of a request must be JSON, with the content type application/json'

  test.each([
    ['text/plain', '{"email":"a@b.test"}'],
    ['application/x-www-form-urlencoded', 'email=a'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/jsonp', '{}'],
    ['application/xml', '<a/>'],
    ['', '{}'],
  ])(
    'of the type %j is refused, because a form of another site could send it',
    async (type, body) => {
      const response = await fetch(`${install.url}/platform/forgot-password`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      })
      expect(response.status).toBe(415)
      await expect(response.json()).resolves.toMatchObject({ code: 415, message })
    },
  )

  test.each(['{"email": ', '{]', 'nonsense', '{"email":"a"}}', '\u0000'])(
    'that is invalid JSON is refused: %j',
    async (body) => {
      const response = await post('/platform/forgot-password', body)
      expect(response.status).toBe(400)
      await expect(response.json()).resolves.toMatchObject({
        message: 'The request is not valid JSON',
      })
    },
  )

  test('with the character U+0000, which PostgreSQL cannot store, reports that', async () => {
    const response = await post(
      '/platform/forgot-password',
      String.raw`{"email":"a\\\u0000@b.test"}`,
    )
    expect(response.status).toBe(400)
    await expect(response.json()).resolves.toMatchObject({
      message: 'Text cannot hold the character U+0000. Remove it.',
    })
    const written = await post('/platform/forgot-password', String.raw`{"email":"a\\u0000@b.test"}`)
    await expect(written.json()).resolves.not.toMatchObject({
      message: expect.stringContaining('U+0000') as string,
    })
  })

  test('nested a thousand times is refused before it is parsed', async () => {
    const response = await post('/platform/forgot-password', '['.repeat(1000) + ']'.repeat(1000))
    expect(response.status).toBe(400)
    await expect(response.json()).resolves.toMatchObject({
      message: 'The request is nested deeper than 64 levels',
    })
  })

  test.each([
    String.raw`{"email":"nobody@example.test","__pro\u0074o__":{"polluted":true}}`,
    '{"email":"nobody@example.test","constructor":{"prototype":{"polluted":true}}}',
    String.raw`{"__pro\u0074o__":{"email":"nobody@example.test"},"email":"nobody@example.test"}`,
  ])('cannot reach prototypes: %s', async (body) => {
    expect((await post('/platform/forgot-password', body)).status).toBe(200)
    expect('polluted' in {}).toBe(false)
  })

  test('cannot supply required fields through a prototype', async () => {
    const body = String.raw`{"__pro\u0074o__":{"email":"nobody@example.test"}}`
    expect((await post('/platform/forgot-password', body)).status).toBe(400)
  })

  test('that names a value __proto__ is refused, not read without it', async () => {
    const named = '{"email":"nobody@example.test","__proto__":"x"}'
    const response = await post('/platform/forgot-password', named)
    expect(response.status).toBe(400)
    await expect(response.json()).resolves.toMatchObject({
      message: 'Nothing can be named __proto__ here. Use SQL instead.',
    })
    const reported = String.raw`{"email":"nobody@example.test","note":"\"__proto__\": x"}`
    await expect((await post('/platform/forgot-password', reported)).text()).resolves.not.toContain(
      '__proto__',
    )
  })

  test('is limited by its route, and the refusal has the limit', async () => {
    const form = await post('/platform/forgot-password', `{"email":"${'x'.repeat(140_000)}"}`)
    expect(form.status).toBe(413)
    await expect(form.json()).resolves.toMatchObject({
      kind: 'payload_too_large',
      message: 'The request is too large: at most 128 KiB can be sent here',
    })
    const owner = await signUpOwner(install)
    const query = (size: number) =>
      post('/platform/pg-meta/none/query', `{"query":"${'x'.repeat(size)}"}`, {
        cookie: getCookie(owner.client),
      })
    expect((await query(1_000_000)).status).toBe(404)
    const refused = await query(2_200_000)
    await expect(refused.json()).resolves.toMatchObject({
      code: 413,
      message: 'The request is too large: at most 2 MiB can be sent here',
    })
  })
})

describe('a malformed request', () => {
  test('has an address of 13,000 characters, and is refused', async () => {
    const response = await fetch(`${install.url}/api/health?${'x'.repeat(13_000)}`)
    expect(response.status).toBe(414)
    await expect(response.json()).resolves.toMatchObject({
      message: 'The URL of the request is too long',
    })
    expect((await fetch(`${install.url}/api/health?${'x'.repeat(11_000)}`)).status).toBe(200)
  })

  test('has a hundred headers, and is refused', async () => {
    const headers = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`x-${n}`, '1']))
    const response = await fetch(`${install.url}/api/health`, { headers })
    expect(response.status).toBe(431)
    await expect(response.json()).resolves.toMatchObject({
      message: 'The request has too many headers',
    })
  })

  test.each([
    ['is no HTTP', 'NONSENSE\r\n\r\n', 400],
    ['has headers beyond all measure', `GET / HTTP/1.1\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ])('%s, and is refused without details about the server', async (_, text, status) => {
    const answer = await raw(text)
    expect(answer).toContain(`HTTP/1.1 ${status} `)
    expect(answer).toContain('X-Content-Type-Options: nosniff')
    expect(answer).not.toMatch(/node|fastify|at \S+:\d+/iu)
  })
})

/** The server's answer to bytes that no client library would send. */
function raw(text: string): Promise<string> {
  const { port } = new URL(install.url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('limits of requests', () => {
  const getLimit = ({ headers }: Response) => ({
    limit: Number(headers.get('x-ratelimit-limit')),
    remaining: Number(headers.get('x-ratelimit-remaining')),
    reset: Number(headers.get('x-ratelimit-reset')),
    retryAfter: headers.get('retry-after'),
  })

  test.each(['/api/health', '/platform/profile', '/platform/nothing'])(
    'are in the headers of every answer of the API: %s',
    async (path) => {
      const { limit, remaining, reset, retryAfter } = getLimit(await fetch(install.url + path))
      expect(limit).toBe(12_000)
      expect(remaining).toBeLessThan(limit)
      expect(reset).toBeGreaterThan(0)
      expect(reset).toBeLessThanOrEqual(60)
      expect(retryAfter).toBeNull()
    },
  )

  test('count an account across its addresses, and anonymous callers by address', async () => {
    const strict = await startTestInstall({ requestsPerMinute: { address: 40, caller: 5 } })
    try {
      const one = await signUp(strict)
      const ask = () =>
        fetch(`${strict.url}/platform/profile`, { headers: { cookie: getCookie(one.client) } })
      const answers: Response[] = []
      for (let count = 0; count < 6; count += 1) answers.push(await ask())
      const [first, refused] = [answers.at(0), answers.at(-1)]
      expect(first === undefined ? 0 : getLimit(first).limit).toBe(5)
      expect(refused?.status).toBe(429)
      const reported = refused === undefined ? null : getLimit(refused)
      expect(reported).toMatchObject({ limit: 5, remaining: 0 })
      expect(Number(reported?.retryAfter)).toBe(reported?.reset)
      await expect(refused?.json()).resolves.toMatchObject({
        kind: 'rate_limited',
        message: expect.stringMatching(
          /^Too many requests\. Try again in \d+ seconds?\.$/u,
        ) as string,
      })
      const other = await signUp(strict)
      await expect(other.client.call(profiles.get, {})).resolves.toBeTruthy()

      for (let count = 0; count < 40; count += 1) await fetch(`${strict.url}/api/health`)
      expect((await fetch(`${strict.url}/api/health`)).status).toBe(429)
    } finally {
      await strict.close()
    }
  })

  test('on attempts are reported like the others', async () => {
    const email = 'limit@example.test'
    const attempt = () => post('/platform/sign-in', JSON.stringify({ email, password: 'x' }))
    for (let count = 0; count < 10; count += 1) expect((await attempt()).status).toBe(401)
    const refused = await attempt()
    expect(refused.status).toBe(429)
    const reported = getLimit(refused)
    expect(reported).toMatchObject({ limit: 10, remaining: 0 })
    expect(reported.reset).toBeGreaterThan(600)
    expect(reported.retryAfter).toBe(String(reported.reset))
  })
})

describe('the address of a caller', () => {
  const sessionsFrom = async (where: TestInstall) => {
    const email = `proxied-${Date.now()}@example.test`
    await fetch(`${where.url}/platform/signup`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': '203.0.113.9, 198.51.100.7',
      },
      body: JSON.stringify({ email, password: strongPassword }),
    })
    const row = await where.store
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select('ip_address')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    return row.ip_address
  }

  test('is not the one that the client claims', async () => {
    expect(await sessionsFrom(install)).toBe('127.0.0.1')
  })

  test('is the one from a trusted proxy, and not the one that the client sent to the proxy', async () => {
    const proxied = await startTestInstall({ trustedProxies: ['127.0.0.0/8'] })
    try {
      expect(await sessionsFrom(proxied)).toBe('198.51.100.7')
    } finally {
      await proxied.close()
    }
  })
})
