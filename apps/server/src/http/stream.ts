import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

import type { FastifyReply } from 'fastify'

import { apiHeaders } from './security.ts'

/** Resolves when the client has taken what was sent, or is gone. */
async function drained(raw: ServerResponse) {
  // The listener of what does not happen is taken away, or a large result piles them up.
  const waiting = new AbortController()
  const { signal } = waiting
  try {
    await Promise.race([once(raw, 'drain', { signal }), once(raw, 'close', { signal })])
  } finally {
    waiting.abort()
  }
}

/**
 * Sends newline-delimited JSON as it comes. `emit` waits while the client is slow, so a
 * large result never piles up in memory.
 */
export async function sendStream(
  reply: FastifyReply,
  produce: (emit: (line: never) => Promise<void>) => Promise<unknown>,
): Promise<FastifyReply> {
  const { raw } = reply
  const emit = async (line: unknown) => {
    if (raw.destroyed) return
    if (!raw.headersSent) {
      raw.writeHead(200, {
        ...apiHeaders,
        'content-type': 'application/x-ndjson',
        'x-request-id': reply.request.id,
      })
    }
    if (!raw.write(`${JSON.stringify(line)}\n`)) {
      await drained(raw)
    }
  }
  try {
    await produce(emit)
  } catch (error) {
    // Before the first line there is still a proper error to answer.
    if (!raw.headersSent) throw error
    raw.destroy()
  }
  reply.hijack()
  raw.end()
  return reply
}
