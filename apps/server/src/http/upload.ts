import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Upload } from './context.ts'

/**
 * Mounts routes whose body is a file: it is handed on as it comes and never held whole. Like
 * every other body it has a type that a form of another site cannot send.
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

/** Null when what was sent is no file. */
export function uploadOf({ body, headers }: FastifyRequest): Upload | null {
  if (!isBytes(body)) return null
  const size = Number(headers['content-length'])
  return { chunks: body, sizeBytes: Number.isFinite(size) ? size : null }
}

const isBytes = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body
