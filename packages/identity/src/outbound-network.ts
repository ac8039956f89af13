import { lookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect as connectTcp, isIP, type LookupFunction } from 'node:net'
import { connect as connectTls } from 'node:tls'

import { createNetworkTest, isLoopbackAddress, isPublicAddress } from './private-addresses.ts'

/** The network access to servers that users name: identity providers, receivers of logs. */
export type OutboundNetwork = {
  /**
   * Whether connections may go to the address: a public one, or one in a network that the operator
   * allows. This machine is not one of them, except where the operator names it.
   */
  mayConnect(address: string): boolean
  /** Throws an `OutboundError` for a URL that `fetch` refuses at any address of its name. */
  check(url: string): void
  /**
   * Sends a request to a server that a user named; refuses servers that the user could not reach
   * directly.
   */
  fetch(url: string, init?: OutboundRequest): Promise<Response>
  /** Sends a text over TCP, and resolves when the other side has received it. */
  send(to: SocketAddress, text: string): Promise<void>
  /** Text records of a name in the DNS; empty when there are none. */
  textRecords(name: string): Promise<string[]>
}

type SocketAddress = { host: string; port: number; tls: boolean }

type OutboundRequest = {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  signal?: AbortSignal | null | undefined
  /** Five seconds by default. */
  timeoutMs?: number
}

/** The message is for the user who named the server. */
export class OutboundError extends Error {
  override readonly name = 'OutsideError'
  /** The server did not answer in time. */
  readonly isTimeout: boolean

  constructor(message: string, { isTimeout = false, ...options }: OutboundErrorOptions = {}) {
    super(message, options)
    this.isTimeout = isTimeout
  }
}

type OutboundErrorOptions = ErrorOptions & { isTimeout?: boolean }

const defaultTimeoutMs = 5000
const maxBytes = 512 * 1024

type Reach = {
  allowsLoopback: boolean
  /** Addresses and networks, such as `10.0.0.0/8`, that are treated like public ones. */
  allowedNetworks?: readonly string[]
}

/**
 * The Internet: over https only, to public addresses only, for five seconds and half a megabyte at
 * most, and never along a redirect. Where loopback is allowed, for development and tests, requests
 * to this machine may use http.
 */
export function internet({ allowsLoopback, allowedNetworks = [] }: Reach): OutboundNetwork {
  const isInside = createNetworkTest(allowedNetworks)
  const mayConnect = (address: string) => isPublicAddress(address) || isInside(address)
  const isAllowed = (address: string) =>
    mayConnect(address) || (allowsLoopback && isLoopbackAddress(address))
  const checked = (url: string): URL => {
    const target = checkedUrl(url, allowsLoopback)
    const host = target.hostname.replaceAll(/^\[|\]$/gu, '')
    if (isIP(host) !== 0 && !isAllowed(host)) throw privateServer(target)
    return target
  }
  return {
    mayConnect,
    check: (url) => void checked(url),
    async fetch(url, init = {}) {
      const target = checked(url)
      return ask(target, init, getLookup(isAllowed, target))
    },
    async send(to, text) {
      const { host, port } = to
      const target = new URL(`https://${isIP(host) === 6 ? `[${host}]` : host}:${port}`)
      if (isIP(host) !== 0 && !isAllowed(host)) throw privateServer(target)
      await sendText(to, { text, target, lookupAddress: getLookup(isAllowed, target) })
    },
    async textRecords(name) {
      const resolver = new Resolver({ timeout: defaultTimeoutMs, tries: 1 })
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
      } catch {
        return []
      }
    },
  }
}

function checkedUrl(url: string, allowsLoopback: boolean): URL {
  if (!URL.canParse(url)) throw new OutboundError(`${url} is not a URL`)
  const target = new URL(url)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(target.hostname)
  const isPlain = target.protocol === 'http:' && isLocal && allowsLoopback
  if (target.protocol !== 'https:' && !isPlain) {
    throw new OutboundError('The URL must begin with https://')
  }
  if (target.username !== '' || target.password !== '') {
    throw new OutboundError('The URL must not contain a password')
  }
  return target
}

const privateServer = ({ hostname }: URL) =>
  new OutboundError(`${hostname} is not on the Internet, so it cannot be asked from here`)

/** The address is checked as it is connected to: a name cannot change its mind in between. */
const getLookup =
  (isAllowed: (address: string) => boolean, target: URL): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(new OutboundError(`${hostname} was not found`, { cause: error }), '')
        return
      }
      const [first] = addresses
      if (first === undefined || addresses.some(({ address }) => !isAllowed(address))) {
        callback(privateServer(target), '')
      } else if (options.all === true) {
        callback(null, addresses)
      } else {
        callback(null, first.address, first.family)
      }
    })
  }

function ask(target: URL, init: OutboundRequest, lookupAddress: LookupFunction): Promise<Response> {
  const { timeoutMs = defaultTimeoutMs } = init
  const timeout = AbortSignal.timeout(timeoutMs)
  const body = bodyText(init.body)
  const options: RequestOptions = {
    method: init.method ?? 'GET',
    headers: {
      ...init.headers,
      ...(body !== null && { 'content-length': String(Buffer.byteLength(body)) }),
    },
    lookup: lookupAddress,
    agent: false,
    signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout,
  }
  const request = target.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(timeout.aborted ? tooSlow(target, timeoutMs) : readable(error, target))
    const sent = request(target, options, (incoming) => {
      const chunks: Buffer[] = []
      let size = 0
      incoming.on('data', (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size > maxBytes)
          sent.destroy(new OutboundError(`${target.hostname} sent too much data`))
      })
      incoming.on('error', fail)
      incoming.on('end', () => {
        try {
          resolve(toResponse(incoming, Buffer.concat(chunks)))
        } catch (error) {
          fail(error as Error)
        }
      })
    })
    sent.on('error', fail)
    sent.end(body ?? undefined)
  })
}

/** @throws RangeError, TypeError for a status or headers that no response can have. */
function toResponse({ statusCode = 502, headers }: IncomingMessage, body: Buffer): Response {
  const isEmpty = statusesWithoutBody.has(statusCode)
  const read = new Headers()
  for (const [name, value = ''] of Object.entries(headers)) {
    for (const one of [value].flat()) read.append(name, one)
  }
  return new Response(isEmpty ? null : new Uint8Array(body), { status: statusCode, headers: read })
}

const statusesWithoutBody: ReadonlySet<number> = new Set([204, 205, 304])

type Sending = { text: string; target: URL; lookupAddress: LookupFunction }

function sendText({ host, port, tls }: SocketAddress, { text, target, lookupAddress }: Sending) {
  return new Promise<void>((resolve, reject) => {
    const address = { host, port, lookup: lookupAddress }
    const socket = tls
      ? connectTls({ ...address, servername: isIP(host) === 0 ? host : '' })
      : connectTcp(address)
    socket.setTimeout(defaultTimeoutMs, () => socket.destroy(tooSlow(target, defaultTimeoutMs)))
    socket.once('error', (error) => reject(readable(error, target)))
    // The other side closes after it has read everything.
    socket.once('close', (hadError: boolean) => {
      if (!hadError) resolve()
    })
    socket.resume()
    socket.end(text)
  })
}

/** Requests of OpenID Connect are forms. */
const bodyText = (body: unknown): string | null => {
  if (body instanceof URLSearchParams) return body.toString()
  return typeof body === 'string' ? body : null
}

const tooSlow = ({ hostname }: URL, timeoutMs: number) =>
  new OutboundError(`${hostname} did not respond within ${timeoutMs / 1000} seconds`, {
    isTimeout: true,
  })

const readable = (error: Error, { hostname }: URL) =>
  error instanceof OutboundError
    ? error
    : new OutboundError(`${hostname} is unreachable`, { cause: error })
