import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

import type { FastifyReply } from 'fastify'

import { passHeaders } from './security.ts'

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

type StreamOptions = {
  file?: { type: string; name: string } | undefined
  /** Aborted when the caller's session or token is ended: nothing more is sent. */
  ended?: AbortSignal | undefined
}

/** Long enough to say that the work was cancelled, short enough that no row follows. */
const lastWordMs = 500

/**
 * Sends newline-delimited JSON, or the text of a file, as it comes. `emit` waits while the
 * client is slow, so a large result never piles up in memory.
 */
export async function sendStream(
  reply: FastifyReply,
  produce: (emit: (line: never) => Promise<void>) => Promise<unknown>,
  { file, ended }: StreamOptions = {},
): Promise<FastifyReply> {
  const { raw } = reply
  const emit = async (line: unknown) => {
    if (raw.destroyed) return
    if (!raw.headersSent) {
      passHeaders(reply)
      raw.writeHead(200, {
        'content-type': file?.type ?? 'application/x-ndjson',
        ...(file !== undefined && {
          'content-disposition': `attachment; filename="${file.name}"`,
        }),
      })
    }
    const text =
      file === undefined
        ? `${JSON.stringify(line)}\n`
        : line instanceof Uint8Array
          ? line
          : String(line)
    if (!raw.write(text)) {
      await drained(raw)
    }
  }
  const hangUp = () => setTimeout(() => raw.destroy(), lastWordMs).unref()
  if (ended?.aborted === true) hangUp()
  ended?.addEventListener('abort', hangUp, { once: true })
  try {
    await produce(emit)
  } catch (error) {
    // Before the first line there is still a proper error to answer.
    if (!raw.headersSent) throw error
    raw.destroy()
  } finally {
    ended?.removeEventListener('abort', hangUp)
  }
  // A file that ends early must not look whole.
  if (file !== undefined && ended?.aborted === true) raw.destroy()
  reply.hijack()
  raw.end()
  return reply
}
