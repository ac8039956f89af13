import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'

import { startTestInstall } from '../testing/test-install.ts'
import { isLocalCall, isLocalName, getPageUrl } from './local-call.ts'

describe('a name in the address bar', () => {
  test.each(['localhost', 'localhost:4400', '127.0.0.1:4400', '127.1.2.3', '[::1]:4400'])(
    '%s is this machine',
    (host) => {
      expect(isLocalName(host)).toBe(true)
    },
  )

  test.each([
    undefined,
    '',
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    'evil.test:4400',
    '10.0.0.1',
    'user@localhost:x',
  ])('%s is not this machine', (host) => {
    expect(isLocalName(host)).toBe(false)
  })
})

describe('the base URL of links in emails', () => {
  const linked = (publicUrl: string, host: string, more: Record<string, string> = {}) =>
    getPageUrl(
      // Only these two are read.
      {
        socket: { remoteAddress: '127.0.0.1' },
        headers: { host, ...more },
      } as unknown as FastifyRequest,
      publicUrl,
    )

  test('is the local name of the page', () => {
    const publicUrl = 'http://localhost:4400'
    expect(linked(publicUrl, '127.0.0.1:4400')).toBe('http://127.0.0.1:4400')
    expect(linked(publicUrl, 'localhost:4400')).toBe(publicUrl)
  })

  test('is the public address, for a call with any host from another machine', () => {
    const publicUrl = 'https://basalt.example'
    expect(linked(publicUrl, '127.0.0.1:4400')).toBe(publicUrl)
    expect(linked('http://localhost:4400', 'evil.test')).toBe('http://localhost:4400')
    expect(linked('http://localhost:4400', '127.0.0.1:1', { via: '1.1 proxy' })).toBe(
      'http://localhost:4400',
    )
  })
})

type Sent = { peer?: string; headers?: Record<string, string>; publicUrl?: string }

const isLocal = ({ peer = '127.0.0.1', headers = {}, publicUrl = 'http://localhost:4400' }: Sent) =>
  isLocalCall(
    // Only these two are read.
    {
      socket: { remoteAddress: peer },
      headers: { host: 'localhost:4400', ...headers },
    } as unknown as FastifyRequest,
    publicUrl,
  )

describe('a call', () => {
  test.each([
    {},
    { peer: '::1' },
    { peer: '::ffff:127.0.0.1' },
    { publicUrl: 'http://127.0.0.1:4400', headers: { host: '127.0.0.1:4400' } },
  ])('from this machine is local: %j', (sent) => {
    expect(isLocal(sent)).toBe(true)
  })

  test.each([
    { peer: '10.0.0.7' },
    { headers: { host: 'evil.test' } },
    { headers: { 'x-forwarded-for': '127.0.0.1' } },
    { headers: { forwarded: 'for=127.0.0.1' } },
    { headers: { 'x-real-ip': '127.0.0.1' } },
    { headers: { via: '1.1 proxy' } },
  ])('from another machine, or forwarded by a proxy, is not: %j', (sent) => {
    expect(isLocal(sent)).toBe(false)
  })

  test.each(['https://basalt.example', 'http://10.0.0.7:4400', 'http://localhost.example'])(
    'is never local when users connect by %s, with any proxy headers',
    (publicUrl) => {
      expect(isLocal({ publicUrl })).toBe(false)
    },
  )
})

describe('the outbox', () => {
  test.each([
    ['http://localhost', 200],
    ['https://basalt.example', 403],
  ])('of an install at %s answers this machine with %i', async (publicUrl, status) => {
    const install = await startTestInstall({ publicUrl })
    const response = await fetch(`${install.url}/api/outbox`)
    await install.close()
    expect(response.status).toBe(status)
  })
})
