import { STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { holdingsOf } from './holdings.ts'

/** What could not be read as a request is answered in few words, and the connection ends. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, reason, message] = refusals[error.code ?? ''] ?? unreadable
  const body = JSON.stringify({ code: status, kind: 'invalid_request', message })
  socket.end(
    [
      `HTTP/1.1 ${status} ${reason}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

/** How long a caller who is still sending has to read the answer. */
const lingerMs = 1000

/**
 * Whether bytes of the body are still to come, which nobody will read. A request that is injected
 * has no connection and comes whole.
 */
export const isUnread = ({ raw }: FastifyRequest): boolean =>
  raw.socket instanceof Socket &&
  !raw.complete &&
  (raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0)

/**
 * Answers a request whose body is not read to its end, and ends the connection. The framework
 * would read the rest and throw it away; closing at once could cost the caller the answer.
 */
export function answerUnread(request: FastifyRequest, reply: FastifyReply, body: object): void {
  const { socket } = request.raw
  const text = JSON.stringify(body)
  const status = reply.statusCode
  reply.headers({
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  })
  const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${name}: ${one}`),
  )
  reply.hijack()
  request.raw.pause()
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`
  socket.end([head, ...headers, '', text].join('\r\n'))
  // The connection stays open only so that the answer can be read.
  holdingsOf(request).end()
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
}

type Refusal = readonly [status: number, reason: string, message: string]

const unreadable: Refusal = [400, 'Bad Request', 'This is not a request that can be read']

const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'The headers of the request are too large',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request did not arrive in time'],
}
