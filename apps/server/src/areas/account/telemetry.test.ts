import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { usageServices } from '@basalt/catalog'
import { consent } from '@basalt/contract/consent'
import { telemetry } from '@basalt/contract/telemetry'
import { waitFor } from '@basalt/testkit'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { signUp, startTestInstall, type TestInstall } from '../../testing/test-install.ts'

/** A destination for this test, which records the posted events. */
async function startDestination() {
  const bodies: { events: Record<string, unknown>[] }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      bodies.push(JSON.parse(text) as (typeof bodies)[number])
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { bodies, host, url: `http://${host}/collect`, stop: () => server.close() }
}

const log = usageServices.log
let install: TestInstall
let destination: Awaited<ReturnType<typeof startDestination>>
const lines: Record<string, unknown>[] = []

beforeAll(async () => {
  destination = await startDestination()
  install = await startTestInstall({
    capabilities: ['accounts', 'telemetry', 'consent', 'outbox'],
    telemetryUrl: destination.url,
    clock: () => new Date('2026-05-01T12:00:00Z'),
    logger: pino(
      { level: 'info' },
      { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) },
    ),
  })
})
afterAll(() => destination.stop())

/** Sends a request as a browser does, without hiding its cookies. */
async function post(cookie: string, body: object) {
  const answer = await fetch(`${install.url}${telemetry.record.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
  return { status: answer.status, cookies: answer.headers.getSetCookie() }
}

async function sessionCookie(): Promise<string> {
  const { email } = await signUp(install)
  const answer = await fetch(`${install.url}/platform/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'plain-otter-Velvet-41-quarry' }),
  })
  const [cookie = ''] = answer.headers.getSetCookie()
  return cookie.split(';')[0] ?? ''
}

const event = (name: string, consented: string[]) => ({
  event: name,
  pathname: '/organizations',
  consented,
})

describe('usage analytics', () => {
  test('are not recorded before consent, and without a cookie', async () => {
    const cookie = await sessionCookie()
    const refused = await post(cookie, event('too_early', []))
    expect(refused).toEqual({ status: 403, cookies: [] })
    expect(lines.filter((line) => 'telemetry' in line)).toEqual([])
  })

  test("are a line in the server's log, under a random id that the first event creates", async () => {
    const cookie = await sessionCookie()
    const first = await post(cookie, event('first', [log]))
    expect(first.status).toBe(200)
    expect(first.cookies).toHaveLength(1)
    const [id = ''] = first.cookies.map((text) => text.split(';')[0] ?? '')
    expect(id).toMatch(/^basalt_telemetry=[\da-f-]{36}$/u)
    const second = await post(`${cookie}; ${id}`, event('second', [log]))
    expect(second.cookies).toEqual([])
    expect(lines).toContainEqual(
      expect.objectContaining({ telemetry: { event: 'second', pathname: '/organizations' } }),
    )
  })

  test('are refused when the event is invalid', async () => {
    const cookie = await sessionCookie()
    expect((await post(cookie, event('Not an event', [log]))).status).toBe(400)
  })

  test('are sent to the destination only with consent to exactly that destination', async () => {
    const cookie = await sessionCookie()
    const { host } = destination
    await post(cookie, event('kept_here', [log]))
    await post(cookie, event('other_place', [log, usageServices.forwardingTo('b.example')]))
    const forwarded = { ...event('handed_on', [log, usageServices.forwardingTo(host)]) }
    await post(`${cookie}; basalt_telemetry=00000000-0000-4000-8000-000000000000`, forwarded)
    await install.close()
    await waitFor(async () => destination.bodies[0], { what: 'The batch arrives' })
    expect(destination.bodies).toEqual([
      {
        events: [
          {
            event: 'handed_on',
            pathname: '/organizations',
            anonymous_id: '00000000-0000-4000-8000-000000000000',
            at: '2026-05-01T12:00:00.000Z',
          },
        ],
      },
    ])
  })
})

describe('SPEC.md section 3, "Consent category"', () => {
  let plain: TestInstall
  beforeAll(async () => {
    plain = await startTestInstall({
      capabilities: ['accounts', 'telemetry', 'consent'],
      telemetryUrl: 'https://events.example:8443/in?key=secret',
    })
  })
  afterAll(() => plain.close())

  test('slug, label, description, isEssential and services with id and consent.status are public', async () => {
    const categories = await plain.client().call(consent.categories, {})
    expect(categories.map(({ slug, isEssential }) => [slug, isEssential])).toEqual([
      ['essential', true],
      ['analytics', false],
    ])
    expect(categories[0]?.services.map((service) => service.consent.status)).toEqual([true, true])
  })

  test("the operator's destination is a separate service, with its host and without its key", async () => {
    const categories = await plain.client().call(consent.categories, {})
    expect(categories[1]?.services).toEqual([
      { id: 'usage-log', label: 'Server log', consent: { status: false } },
      {
        id: 'usage-forwarding:events.example:8443',
        label: 'Copy to events.example:8443',
        consent: { status: false },
      },
    ])
    expect(JSON.stringify(categories)).not.toContain('secret')
  })

  test('section 4: opting out clears the telemetry cookie, also without a session', async () => {
    const answer = await fetch(`${plain.url}${consent.optOut.path}`, { method: 'DELETE' })
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^basalt_telemetry=; Max-Age=0;/u),
    ])
  })
})
