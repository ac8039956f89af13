import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { internet, OutboundError } from './outbound-network.ts'
import { isPublicAddress } from './private-addresses.ts'

let server: Server
let url: string
let connections = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/redirect') {
      response.writeHead(302, { location: `${url}/fine` }).end()
    } else if (request.url === '/large') {
      response.end(Buffer.alloc(600 * 1024))
    } else if (request.url === '/empty') {
      response.writeHead(204).end()
    } else if (request.url === '/slow') {
      response.write('a')
    } else {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ method: request.method, fine: true }))
    }
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('an address', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:10.0.0.1',
    '::ffff:127.0.0.1',
    '64:ff9b::a00:1',
    'fd00::1',
    'fe80::1',
    'ff02::1',
    '2002:a00:1::',
    'localhost',
    '',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(['1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
})

describe('a server that a user named', () => {
  const closed = internet({ allowsLoopback: false })
  const open = internet({ allowsLoopback: true })

  test.each([
    ['http://example.com/', 'The URL must begin with https://'],
    ['file:///etc/passwd', 'The URL must begin with https://'],
    ['https://user:word@example.com/', 'The URL must not contain a password'],
    ['https://127.0.0.1/', '127.0.0.1 is not on the Internet'],
    ['https://[::1]/', 'is not on the Internet'],
    ['https://[::ffff:10.0.0.1]/', 'is not on the Internet'],
    ['https://2130706433/', '127.0.0.1 is not on the Internet'],
    ['https://0x7f.1/', '127.0.0.1 is not on the Internet'],
    ['https://169.254.169.254/latest/meta-data', 'is not on the Internet'],
    // A name that resolves to this machine is refused after the lookup.
    ['https://localhost/', 'localhost is not on the Internet'],
    ['nonsense', 'nonsense is not a URL'],
  ])('at %s gets no request', async (requested, message) => {
    const failure = await closed.fetch(requested).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(OutboundError)
    expect((failure as Error).message).toContain(message)
  })

  test('on this machine gets requests where that is allowed, and other private ones do not', async () => {
    const answer = await open.fetch(url, { method: 'POST', body: new URLSearchParams({ a: 'b' }) })
    await expect(answer.json()).resolves.toEqual({ method: 'POST', fine: true })
    await expect(open.fetch('https://10.0.0.1/')).rejects.toThrow('is not on the Internet')
    await expect(open.fetch('http://10.0.0.1/')).rejects.toThrow('must begin with https://')
  })

  test('in a network that the operator allows is reached, and no other private one', () => {
    const inside = internet({ allowsLoopback: false, allowedNetworks: ['10.1.0.0/16', 'fd00::5'] })
    expect(['10.1.2.3', 'fd00::5', '1.1.1.1'].filter((one) => !inside.mayConnect(one))).toEqual([])
    const others = ['10.2.0.1', 'fd00::6', '127.0.0.1', 'localhost', '']
    expect(others.filter((one) => inside.mayConnect(one))).toEqual([])
    expect(open.mayConnect('127.0.0.1')).toBe(false)
  })

  test('cannot redirect the request', async () => {
    expect((await open.fetch(`${url}/redirect`)).status).toBe(302)
  })

  test('may answer without a body', async () => {
    const answer = await open.fetch(`${url}/empty`)
    expect(answer.status).toBe(204)
    await expect(answer.text()).resolves.toBe('')
  })

  test('cannot fill the memory', async () => {
    await expect(open.fetch(`${url}/large`)).rejects.toThrow('sent too much data')
  })

  test('may use http where the request permits it', () => {
    expect(() => closed.check('http://example.com/')).toThrow('must begin with https://')
    expect(() => closed.check('http://example.com/', { allowsHttp: true })).not.toThrow()
    expect(() => closed.check('ftp://example.com/', { allowsHttp: true })).toThrow(
      'must begin with https:// or http://',
    )
  })

  test('gets deliveries over one connection, and over a new one after it closed that', async () => {
    const before = connections
    for (const _ of [1, 2, 3]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await (await open.fetch(url, { isDelivery: true })).text()
    }
    expect(connections - before).toBe(1)
    // The next request is on its way when the server closes.
    server.once('request', (request) => request.socket.resetAndDestroy())
    expect((await open.fetch(`${url}/empty`, { isDelivery: true })).status).toBe(204)
  })

  test('may send a long answer to a delivery, which is cut', async () => {
    const answer = await open.fetch(`${url}/large`, { isDelivery: true })
    const { byteLength } = await answer.arrayBuffer()
    expect(byteLength).toBeGreaterThan(512 * 1024 - 1)
    expect(byteLength).toBeLessThan(600 * 1024)
  })

  test('cannot block the caller for longer than five seconds', async () => {
    const before = Date.now()
    await expect(open.fetch(`${url}/slow`)).rejects.toThrow('did not respond within 5 seconds')
    expect(Date.now() - before).toBeLessThan(20_000)
  }, 30_000)
})
