import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { LookupAddress, lookup } from 'node:dns'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { networkInterfaces } from 'node:os'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { internet, OutboundError } from './outbound-network.ts'

/** Hosts of URLs that stand for an address which is not on the public Internet. */
const literals = {
  'dotted decimal': `0.0.0.0 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.254 127.0.0.1
    127.255.255.254 169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.254 192.0.0.192 192.0.2.1
    192.88.99.1 192.168.0.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250
    240.0.0.1 255.255.255.255 127.0.0.1.`,
  'fewer than four parts':
    '127.1 127.0.1 10.1 192.168.1 0 2130706433 167772161 2852039166 3232235521',
  octal: '0177.0.0.1 0177.1 017700000001 012.0.0.1 0251.0376.0251.0376 0300.0250.0.1',
  hexadecimal: '0x7f000001 0x7f.1 0x7f.0x0.0x0.0x1 0xa9fea9fe 0xA9.0xFE.0xA9.0xFE 0xc0a80001',
  'other digits and dots':
    '\u{ff11}\u{ff12}\u{ff17}.0.0.1 127\u{3002}0\u{3002}0\u{3002}1 %31%32%37.0.0.1',
  IPv6: `[::1] [::] [0:0:0:0:0:0:0:1] [fe80::1] [febf::1] [fec0::1] [fc00::1] [fd00:ec2::254]
    [ff02::1] [100::1] [2001:db8::1] [3fff::1] [5f00::1]`,
  // Mapped, compatible, translated, NAT64, 6to4 and Teredo
  'IPv6 that stands for IPv4': `[::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:a00:1]
    [::ffff:169.254.169.254] [::ffff:100.64.0.1] [::ffff:1.1.1.1] [::127.0.0.1]
    [::ffff:0:127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::a9fe:a9fe] [64:ff9b:1::a00:1]
    [2002:7f00:1::] [2002:a00:1::1] [2001::1]`,
}

const forms = Object.entries(literals).flatMap(([kind, hosts]) =>
  hosts.split(/\s+/u).map((host) => [host, kind] as const),
)

/** Names and what they resolve to. */
const names: Record<string, string[]> = {
  'loopback.test': ['127.0.0.1'],
  'loopback6.test': ['::1'],
  'mapped.test': ['::ffff:10.0.0.1'],
  'private.test': ['192.168.1.1'],
  'carrier.test': ['100.100.0.1'],
  'metadata.test': ['169.254.169.254'],
  'one-of-two.test': ['1.1.1.1', '10.0.0.1'],
  'unspecified.test': ['0.0.0.0'],
  'nat64.test': ['64:ff9b::a00:1'],
}

const asLookup = (addressesOf: (name: string) => string[]) =>
  ((name: string, _: unknown, callback: (error: null, found: LookupAddress[]) => void) =>
    callback(
      null,
      addressesOf(name).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as typeof lookup

const connected: Socket[] = []
const onSocket = (message: unknown) => {
  const { socket } = message as { socket: Socket }
  socket.once('connect', () => connected.push(socket))
}
let server: Server
let connections = 0
let port = 0

beforeAll(async () => {
  server = createServer((_, response) => response.end('secret')).on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  port = (server.address() as AddressInfo).port
  subscribe('net.client.socket', onSocket)
})

afterAll(() => {
  unsubscribe('net.client.socket', onSocket)
  server.close()
})

const schemes = ['http', 'https']

/** The error of a request, and the connections that it opened. */
const request = async (outside: ReturnType<typeof internet>, url: string) => {
  const failure = await outside.fetch(url, { allowsHttp: true }).catch((error: unknown) => error)
  return { isRefused: failure instanceof OutboundError, connections: connected.splice(0).length }
}

const refused = { isRefused: true, connections: 0 }

describe('no connection is opened', () => {
  const closed = internet({
    allowsLoopback: false,
    resolve: asLookup((name) => names[name] ?? []),
  })

  test.each(forms)('to %s (%s)', async (host) => {
    for (const scheme of schemes) {
      expect(() => closed.check(`${scheme}://${host}:${port}/`, { allowsHttp: true })).toThrow(
        'is not on the Internet',
      )
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await request(closed, `${scheme}://${host}:${port}/`)).toEqual(refused)
    }
  })

  test.each(Object.keys(names))('to %s, which resolves to such an address', async (host) => {
    for (const scheme of schemes) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await request(closed, `${scheme}://${host}:${port}/`)).toEqual(refused)
    }
  })

  test('to a name that resolves to another address after it was checked', async () => {
    let count = 0
    const rebinding = internet({
      allowsLoopback: false,
      resolve: asLookup(() => (count++ === 0 ? ['1.1.1.1', '127.0.0.1'] : ['127.0.0.1'])),
    })
    expect(await request(rebinding, `http://rebind.test:${port}/`)).toEqual(refused)
    expect(await request(rebinding, `http://rebind.test:${port}/`)).toEqual(refused)
  })

  test('to an address of this machine, loopback or not', async () => {
    const own = Object.values(networkInterfaces()).flatMap((all = []) => all)
    for (const { address, family } of own) {
      const host = family === 'IPv6' ? `[${address}]` : address
      expect(closed.mayConnect(address)).toBe(false)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await request(closed, `http://${host}:${port}/`)).toEqual(refused)
    }
  })

  test('to a port of the platform where loopback is allowed', async () => {
    const open = internet({ allowsLoopback: true, closedPorts: [port] })
    expect(await request(open, `http://127.0.0.1:${port}/`)).toEqual(refused)
    expect(await request(open, `http://localhost:${port}/`)).toEqual(refused)
  })

  test('and this server saw none', () => {
    expect(connections).toBe(0)
  })

  test('there are at least 60 forms', () => {
    expect(
      new Set([...forms.map(([host]) => host), ...Object.keys(names)]).size,
    ).toBeGreaterThanOrEqual(60)
  })
})
