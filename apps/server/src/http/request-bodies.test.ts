import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

import { accessTokens } from '@basalt/contract/account/access-tokens'
import { support } from '@basalt/contract/support'
import { waitFor } from '@basalt/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { initialLimits } from '../limits/limits.ts'
import { createResources } from '../limits/resources.ts'
import { signUp, startTestInstall, type TestInstall } from '../testing/test-install.ts'

const kib = 1024
const resources = createResources({
  ...initialLimits,
  openBodyBytes: 1024 * kib,
  openRequestsPerAddress: 12,
  openRequestsPerAccount: 8,
  bodyMs: 500,
})

let install: TestInstall
let cookie: string
let token: string

beforeAll(async () => {
  install = await startTestInstall({ resources })
  const { client } = await signUp(install)
  cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ')
  token = (await client.call(accessTokens.create, { body: { name: 'script' } })).token
})
afterAll(() => install.close())

type Sent = {
  path?: string
  headers?: Record<string, string>
  length?: number | 'chunked'
  body?: string
}

/** Starts a request; unsent parts of its body never arrive. */
async function begin({ path = support.attach.path, headers = {}, length = 0, body = '' }: Sent) {
  const socket = connect(Number(new URL(install.url).port), '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  socket.on('error', () => undefined)
  const size =
    length === 'chunked' ? { 'transfer-encoding': 'chunked' } : { 'content-length': `${length}` }
  const sent = { host: 'localhost', 'content-type': 'application/json', ...size, ...headers }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`)
  socket.write([`POST ${path} HTTP/1.1`, ...lines, '', body].join('\r\n'))
  await once(socket, 'connect')
  return { socket, answered: () => answeredOn(socket, () => answer) }
}

async function answeredOn(socket: Socket, read: () => string) {
  const answer = await waitFor(async () => read() || undefined, { what: 'It is answered' })
  socket.destroy()
  return {
    status: Number(answer.split(' ')[1]),
    text: answer,
    body: JSON.parse(answer.split('\r\n\r\n')[1] ?? '') as Record<string, unknown>,
  }
}

const used = () => ({
  bytes: resources.openBodies.read().used,
  address: resources.openRequestsPerAddress.read().used,
  account: resources.openRequestsPerAccount.read().used,
})
const nothing = { bytes: 0, address: 0, account: 0 }
const isReleased = () => expect.poll(used).toEqual(nothing)

describe('a body that does not arrive', () => {
  test('is answered 408 after its time, and its bytes are returned', async () => {
    const { answered } = await begin({ length: 100, body: '{' })
    const { status, body, text } = await answered()
    expect([status, body['message']]).toEqual([
      408,
      'The request body did not arrive in time. Send it again.',
    ])
    expect(text.toLowerCase()).toContain('connection: close')
    await isReleased()
  })

  test('of a disconnected client uses nothing any more', async () => {
    const { socket } = await begin({ length: 900 * kib, headers: { cookie } })
    await expect.poll(used).toMatchObject({ bytes: 900 * kib, address: 1, account: 1 })
    socket.destroy()
    await isReleased()
  })

  test('gets the same time again for each MiB that arrived', async () => {
    const { socket, answered } = await begin({
      path: support.attach.path,
      length: 900 * kib,
      headers: { cookie },
    })
    const startedAt = performance.now()
    socket.write(`{"name":"a.txt","data":"${'A'.repeat(512 * kib)}`)
    expect(await answered()).toMatchObject({ status: 408 })
    expect(performance.now() - startedAt).toBeGreaterThan(700)
    await isReleased()
  })
})

describe('all bodies together', () => {
  test('stay within their budget: the next one is 503 with a retry time', async () => {
    const first = await begin({ length: 900 * kib, headers: { cookie } })
    await expect.poll(used).toMatchObject({ bytes: 900 * kib })
    const { status, text, body } = await (
      await begin({ length: 200 * kib, headers: { cookie } })
    ).answered()
    expect([status, body['kind']]).toEqual([503, 'busy'])
    expect(text).toMatch(/retry-after: 1/u)
    expect(resources.openBodies.read().refused).toBe(1)
    first.socket.destroy()
    await isReleased()
  })
})

describe('open requests', () => {
  test('of an account are limited, from all addresses and by token too', async () => {
    const authorization = `Bearer ${token}`
    const open = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        begin({ length: 10, headers: n % 2 === 0 ? { cookie } : { authorization } }),
      ),
    )
    await expect.poll(used).toMatchObject({ account: 8 })
    const one = await fetch(`${install.url}/platform/profile`, { headers: { cookie } })
    expect([one.status, one.headers.get('retry-after')]).toEqual([429, '1'])
    await expect(one.json()).resolves.toMatchObject({ kind: 'rate_limited' })
    for (const { socket } of open) socket.destroy()
    await isReleased()
    expect((await fetch(`${install.url}/platform/profile`, { headers: { cookie } })).status).toBe(
      200,
    )
  })

  test('of an address are limited before any query', async () => {
    const open = await Promise.all(Array.from({ length: 12 }, () => begin({ length: 10 })))
    await expect.poll(used).toMatchObject({ address: 12 })
    const response = await fetch(`${install.url}/api/health`)
    expect(response.status).toBe(429)
    for (const { socket } of open) socket.destroy()
    await isReleased()
  })
})
