import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

import { can, rulesOfRole } from '@basalt/access'
import { routeName } from '@basalt/contract/boot'
import { type AnyRoute, capabilities } from '@basalt/contract/route'
import { everyRoute } from '@basalt/contract/testing/every-route'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { paymentWebhookPath } from '../areas/billing/webhook.ts'
import { cardPayments } from '../testing/billing-fixtures.ts'
import { type Fixtures, organizationOn } from '../testing/organization-fixtures.ts'
import { sampleBodies } from '../testing/sample-bodies.ts'
import { sampleInput } from '../testing/sample-input.ts'
import { startTestInstall, type TestInstall } from '../testing/test-install.ts'
import { connectionHeader, sealConnection } from './connection-header.ts'
import { getBodyLimit } from './json-body.ts'

const kib = 1024
/** The server's end of each connection, by the port of the other end. */
const served = new Map<number, Socket>()
let install: TestInstall
let fixtures: Fixtures
let ref: string

beforeAll(async () => {
  install = await startTestInstall({
    capabilities: capabilities.filter((name) => name !== 'email-verification'),
    payments: cardPayments,
  })
  install.server.on('connection', (socket: Socket) => served.set(socket.remotePort ?? 0, socket))
  fixtures = await organizationOn(install, 'team')
  ref = await fixtures.project('Slate')
})
afterAll(() => install.close())

/** Sends as much as the server accepts; returns the status, and how much the server read. */
async function push(method: string, path: string, headers: Record<string, string>) {
  const socket = connect(Number(new URL(install.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const { localPort = 0 } = socket
  const all = { host: 'basalt.test', 'content-type': 'application/json', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  socket.write([`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  const piece = 'x'.repeat(64 * kib)
  const sent = 'transfer-encoding' in headers ? `10000\r\n${piece}\r\n` : piece
  const length = Number(headers['content-length'] ?? 1024 * kib)
  for (let left = length; left > 0; left -= 64 * kib) socket.write(sent)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  // Bytes read after the answer count too.
  await new Promise((resolve) => setTimeout(resolve, 5))
  const read = served.get(localPort)?.bytesRead ?? Number.NaN
  socket.destroy()
  return { status: Number(String(answer).split(' ')[1]), read }
}

function placeOf(route: AnyRoute): string {
  const known = { params: { slug: fixtures.slug, ref }, body: sampleBodies[routeName(route)] }
  const { params, query } = sampleInput(route, known)
  const path = route.path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => String(params[name]))
  const search = new URLSearchParams((query ?? {}) as Record<string, string>)
  return `${path}?${search.toString()}`
}

test.each([{ 'content-length': String(129 * kib) }, { 'transfer-encoding': 'chunked' }])(
  'no route reads more than 128 KiB of an unauthorized body: %j',
  async (headers) => {
    const places = [
      ...everyRoute.map((route) => [route.method, placeOf(route)] as const),
      ...['/', '/nowhere', '/platform/nowhere', '/assets/nothing.js'].flatMap((path) =>
        ['GET', 'POST'].map((method) => [method, path] as const),
      ),
    ]
    while (places.length > 0) {
      const some = places.splice(0, 12).map(async ([method, path]) => {
        const { status, read } = await push(method, path, headers)
        expect([400, 401, 404, 413, 415]).toContain(status)
        expect([path, read <= 128 * kib]).toEqual([path, true])
      })
      await Promise.all(some)
    }
  },
)

test.each([
  [{ 'content-length': String(512 * kib) }, 512],
  [{ 'content-length': String(513 * kib) }, 128],
  [{ 'transfer-encoding': 'chunked' }, 128],
])(
  'a webhook with %j is read up to %i KiB before its signature is verified',
  async (headers, most) => {
    const { status, read } = await push('POST', paymentWebhookPath, headers)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(read).toBeLessThanOrEqual(most * kib + 64 * kib)
  },
)

test('a large body of a member without the right is refused before it is read', async () => {
  const member = await fixtures.member('Read-only')
  const cookie = [...member.client.cookies].map((pair) => pair.join('=')).join('; ')
  const long = everyRoute.filter((route) => getBodyLimit(route) > 128 * kib && isForbidden(route))
  expect(long.length).toBeGreaterThan(5)
  const sealed = { [connectionHeader]: sealConnection(install.vault, ref) }
  for (const route of long) {
    const headers = { 'content-length': String(200 * kib), cookie, ...sealed }
    const { status, read } = await push(route.method, placeOf(route), headers)
    expect([routeName(route), status]).toEqual([routeName(route), 403])
    expect(read).toBeLessThanOrEqual(128 * kib)
  }
})

const isForbidden = ({ permission, method }: AnyRoute): boolean =>
  typeof permission === 'object' &&
  method !== 'GET' &&
  !can(rulesOfRole('Read-only', { organizationSlug: fixtures.slug }), {
    ...permission,
    organizationSlug: fixtures.slug,
  })
