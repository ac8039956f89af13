import type { Socket } from 'node:net'

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
