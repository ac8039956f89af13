import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

import type { FastifyReply } from 'fastify'

import { passHeaders } from './security.ts'

/** Resolves when the client has read the sent bytes, or has disconnected. */
async function drained(raw: ServerResponse) {
  // The unused listener is removed, because a large result would accumulate them.
  const waiting = new AbortController()
  const { signal } = waiting
  try {
    await Promise.race([once(raw, 'drain', { signal }), once(raw, 'close', { signal })])
  } finally {
    waiting.abort()
  }
}

type StreamOptions = {
  /** Read when the first line is sent. */
  file?: { type: string; name: string } | null
  /**
   * Aborted when the caller's session or token is ended, or the client disconnected: nothing more
   * is sent.
   */
  ended?: AbortSignal | undefined
  /** Called for every sent chunk, with its bytes. */
  onSent?: ((bytes: number) => void) | undefined
}

/** RFC 6266: a name that is plain as it is, any other one a second time in its full form. */
function disposition(name: string): string {
  const plain = name.replaceAll(/[^\w.-]/gu, '_')
  const full = plain === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`
  return `attachment; filename="${plain}"${full}`
}

/** How long a line is delayed for the next ones, so that a browser processes them together. */
const waitingMs = { 'with-next': 4, 'with-end': 10 }

/**
 * `with-next`: the line is sent together with the lines that follow soon. `with-end`: it is among
 * the last ones.
 */
type Urgency = 'now' | 'with-next' | 'with-end'
export type EmitLine<Line> = (line: Line, urgency?: Urgency) => Promise<void>

/** Long enough to report the cancellation, short enough that no row follows. */
const lastWordMs = 500

/**
 * Streams newline-delimited JSON, or the text of a file. `emit` waits while the client is slow, so
 * a large result never accumulates in memory.
 */
export async function sendStream(
  reply: FastifyReply,
  produce: (emit: EmitLine<never>) => Promise<unknown>,
  { file = null, ended, onSent }: StreamOptions = {},
): Promise<FastifyReply> {
  const { raw } = reply
  let hasStarted = false
  const begin = (length: Readonly<Record<string, number>>) => {
    passHeaders(reply)
    raw.writeHead(200, {
      'content-type': file?.type ?? 'application/x-ndjson',
      ...(file !== null && { 'content-disposition': disposition(file.name) }),
      ...length,
    })
  }
  const lines = lineWriter(raw, begin)
  const emit = async (line: unknown, urgency: Urgency = 'now') => {
    if (raw.destroyed) return
    if (!hasStarted && file !== null) begin({})
    hasStarted = true
    const text =
      file === null ? `${JSON.stringify(line)}\n` : line instanceof Uint8Array ? line : String(line)
    onSent?.(Buffer.byteLength(text))
    const isTaken = file === null ? lines.write(String(text), urgency) : raw.write(text)
    if (!isTaken) await drained(raw)
  }
  const hangUp = () => setTimeout(() => raw.destroy(), lastWordMs).unref()
  if (ended?.aborted === true) hangUp()
  ended?.addEventListener('abort', hangUp, { once: true })
  try {
    await produce(emit)
  } catch (error) {
    // Before the first line there is still a proper error to answer.
    if (!hasStarted) throw error
    await lines.settled()
    raw.destroy()
  } finally {
    ended?.removeEventListener('abort', hangUp)
  }
  // An incomplete file must not look complete.
  if (file !== null && ended?.aborted === true) raw.destroy()
  reply.hijack()
  lines.end()
  return reply
}

/** Maximum number of characters that are delayed for further lines of the same turn. */
const maxWaiting = 65_536

/**
 * Lines of the same turn are sent together: each packet costs the server more than its content.
 * `write` returns whether the client has read the bytes sent before.
 */
function lineWriter(
  raw: ServerResponse,
  begin: (length: Readonly<Record<string, number>>) => void,
) {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  let turn: NodeJS.Immediate | undefined
  function taken(): string {
    clearTimeout(timer)
    clearImmediate(turn)
    timer = undefined
    turn = undefined
    const text = waiting
    waiting = ''
    return text
  }
  function flush(): boolean {
    const text = taken()
    if (text === '' || raw.destroyed) return true
    if (!raw.headersSent) begin({})
    return raw.write(text)
  }
  return {
    write(line: string, urgency: Urgency): boolean {
      waiting += line
      if (waiting.length > maxWaiting) return flush()
      if (urgency === 'now') turn ??= setImmediate(flush)
      else timer ??= setTimeout(flush, waitingMs[urgency])
      return !raw.writableNeedDrain
    },
    /**
     * Sends the delayed lines and ends the answer. A short answer is one chunk, with its headers.
     */
    end(): void {
      const text = taken()
      if (text !== '' && !raw.headersSent) begin({ 'content-length': Buffer.byteLength(text) })
      raw.end(text)
    },
    /** Resolves when the delayed lines are sent, or cannot be any more. */
    async settled(): Promise<void> {
      const text = taken()
      if (text === '' || raw.destroyed) return
      if (!raw.headersSent) begin({})
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, lastWordMs)
        raw.write(text, () => {
          clearTimeout(late)
          resolve()
        })
      })
    },
  }
}
