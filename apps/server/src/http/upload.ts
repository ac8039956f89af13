import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Resources } from '../limits/resources.ts'
import type { Upload } from './context.ts'
import { lateBody } from './request-bodies.ts'

/**
 * Mounts routes whose body is a file: it is streamed and never buffered as a whole. Like every
 * other body it has a type that a form of another site cannot send.
 */
export function acceptFiles(http: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/octet-stream', (_, payload, done) => {
      done(null, payload)
    })
    mount(scope)
  })
}

/** Null when the body is no file. */
export function getUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  stalls: Stalls,
): Upload | null {
  const { body, headers } = request
  if (!isBytes(body)) return null
  closeStalledRest(request, reply, stalls)
  const size = Number(headers['content-length'])
  return { chunks: whileItComes(body, stalls), sizeBytes: Number.isFinite(size) ? size : null }
}

type Stalls = Pick<Resources, 'limits' | 'stalled'>

/**
 * The same chunks, until fewer than `stalledBytes` arrived in `stalledMs`. Only the time counts in
 * which the reader waits for the sender, not the reverse.
 *
 * @throws ApiError 408.
 */
async function* whileItComes(
  body: AsyncIterable<Uint8Array>,
  { limits: { stalledMs, stalledBytes }, stalled }: Stalls,
): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]()
  let remainingMs = stalledMs
  let bytes = 0
  let isRequested = true
  try {
    for (;;) {
      const requestedAt = performance.now()
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const next = await within(remainingMs, chunks.next())
      if (next === 'late') {
        stalled.bodies += 1
        throw lateBody()
      }
      if (next.done === true) return
      bytes += next.value.length
      remainingMs -= performance.now() - requestedAt
      if (bytes >= stalledBytes) {
        bytes = 0
        remainingMs = stalledMs
      }
      isRequested = false
      yield next.value
      isRequested = true
    }
  } finally {
    // A chunk that is not requested any more is discarded.
    if (!isRequested) await chunks.return?.()
  }
}

/**
 * Closes the connection of a file that was answered before its end, as soon as the rest of it, which
 * is thrown away, stops coming.
 */
function closeStalledRest(
  { raw: { socket } }: FastifyRequest,
  { raw }: FastifyReply,
  { limits: { stalledMs, stalledBytes }, stalled }: Stalls,
): void {
  raw.once('finish', () => {
    if (raw.req.complete) return
    let before = socket.bytesRead
    const stop = () => {
      clearInterval(timer)
      // The connection outlives its requests.
      socket.off('close', stop)
    }
    const timer = setInterval(() => {
      if (raw.req.complete) {
        stop()
        return
      }
      if (socket.bytesRead - before >= stalledBytes) {
        before = socket.bytesRead
        return
      }
      stalled.bodies += 1
      socket.destroy()
    }, stalledMs).unref()
    socket.once('close', stop)
  })
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    // A closed connection leaves this promise without a handler.
    work.catch(() => {})
  }
}

const isBytes = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body
