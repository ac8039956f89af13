import type { FastifyInstance } from 'fastify'

type RawEndpoint = {
  path: string
  /** Where the sender puts the proof that the body is theirs. */
  signatureHeader: string
  receive: (body: Buffer, signature: string | undefined) => Promise<void>
}

/** Far more than an event is long. */
const bodyLimit = 512 * 1024

/**
 * An endpoint for another server, which signs the bytes that it sends: they are handed on
 * as they came. Nobody is asked who they are; the signature says it.
 */
export function mountRawEndpoint(
  http: FastifyInstance,
  { path, signatureHeader, receive }: RawEndpoint,
): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, done) =>
      done(null, body),
    )
    scope.post(path, { bodyLimit }, async (request) => {
      const signature = request.headers[signatureHeader]
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await receive(body, typeof signature === 'string' ? signature : undefined)
      return { received: true }
    })
  })
}
