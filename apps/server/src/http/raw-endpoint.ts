import { ApiError } from '@basalt/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Resources } from '../limits/resources.ts'
import { announcedBytes, holdBody, limitBodyTime } from './request-bodies.ts'

type RawEndpoint = {
  path: string
  /** The header with the sender's signature of the body. */
  signatureHeader: string
  receive: (body: Buffer, signature: string | undefined) => Promise<void>
}

/**
 * An endpoint for another server, which signs its raw bytes: they are passed on unchanged. The
 * signature is the authentication.
 */
export function mountRawEndpoint(
  http: FastifyInstance,
  { path, signatureHeader, receive }: RawEndpoint,
  resources: Resources,
): void {
  const bodyLimit = resources.limits.webhookBodyBytes
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, done) =>
      done(null, body),
    )
    const onRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      requireLength(request)
      holdBody(request, resources, { isFile: false })
      limitBodyTime(request, reply, resources)
      done()
    }
    scope.post(path, { bodyLimit, onRequest }, async (request) => {
      const signature = request.headers[signatureHeader]
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await receive(body, typeof signature === 'string' ? signature : undefined)
      return { received: true }
    })
  })
}

/** Senders of events declare their length; others cannot make the server read more. */
function requireLength(request: FastifyRequest): void {
  if (announcedBytes(request) !== null) return
  throw new ApiError('invalid_request', 'The request must have a Content-Length', { code: 411 })
}
