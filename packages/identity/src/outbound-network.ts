import { lookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import {
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { connect as connectTcp, isIP, type LookupFunction } from 'node:net'
import { connect as connectTls } from 'node:tls'

import {
  createNetworkTest,
  isLoopbackAddress,
  isOwnAddress,
  isPublicAddress,
} from './private-addresses.ts'

/** The network access to servers that users name: identity providers, receivers of logs. */
export type OutboundNetwork = {
  /**
   * Whether connections may go to the address: a public one, or one in a network that the operator
   * allows. This machine is not one of them, except where the operator names it.
   */
  mayConnect(address: string): boolean
  /** Throws an `OutboundError` for a URL that `fetch` refuses at any address of its name. */
  check(url: string, options?: Pick<OutboundRequest, 'allowsHttp'>): void
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
  /** Permits a URL without TLS, which only the user who named it can decide. */
  allowsHttp?: boolean
  /**
   * For many requests to one server: they share connections, and one that the server had closed is
   * replaced, so a request may arrive twice. A body that is too long is cut and no error.
   */
  isDelivery?: boolean
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
  /** Ports of the platform: closed on this machine, also where loopback is allowed. */
  closedPorts?: readonly number[]
  /** The resolver of the machine by default. */
  resolve?: typeof lookup
}

/**
 * The Internet: over https unless the request permits http, to public addresses of other machines
 * only, for five seconds and half a megabyte unless the request says otherwise, and never along a
 * redirect. Where loopback is allowed, for development and tests, requests to this machine may use
 * http.
 */
export function internet({
  allowsLoopback,
  allowedNetworks = [],
  closedPorts = [],
  resolve = lookup,
}: Reach): OutboundNetwork {
  const isInside = createNetworkTest(allowedNetworks)
  const mayConnect = (address: string) =>
    isInside(address) || (isPublicAddress(address) && !isOwnAddress(address))
  const openAddresses = (target: URL) => {
    const isClosed = closedPorts.includes(portOf(target))
    return (address: string) =>
      !(isClosed && isOwnAddress(address)) &&
      (mayConnect(address) || (allowsLoopback && isLoopbackAddress(address)))
  }
  const checked = (url: string, allowsHttp: boolean): URL => {
    const target = checkedUrl(url, { allowsLoopback, allowsHttp })
    const host = target.hostname.replaceAll(/^\[|\]$/gu, '')
    if (isIP(host) !== 0 && !openAddresses(target)(host)) throw privateServer(target)
    return target
  }
  const agents = {
    'http:': new HttpAgent(keptConnections),
    'https:': new HttpsAgent(keptConnections),
  }
  return {
    mayConnect,
    check: (url, { allowsHttp = false } = {}) => void checked(url, allowsHttp),
    async fetch(url, init = {}) {
      const target = checked(url, init.allowsHttp ?? false)
      const lookupAddress = getLookup(openAddresses(target), { target, resolve })
      const protocol = target.protocol === 'https:' ? 'https:' : 'http:'
      // A connection is checked when it is opened, and its address stays the same.
      const connection = { lookup: lookupAddress, agent: false as const }
      if (init.isDelivery !== true) return ask(target, init, connection)
      try {
        return await ask(target, init, { ...connection, agent: agents[protocol] })
      } catch (error) {
        if (!(error instanceof ClosedConnection)) throw error
        return ask(target, init, connection)
      }
    },
    async send(to, text) {
      const { host, port } = to
      const target = new URL(`https://${isIP(host) === 6 ? `[${host}]` : host}:${port}`)
      const isAllowed = openAddresses(target)
      if (isIP(host) !== 0 && !isAllowed(host)) throw privateServer(target)
      await sendText(to, { text, target, lookupAddress: getLookup(isAllowed, { target, resolve }) })
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

/** A receiver may close an idle connection after five seconds, as Node.js does. */
const keptConnections = { keepAlive: true, maxFreeSockets: 64, timeout: 4000 }

const portOf = ({ port, protocol }: URL) =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)

type Schemes = { allowsLoopback: boolean; allowsHttp: boolean }

function checkedUrl(url: string, { allowsLoopback, allowsHttp }: Schemes): URL {
  if (!URL.canParse(url)) throw new OutboundError(`${url} is not a URL`)
  const target = new URL(url)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(target.hostname)
  const isPlain = target.protocol === 'http:' && (allowsHttp || (isLocal && allowsLoopback))
  if (target.protocol !== 'https:' && !isPlain) {
    throw new OutboundError(`The URL must begin with https://${allowsHttp ? ' or http://' : ''}`)
  }
  if (target.username !== '' || target.password !== '') {
    throw new OutboundError('The URL must not contain a password')
  }
  return target
}

/** The end of the message of an error about a private address. */
export const privateAddress = 'is not on the Internet, so it cannot be asked from here'

const privateServer = ({ hostname }: URL) => new OutboundError(`${hostname} ${privateAddress}`)

/** The address is checked as it is connected to: a name cannot change its mind in between. */
const getLookup =
  (
    isAllowed: (address: string) => boolean,
    { target, resolve }: { target: URL; resolve: typeof lookup },
  ): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
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

function ask(
  target: URL,
  init: OutboundRequest,
  connection: Pick<RequestOptions, 'lookup' | 'agent'>,
): Promise<Response> {
  const { timeoutMs = defaultTimeoutMs, isDelivery = false } = init
  const timeout = AbortSignal.timeout(timeoutMs)
  const body = bodyText(init.body)
  const options: RequestOptions = {
    method: init.method ?? 'GET',
    headers: {
      ...init.headers,
      ...(body !== null && { 'content-length': String(Buffer.byteLength(body)) }),
    },
    ...connection,
    signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout,
  }
  const request = target.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const sent = request(target, options, (incoming) => {
      readAnswer(incoming, isDelivery).then(resolve).catch(fail)
    })
    let hasFailed = false
    const fail = (error: Error) => {
      if (hasFailed) return
      hasFailed = true
      sent.destroy()
      if (timeout.aborted) reject(tooSlow(target, timeoutMs))
      else if (sent.reusedSocket && isClosing(error)) reject(new ClosedConnection())
      else reject(readable(error, target))
    }
    sent.on('error', fail)
    sent.end(body ?? undefined)
  })
}

/** The server closed a kept connection, perhaps before it saw the request. */
class ClosedConnection extends Error {
  override readonly name = 'ClosedConnection'
}

const isClosing = ({ code = '' }: NodeJS.ErrnoException) => ['ECONNRESET', 'EPIPE'].includes(code)

async function readAnswer(incoming: IncomingMessage, cutsBody: boolean): Promise<Response> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    chunks.push(chunk)
    if (size <= maxBytes) continue
    if (!cutsBody) throw new OutboundError('The server sent too much data')
    break
  }
  return toResponse(incoming, Buffer.concat(chunks))
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
const bodyText = (body: unknown): string | Uint8Array | null => {
  if (body instanceof URLSearchParams) return body.toString()
  return typeof body === 'string' || body instanceof Uint8Array ? body : null
}

const tooSlow = ({ hostname }: URL, timeoutMs: number) =>
  new OutboundError(`${hostname} did not respond within ${timeoutMs / 1000} seconds`, {
    isTimeout: true,
  })

const readable = (error: Error, { hostname }: URL) =>
  error instanceof OutboundError
    ? error
    : new OutboundError(`${hostname} is unreachable`, { cause: error })
