import { type IncomingMessage, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { listHoldings } from './holdings.ts'

/** Bytes that are no valid request get a short answer, and the connection ends. */
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

/** How long a client that is still sending has to read the answer. */
const idleMs = 1000

/**
 * Whether unread bytes of the body are still to come. An injected request has no connection and
 * arrives whole.
 */
export const isUnread = ({ raw }: FastifyRequest): boolean =>
  raw.socket instanceof Socket &&
  !raw.complete &&
  (raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0)

/**
 * Answers a request whose body is not read to its end, and ends the connection. The framework
 * would read the rest and throw it away; closing at once could cost the caller the answer.
 */
export function answerUnread(request: FastifyRequest, reply: FastifyReply, text: string): void {
  const code = reply.statusCode
  reply.headers({
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((one) => [name, String(one)]),
  )
  reply.hijack()
  endUnread(request.raw, { code, headers, text })
  // The connection stays open only so that the answer can be read.
  listHoldings(request).end()
}

/** `headers` has a name and its value in turn. */
export function endUnread(
  request: IncomingMessage,
  { code, headers, text }: { code: number; headers: readonly string[]; text: string },
): void {
  const { socket } = request
  const lines = [`HTTP/1.1 ${code} ${STATUS_CODES[code] ?? ''}`, 'connection: close']
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`)
  request.pause()
  socket.end([...lines, '', text].join('\r\n'))
  const timer = setTimeout(() => socket.destroy(), idleMs).unref()
  socket.once('close', () => clearTimeout(timer))
}

type Refusal = readonly [status: number, reason: string, message: string]

const unreadable: Refusal = [400, 'Bad Request', 'The request could not be parsed']

const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'The headers of the request are too large',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request did not arrive in time'],
}
